/**
 * What goes over the wire, as the station's OpenAPI document describes it. Made by `npm run settings`; a test holds it to
 * the document.
 */

export type VerificationStatus = 'VALID' | 'INDETERMINATE' | 'INVALID';

export type ReasonCode =
  | 'SIG_VALID'
  | 'SIG_NOT_FOUND'
  | 'SIG_TIMESTAMP_ONLY'
  | 'SIG_USAGE_RIGHTS_ONLY'
  | 'SIG_FORMAT_INVALID'
  | 'SIG_FORMAT_UNEXPECTED'
  | 'SIG_ENCODING_NOT_BINARY'
  | 'SIG_LIMIT_EXCEEDED'
  | 'SIG_CRYPTO_INVALID'
  | 'SIG_DIGEST_MISMATCH'
  | 'SIG_SIGNED_ATTRIBUTES_MISSING'
  | 'SIG_SIGNED_ATTRIBUTES_MALFORMED'
  | 'SIG_CONTENT_TYPE_MISMATCH'
  | 'SIG_CONTENT_TYPE_UNSUPPORTED'
  | 'SIG_SIGNING_CERTIFICATE_MISSING'
  | 'SIG_SIGNING_CERTIFICATE_MISMATCH'
  | 'SIG_SIGNER_CERTIFICATE_NOT_FOUND'
  | 'SIG_SIGNER_COUNT_INVALID'
  | 'SIG_SIGNER_DUPLICATED'
  | 'SIG_ALGORITHM_MISMATCH'
  | 'SIG_ALGORITHM_WEAK'
  | 'SIG_ALGORITHM_UNSUPPORTED'
  | 'SIG_KEY_WEAK'
  | 'SIG_DETACHED_CONTENT_MISSING'
  | 'SIG_DETACHED_CONTENT_MISMATCH'
  | 'SIG_TRAILING_DATA'
  | 'SIG_COVERAGE_INCOMPLETE'
  | 'SIG_SIGNING_TIME_IMPLAUSIBLE'
  | 'SIG_MADE_AFTER_REVOCATION'
  | 'SIG_MADE_AFTER_EXPIRY'
  | 'COUNTER_SIGNATURE_PRESENT'
  | 'PDF_STRUCTURE_INVALID'
  | 'PDF_STRUCTURE_AMBIGUOUS'
  | 'PDF_BYTES_UNACCOUNTED'
  | 'PDF_ENCRYPTED'
  | 'PDF_BYTERANGE_INVALID'
  | 'PDF_CONTENTS_INVALID'
  | 'PDF_SIGNATURE_DICTIONARY_CHANGED'
  | 'PDF_SIGNATURE_FIELD_INVALID'
  | 'PDF_SUBFILTER_UNSUPPORTED'
  | 'PDF_CHANGED_AFTER_SIGNING'
  | 'PDF_PERMITTED_CHANGE'
  | 'PDF_UNREGULATED_CHANGE'
  | 'PDF_CHANGE_UNEXPLAINED'
  | 'PDF_CONTENT_COVERED'
  | 'PDF_SIGNATURE_DROPPED'
  | 'PDF_DOCMDP_VIOLATED'
  | 'PDF_FIELDMDP_VIOLATED'
  | 'XML_DOCTYPE_FORBIDDEN'
  | 'XML_STRUCTURE_INVALID'
  | 'XML_ID_AMBIGUOUS'
  | 'XML_ENCODING_UNSUPPORTED'
  | 'XML_REFERENCE_INVALID'
  | 'XML_REFERENCE_UNSUPPORTED'
  | 'XML_TRANSFORM_UNSUPPORTED'
  | 'XML_KEY_INFO_UNSUPPORTED'
  | 'XML_COUNTER_SIGNATURE_INVALID'
  | 'XML_SIGNED_PROPERTIES_INVALID'
  | 'XML_CANONICALIZATION_FAILED'
  | 'ASIC_CONTAINER_INVALID'
  | 'ASIC_MIMETYPE_INVALID'
  | 'ASIC_MANIFEST_INVALID'
  | 'ASIC_DATA_OBJECT_MISSING'
  | 'ASIC_DATA_OBJECT_UNSIGNED'
  | 'OUTPUT_HASH_MISMATCH'
  | 'CERT_VALID'
  | 'CERT_VALID_AT_PROVEN_TIME'
  | 'CERT_EXPIRED'
  | 'CERT_NOT_YET_VALID'
  | 'CERT_MALFORMED'
  | 'CERT_CHAIN_INCOMPLETE'
  | 'CERT_UNTRUSTED'
  | 'CERT_SIGNATURE_INVALID'
  | 'CERT_BASIC_CONSTRAINTS_INVALID'
  | 'CERT_PATH_LENGTH_EXCEEDED'
  | 'CERT_NAME_CONSTRAINTS_VIOLATED'
  | 'CERT_CRITICAL_EXTENSION_UNKNOWN'
  | 'CERT_KEY_USAGE_INVALID'
  | 'CERT_EXTENDED_KEY_USAGE_INVALID'
  | 'CERT_POLICY_INVALID'
  | 'CERT_ALGORITHM_WEAK'
  | 'CERT_ALGORITHM_UNSUPPORTED'
  | 'CERT_REVOKED'
  | 'CERT_ON_HOLD'
  | 'REVOCATION_GOOD'
  | 'REVOCATION_UNKNOWN'
  | 'REVOCATION_DATA_MISSING'
  | 'REVOCATION_DATA_STALE'
  | 'REVOCATION_DATA_INVALID'
  | 'TIMESTAMP_PRESENT'
  | 'TIMESTAMP_INVALID'
  | 'TIMESTAMP_VALID'
  | 'TIMESTAMP_UNTRUSTED'
  | 'TIMESTAMP_UNSUPPORTED'
  | 'TIMESTAMP_ORDER_INVALID'
  | 'EVIDENCE_RECORD_PRESENT'
  | 'VERIFICATION_TIMEOUT'
  | 'VERIFICATION_CRASHED'
  | 'VERIFICATION_WORK_EXCEEDED';

