import type { Diagnosis } from '../contract/http/diagnosis.ts';

/** Finds out why a provider does not sign. Never logs in; what it loads runs in processes of its own. */
export interface TokenDoctor {
  /** Undefined for an unknown provider. Takes from a second to about a minute, where modules hang. */
  diagnose(providerId: string): Promise<Diagnosis | undefined>;
}
