import type { HashAlgorithm } from '../../service/providers/providers.ts';

/** Certificates and revocation information, DER each; together they lead to an anchor. */
export interface ValidationData {
  readonly certificates: readonly Uint8Array[];
  /** CertificateList (RFC 5280 5). */
  readonly crls: readonly Uint8Array[];
  /** OCSPResponse (RFC 6960 4.2.1). */
  readonly ocspResponses: readonly Uint8Array[];
}

/** What a level above B needs from outside the document. */
export interface LevelServices {
  /**
   * A DER TimeStampToken (RFC 3161 2.4.2) of this digest. `signers`: where it is to prove that signatures were there,
   * their certificates and those above them, DER; nothing is asked for where one is known to be revoked (EN 319 122-1
   * 6.3 m). Throws StationErrors: TIMESTAMP_AUTHORITY_UNAVAILABLE, TIMESTAMP_OPERATION_FAILED, and
   * SIGNATURE_VALIDATION_DATA_UNAVAILABLE for a signer who was revoked.
   */
  timestamp(
    imprint: { readonly hash: HashAlgorithm; readonly digest: Uint8Array },
    signers?: readonly Uint8Array[],
  ): Promise<Uint8Array>;
  /**
   * What proves, as of `at`, that these certificates (end entities and whatever of their chains is known, DER) lead to an
   * anchor and were not revoked. Throws SIGNATURE_VALIDATION_DATA_UNAVAILABLE where something is missing.
   */
  validationData(of: { readonly certificates: readonly Uint8Array[]; readonly at: Date }): Promise<ValidationData>;
}