export type SubIndication =
  | 'FORMAT_FAILURE'
  | 'HASH_FAILURE'
  | 'SIG_CRYPTO_FAILURE'
  | 'REVOKED'
  | 'EXPIRED'
  | 'NOT_YET_VALID'
  | 'SIG_CONSTRAINTS_FAILURE'
  | 'CHAIN_CONSTRAINTS_FAILURE'
  | 'CERTIFICATE_CHAIN_GENERAL_FAILURE'
  | 'CRYPTO_CONSTRAINTS_FAILURE'
  | 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE'
  | 'TIMESTAMP_ORDER_FAILURE'
  | 'NO_SIGNING_CERTIFICATE_FOUND'
  | 'NO_CERTIFICATE_CHAIN_FOUND'
  | 'REVOKED_NO_POE'
  | 'OUT_OF_BOUNDS_NO_POE'
  | 'TRY_LATER'
  | 'SIGNED_DATA_NOT_FOUND';

export interface RevocationResult {
  readonly status: 'Good' | 'Revoked' | 'OnHold' | 'Unknown' | 'NotChecked';
  readonly source: 'Offline' | 'Crl' | 'Ocsp' | 'None';
  readonly detail: string | null;
}

export interface CertificateResult {
  readonly isValid: boolean;
  readonly subject: string;
  readonly issuer: string;
  /** In hexadecimal digits; missing where there is no certificate */
  readonly serialNumber?: string;
  readonly thumbprint: string;
  readonly notBefore: string | null;
  readonly notAfter: string | null;
  readonly reasonCodes: readonly ReasonCode[];
  readonly chainStatus: readonly string[];
  readonly revocation: RevocationResult;
  /** What trusted lists say of its issuer; missing where they say nothing */
  readonly trust?: readonly {
    /** Country code of the list */
    readonly territory: string;
    /** Of the list */
    readonly sequenceNumber: number;
    /** Name of the trust service provider */
    readonly provider: string;
    /** Name of the service */
    readonly service: string;
    /** URI of the type of service */
    readonly type: string;
    /** URI of the status at that time; null: it was not listed yet */
    readonly status: string | null;
    /** When that status began */
    readonly from: string | null;
    /** The time that the status is told for: the best signature time, or the time of judging */
    readonly at: string;
    /** Subject of the certificate in the chain that the list names */
    readonly certificate: string;
  }[];
}

export interface SignatureResult {
  readonly cryptoValid: boolean;
  readonly signerThumbprint: string;
  readonly signerSubject: string;
  readonly reasonCodes: readonly ReasonCode[];
}

