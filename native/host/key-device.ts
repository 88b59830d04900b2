import type { ProviderHealth } from '../../service/contract/http/providers.ts';
import type { PinPrompt } from '../../service/contract/vocabulary/pin-prompts.ts';
import type { StationError } from '../../service/domain/station-error.ts';
import type { SignatureAlgorithm } from '../../service/providers/providers.ts';
import type { PinEntry, PinFacts, ProviderEntry, SeenToken } from '../../service/providers/token-host/protocol.ts';
import type { CertificateFacts } from './certificate-facts.ts';

/** A certificate that a device shows, with or without a key that can be used. */
export interface DeviceIdentity {
  readonly certificate: CertificateFacts;
  /** Certificates of issuers that lie beside it, nearest first (DER). */
  readonly chain: readonly Uint8Array[];
  /** What the device can make with the key, the preferred first; empty when it cannot sign. */
  readonly algorithms: readonly SignatureAlgorithm[];
  /** Why the device cannot sign with it; null when it can. Validity is judged elsewhere, at the time of use. */
  readonly obstacle: string | null;
  /** Whether nothing but the device's `loginProblem` keeps it from signing. */
  readonly isLocked: boolean;
}

/** What the contents are looked at for. Only whoever wants a signature may have a person asked for a PIN. */
export interface ContentsWish {
  readonly isForSignature: boolean;
  /** SHA-1 or SHA-256 thumbprint of the certificate that is to sign: no other token is logged in to. Null: any. */
  readonly thumbprint: string | null;
}

export interface DeviceContents {
  readonly identities: readonly DeviceIdentity[];
  /** Why the device cannot be logged in to, so that nothing can be signed now; null otherwise. */
  readonly loginProblem: StationError | null;
}

export type DeviceHealth = Pick<ProviderHealth, 'status' | 'detail'>;

export interface DeviceSignOperation {
  /** SHA-256 thumbprint of the certificate whose key is to sign. */
  readonly keyId: string;
  readonly algorithm: SignatureAlgorithm;
  readonly dataToBeSigned: Uint8Array;
  readonly digest: Uint8Array;
}

/** The PIN of a token as a person enters it. All errors are StationErrors. */
export interface PinPad {
  /** Looks without logging in; for the key of this certificate (null: any). */
  facts(thumbprint: string | null): PinFacts;
  /** One try; null when the token accepted the PIN, which is kept then, and why not otherwise. Overwrites `entry.pin`. */
  enter(entry: PinEntry): Promise<StationError | null>;
  /** Overwrites the PIN and logs out, also where the PIN was typed at the reader; one that is being typed is waited for. */
  forget(): void;
  /** Answers a question to ask after each wait: it throws where everything was forgotten since, and nothing may be begun. */
  unlessForgotten(): () => void;
}

/** What is asked before a fresh process takes the place of this one, for a token that is not seen here. */
export interface Replaceable {
  /** Whether a person would have to enter a PIN again. */
  isInUse(): boolean;
  /** Whether the module shows no token here that is the one meant. */
  isMissing(): boolean;
  /** Whether it is among those that another process has seen. */
  isAmong(seen: readonly SeenToken[]): boolean;
}

/** One configured provider inside a token-host: a PFX file or a token. All errors are StationErrors. */
export interface KeyDevice {
  readonly entry: ProviderEntry;
  /** Left out where no person enters a PIN. */
  readonly pinPad?: PinPad;
  /** Left out where a fresh process would see what this one sees. */
  readonly replaceable?: Replaceable;
  /** Looks without logging in. */
  health(): Promise<DeviceHealth>;
  /** Logs in where that is needed, this is the token meant, and the PIN guard allows it; asks people only for a signature. */
  contents(wish: ContentsWish): Promise<DeviceContents>;
  /** How the PIN of the key of this certificate (SHA-256 thumbprint) is asked for, as far as the last contents showed it. */
  pinPrompt(thumbprint: string): PinPrompt | null;
  /** The raw signature value: RSA as is, ECDSA r || s, EdDSA as is. Not yet verified. */
  sign(operation: DeviceSignOperation): Promise<Uint8Array>;
  /** Looks for change; true if what was listed before is out of date. Called about once a second while idle. */
  poll(): Promise<boolean>;
}
