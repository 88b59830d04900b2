import type { AuthorityTrial } from '../contract/http/timestamping.ts';

/** Hash functions that an imprint may be made with. */
export const IMPRINT_HASHES = ['SHA-256', 'SHA-384', 'SHA-512'] as const;
export type ImprintHash = (typeof IMPRINT_HASHES)[number];

/** What is timestamped: a digest, never the bytes themselves. */
export interface MessageImprint {
  readonly hash: ImprintHash;
  readonly digest: Uint8Array;
}

/** What is known of the authority before a signature is made. */
export interface Readiness {
  /** Size of its last token, for whoever reserves room for one. */
  readonly tokenBytes: number;
  /** Those in its last token, DER: its own and what it gives of its chain. */
  readonly certificates: readonly Uint8Array[];
}

/** The configured RFC 3161 authorities, asked in their order. Everything they answer is checked before it is handed on. */
export interface TimestampAuthority {
  /**
   * A DER TimeStampToken over the imprint. Throws TIMESTAMP_OPERATION_FAILED (transient) with the authority and the
   * reason, TIMESTAMP_AUTHORITY_UNAVAILABLE where none is configured.
   */
  timestamp(imprint: MessageImprint): Promise<Uint8Array>;
  /**
   * Before anything is signed: resolves when an authority has given a timestamp within the last minute, or gives one
   * now. Throws TIMESTAMP_AUTHORITY_UNAVAILABLE (permanent) when none is configured, or when all of them refuse what is
   * asked of them; TIMESTAMP_OPERATION_FAILED (transient) when they cannot be reached or cannot be relied on.
   */
  ensureReady(): Promise<Readiness>;
  /** Asks every authority for a timestamp and says what came of it; empty when none is configured. */
  tryAll(): Promise<readonly AuthorityTrial[]>;
}