export interface TimestampFinding {
  readonly kind:
    | 'ContentTimestamp'
    | 'AllDataObjectsTimestamp'
    | 'IndividualDataObjectsTimestamp'
    | 'SignatureTimestamp'
    | 'SigAndRefsTimestamp'
    | 'RefsOnlyTimestamp'
    | 'ArchiveTimestamp'
    | 'DocumentTimestamp'
    | 'ContainerTimestamp';
  /** VALID: it proves its time; INVALID: it is broken or of other bytes */
  readonly status: VerificationStatus;
  /** What it says; null where it cannot be read */
  readonly time: string | null;
  /** Of the right bytes, and its signature value is right */
  readonly isIntact: boolean;
  /** Of the authority that made it */
  readonly certificate: CertificateResult;
  readonly reasonCodes: readonly ReasonCode[];
  readonly detail: string | null;
}

export interface EvidenceItem {
  readonly kind: 'Certificate' | 'Crl' | 'OcspResponse';
  /** Subject of a certificate, issuer of a CRL, responder of an OCSP response */
  readonly subject: string;
  /** notBefore or thisUpdate */
  readonly from: string;
  /** notAfter or nextUpdate */
  readonly until: string | null;
}

export interface CounterSignature {
  /** Its place below the signature, counted from 1: "2" is the second, "2.1" is over that one */
  readonly name: string;
  /** Name of the counter-signature that it is over; null: over the signature itself */
  readonly countersigned: string | null;
  readonly status: VerificationStatus;
  /** Why it is not VALID, in the words of EN 319 102-1; null where the standard has none */
  readonly subIndication?: SubIndication | null;
  readonly signature: SignatureResult;
  readonly certificate: CertificateResult;
  readonly reasonCodes: readonly ReasonCode[];
  readonly detail: string | null;
  /** What the signer says; not proven by a timestamp */
  readonly claimedSigningTime: string | null;
  /** The earliest time at which the signature is proven to have been there; null where nothing proves it */
  readonly bestSignatureTime?: string | null;
  /** In the order in which they stand there */
  readonly timestamps?: readonly TimestampFinding[];
}

export interface SignatureFinding {
  /** Field name in a PDF, Id in XML, index elsewhere */
  readonly name: string;
  readonly status: VerificationStatus;
  /** Why it is not VALID, in the words of EN 319 102-1; null where the standard has none */
  readonly subIndication?: SubIndication | null;
  readonly signature: SignatureResult;
  readonly certificate: CertificateResult;
  readonly reasonCodes: readonly ReasonCode[];
  readonly detail: string | null;
  /** What the signer says; not proven by a timestamp */
  readonly claimedSigningTime: string | null;
  /** The earliest time at which the signature is proven to have been there; null where nothing proves it */
  readonly bestSignatureTime?: string | null;
  readonly coversWholeDocument: boolean;
  /** XML and containers: what is signed, by URI of the reference or file name; empty URI: the document */
  readonly covered?: readonly string[];
  /** The level whose timestamps and evidence are there and hold, by arithmetic; who made them is not asked */
  readonly profileReached: 'B' | 'T' | 'LT' | 'LTA' | null;
  /** The level whose timestamps and evidence are there, whether they hold or not; proves nothing by itself */
  readonly profileByForm?: 'B' | 'T' | 'LT' | 'LTA' | null;
  /** Of this signature, each before those over it; they decide nothing about it */
  readonly counterSignatures?: readonly CounterSignature[];
  /** In the order in which they stand there */
  readonly timestamps?: readonly TimestampFinding[];
  /** Certificates and revocation data that came along */
  readonly evidence?: readonly EvidenceItem[];
  /** Until when the youngest timestamp that is relied on proves what it is over; null without one */
  readonly evidenceGoodUntil?: string | null;
}

export interface DocumentChange {
  readonly kind:
    | 'ValidationData'
    | 'DocumentData'
    | 'Signature'
    | 'CoveringSignature'
    | 'DroppedSignature'
    | 'FormFilling'
    | 'Annotation'
    | 'Unexplained'
    | 'Forbidden';
  readonly detail: string;
  /** Number of the part of the file that made the change; 1 is the document as first written */
  readonly revision: number;
  /** Counted from 1; null for what no page shows */
  readonly page: number | null;
  /** Left, bottom, right, top in default user space */
  readonly rectangle: readonly number[] | null;
  /** Name of the first signature that covers the change; null for none */
  readonly signature: string | null;
}
