import type { Diagnosis } from '../contract/http/diagnosis.ts';

/** Finds out why a provider does not sign. Never logs in; what it loads runs in processes of its own. */
export interface TokenDoctor {
  /**
   * Where no token is configured: the id of a card that stands in for one, so that this computer can be looked at. It is no
   * provider, belongs to no tenant and signs nothing. Null, or left out, where there is none.
   */
  readonly standIn?: string | null;
  /** Undefined for an unknown provider. Takes from a second to about a minute, where modules hang. */
  diagnose(providerId: string): Promise<Diagnosis | undefined>;
  /**
   * A person's decision: the next signature with this provider may try the PIN once more, within a quarter of an hour. It
   * overrules what the station remembers, neither a locked PIN nor the last try. False for what is no token.
   */
  permitLogin(providerId: string): boolean;
}
