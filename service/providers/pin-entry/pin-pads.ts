import type { ProviderType } from '../../contract/vocabulary/provider-types.ts';
import type { FoundKeys, PinEntry, PinFacts } from '../token-host/protocol.ts';

export type { PinFacts };

/** Why a PIN did not open the token; without `waitReason` the token itself refused it just now. */
export type PinProblem = NonNullable<FoundKeys['problem']>;

/** A provider whose PIN a person enters while the station runs. */
export interface AskingProvider {
  readonly id: string;
  readonly name: string;
  readonly type: ProviderType;
}

/** The way of a PIN from a person to the one process that keeps it. It goes nowhere else, and is never written down. */
export interface PinPads {
  readonly asking: readonly AskingProvider[];
  /** What can be said of the token that shows this certificate (null: the only one). Rejects with a StationError. */
  pinFacts(providerId: string, thumbprint: string | null): Promise<PinFacts>;
  /** One try. Why the PIN did not open the token, or null. Rejects with a StationError when nobody could be asked. */
  enterPin(providerId: string, entry: PinEntry): Promise<PinProblem | null>;
  /** Has the PIN overwritten and the token logged out, wherever it is kept. Never rejects: what is away keeps nothing. */
  forgetPin(providerId: string): Promise<void>;
}
