import type { ProviderType } from '../contract/vocabulary/provider-types.ts';

/**
 * A signature that a device has made for a job and that is not of the wanted level yet. It is never served; it outlives
 * attempts and restarts, so that no second one has to be made when the timestamp authority fails. Plain JSON values.
 */
export interface StagedSignature {
  readonly storageKey: string;
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly providerId: string;
  readonly providerType: ProviderType;
  readonly scheme: string;
  readonly hash: string;
  /** The claimed signing time, ISO 8601. */
  readonly signedAt: string;
  /** DER of the signer's certificate, base64. */
  readonly certificate: string;
}
