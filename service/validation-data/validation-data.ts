/** Certificates and revocation information, DER each, that together prove paths to configured anchors. */
export interface ValidationData {
  readonly certificates: readonly Uint8Array[];
  /** CertificateList (RFC 5280 5). */
  readonly crls: readonly Uint8Array[];
  /** OCSPResponse (RFC 6960 4.2.1). */
  readonly ocspResponses: readonly Uint8Array[];
}

export interface ValidationDataRequest {
  /** End entities (a signer, a timestamp authority) and whatever of their chains is known, DER, in any order. */
  readonly certificates: readonly Uint8Array[];
  /** The time as of which the certificates were in order: the signature's, or that of the timestamp over it. */
  readonly at: Date;
}

/**
 * Where evidence for levels LT and LTA comes from. What is answered covers every certificate from the end entities up to
 * their anchors: issued by the right party, correctly signed and fresh at the time asked for. Where something is missing,
 * nothing is answered: a StationError SIGNATURE_VALIDATION_DATA_UNAVAILABLE says for which certificate what is missing;
 * transient where asking again later may help.
 */
export interface ValidationDataSource {
  validationData(request: ValidationDataRequest): Promise<ValidationData>;
  /**
   * Throws SIGNATURE_VALIDATION_DATA_UNAVAILABLE (permanent) where one of these certificates, or one above them, is known
   * to have been revoked by then; nothing need be known. Only with `asksOnline` is anybody asked for that over HTTP, where
   * the settings allow it.
   */
  requireUnrevoked(request: RevocationRequest): Promise<void>;
}

export interface RevocationRequest extends ValidationDataRequest {
  readonly asksOnline: boolean;
}
