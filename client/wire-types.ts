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

export interface SignatureCreated {
  readonly id: string;
  readonly status:
    'Created' | 'Queued' | 'Processing' | 'RetryScheduled' | 'Completed' | 'Failed' | 'Rejected' | 'Cancelled';
  readonly createdAt: string;
  readonly statusUrl: string;
}

export interface SignatureView {
  readonly id: string;
  readonly tenantId: string;
  readonly status:
    'Created' | 'Queued' | 'Processing' | 'RetryScheduled' | 'Completed' | 'Failed' | 'Rejected' | 'Cancelled';
  readonly format: 'PAdES' | 'XAdES' | 'CAdES' | 'ASiC_S' | 'ASiC_E';
  readonly profile: 'B' | 'T' | 'LT' | 'LTA';
  /** Of the output, as the verifier has judged it before it was handed out */
  readonly profileReached: 'B' | 'T' | 'LT' | 'LTA' | null;
  readonly packaging: 'enveloped' | 'enveloping' | 'detached' | 'encapsulated' | null;
  readonly operation: 'sign' | 'cosign' | 'countersign';
  /** Form of the signature in an ASiC container; null: CAdES, or no container */
  readonly containerSignature: 'CAdES' | 'XAdES' | null;
  /** The signature that is counter-signed, as a report names it */
  readonly targetSignature: string | null;
  readonly signingProvider: 'Pfx' | 'Pkcs11' | 'SmartCard' | 'Hsm';
  readonly visibleSignature: boolean;
  readonly signatureNote: string | null;
  /** The page of the stamp, which forms call signaturePage */
  readonly appearancePageNumber: number;
  /** The empty signature field that was asked for; null: a new one */
  readonly signatureField: string | null;
  /** What a certifying signature lets others change; null: an approval */
  readonly certification: 'NoChanges' | 'FillForms' | 'Annotate' | null;
  /** Place of the stamp that was asked for, page,x,y,width,height; null: found by the station */
  readonly signatureRect: string | null;
  /** Text of the document next to which the stamp was asked for */
  readonly signatureAnchor: string | null;
  /** What the stamp says, as JSON; null: name, date, note and image */
  readonly stampTemplate: string | null;
  readonly hasAppearanceImage: boolean;
  readonly createdAt: string;
  readonly queuedAt: string | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly failedAt: string | null;
  readonly errorCode: string | null;
  /** In English */
  readonly errorMessage: string | null;
  /** The message as a code and parameters; null where it has none */
  readonly errorSentence: {
    /** Stable name of the sentence; there may be new ones, for which the English words stand */
    readonly code: string;
    /** What stands in it, by its name */
    readonly parameters: Readonly<Record<string, string | number>>;
  } | null;
  /** Where the cure lies; null where nothing failed, or nobody recorded it */
  readonly failureArea: 'document' | 'options' | 'token' | 'pin' | 'timestamp' | 'station' | null;
  readonly correlationId: string | null;
  readonly statusUrl: string;
  readonly originalFileName: string;
  readonly inputSha256: string;
  readonly inputSize: number;
  /** All documents of the request; the first is also what inputSha256 and inputSize tell of */
  readonly inputs: readonly {
    readonly fileName: string;
    readonly size: number;
    readonly sha256: string;
    /** Where its bytes are; null when they were deleted after their retention period */
    readonly url: string | null;
  }[];
  readonly outputSha256: string | null;
  readonly outputSize: number | null;
  readonly contentUrl: string | null;
  /** Of the certificate that was asked for; where none was, of the one that signed, once it has */
  readonly certificateThumbprint: string | null;
  readonly retryCount: number;
  readonly nextAttemptAt: string | null;
  readonly waitReason:
    | 'TOKEN_ABSENT'
    | 'OTHER_CARD_PRESENT'
    | 'TOKEN_AMBIGUOUS'
    | 'PIN_ASKED'
    | 'APPROVAL_PENDING'
    | 'PIN_MISSING'
    | 'PIN_REFUSED'
    | 'PIN_UNCERTAIN'
    | 'PIN_TRIES_LOW'
    | 'PIN_LOCKED'
    | 'PIN_TO_BE_CHANGED'
    | 'PIN_UNFIT'
    | 'PIN_NOT_ENTERED'
    | 'PIN_OF_OTHER_PROVIDER'
    | 'PROVIDER_RESTARTING'
    | 'PROVIDER_UNAVAILABLE'
    | 'PROVIDER_BUSY'
    | 'KEY_AT_OTHER_STATION'
    | 'KEY_ABSENT'
    | 'GRACE_PERIOD_RUNNING'
    | 'REVOCATION_DATA_DUE'
    | null;
  readonly waitingSince: string | null;
  /** The failed request that this one does again */
  readonly retryOf: string | null;
}

export interface VerificationReport {
  readonly overallStatus: VerificationStatus;
  readonly isValid: boolean;
  readonly reasonCodes: readonly ReasonCode[];
  readonly checkedAt: string;
  readonly source: 'StoredSignature' | 'UploadedDocument';
  readonly format: 'PAdES' | 'XAdES' | 'CAdES' | 'ASiC_S' | 'ASiC_E';
  readonly signatureId: string | null;
  readonly detail: string | null;
  readonly limitations: string;
  readonly signature: SignatureResult;
  readonly certificate: CertificateResult;
  readonly signatures: readonly SignatureFinding[];
  /** What was changed after the first signature of a PDF, in order */
  readonly changes: readonly DocumentChange[];
  /** In the order in which they stand there */
  readonly timestamps?: readonly TimestampFinding[];
  /** Certificates and revocation data that came along */
  readonly evidence?: readonly EvidenceItem[];
  /** Until when the youngest timestamp that is relied on proves what it is over; null without one */
  readonly evidenceGoodUntil?: string | null;
}

export interface Inspection {
  /** Unknown: the check ended before this was told */
  readonly detected: 'PDF' | 'XML' | 'CMS' | 'ASiC_S' | 'ASiC_E' | 'TimestampToken' | 'PlainFile' | 'Unknown';
  /** Signatures were found; timestamps and usage rights alone are none */
  readonly isSigned: boolean;
  /** The files in a container; empty for everything else */
  readonly contents: readonly {
    readonly name: string;
    readonly size: number;
    readonly role: 'Data' | 'Signature' | 'Other';
    /** A signature in the container is over these bytes; what it is worth is in the report */
    readonly isSigned: boolean;
  }[];
  /** Of a PDF: what a person who looks at it should know before signing */
  readonly warnings: readonly {
    /** NotExamined: the document, or a part of it, could not be looked at */
    readonly kind:
      | 'JavaScript'
      | 'Launch'
      | 'XFA'
      | 'HiddenLayers'
      | 'UnusedObjects'
      | 'EmbeddedFiles'
      | 'OverlappingFields'
      | 'NotExamined';
    /** How often it was found */
    readonly count: number;
    readonly detail: string | null;
  }[];
  /** Of a PDF: its signature fields, signed and empty */
  readonly signatureFields: readonly {
    /** Full name, for `signatureField` */
    readonly name: string;
    readonly isSigned: boolean;
    /** Counted from 1; null for a field that no page shows */
    readonly page: number | null;
  }[];
  /** What the file is, in words, where its kind does not say it all */
  readonly explanation: string | null;
  /** Absent for a file in which nothing can be verified */
  readonly report?: VerificationReport;
}

export interface StampPreview {
  readonly pageCount: number;
  /** The page that the rest is about */
  readonly page: number;
  /** Of the page as it is shown, in points */
  readonly width: number;
  readonly height: number;
  /** Whether a stamp must hide nothing, because earlier signatures are over it */
  readonly isSigned: boolean;
  readonly taken: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    readonly kind: 'text' | 'image' | 'drawing' | 'field' | 'stamp' | 'annotation';
    readonly isPlain: boolean;
  }[];
  /** False where part of what the page shows could not be told */
  readonly isComplete: boolean;
  /** Where the stamp would stand; null where it is refused */
  readonly place: {
    readonly page: number | 'last';
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  } | null;
  /** Why the place is refused */
  readonly refusal: {
    readonly code: string;
    readonly detail: string;
  } | null;
  /** The stamp alone as a PDF of its size, in base64; null where it cannot be drawn */
  readonly stamp: string | null;
}

export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** In English */
  readonly detail: string;
  /** The detail as a code and parameters; null where it has none */
  readonly sentence: {
    /** Stable name of the sentence; there may be new ones, for which the English words stand */
    readonly code: string;
    /** What stands in it, by its name */
    readonly parameters: Readonly<Record<string, string | number>>;
  } | null;
  readonly errorCode:
    | 'SIGNATURE_REQUEST_INVALID'
    | 'SIGNATURE_FORMAT_UNSUPPORTED'
    | 'SIGNATURE_PROFILE_UNSUPPORTED'
    | 'SIGNING_PROVIDER_UNAVAILABLE'
    | 'SIGNING_CERTIFICATE_NOT_FOUND'
    | 'SIGNING_CERTIFICATE_EXPIRED'
    | 'SIGNATURE_INPUT_NOT_FOUND'
    | 'SIGNATURE_OUTPUT_NOT_FOUND'
    | 'SIGNATURE_NOT_CANCELLABLE'
    | 'SIGNATURE_NOT_RETRYABLE'
    | 'SIGNATURE_NOT_RENEWABLE'
    | 'APPROVAL_NOT_SHOWN'
    | 'APPROVAL_HASH_MISMATCH'
    | 'APPROVAL_NOT_PENDING'
    | 'APPROVAL_REQUIRED'
    | 'APPROVAL_REFUSED'
    | 'APPROVAL_EXPIRED'
    | 'SIGNATURE_ALREADY_COMPLETED'
    | 'SIGNING_OPERATION_FAILED'
    | 'SIGNING_PROVIDER_UNSUPPORTED'
    | 'TIMESTAMP_AUTHORITY_UNAVAILABLE'
    | 'TIMESTAMP_OPERATION_FAILED'
    | 'SIGNATURE_VALIDATION_DATA_UNAVAILABLE'
    | 'AUTHENTICATION_REQUIRED'
    | 'PERMISSION_DENIED'
    | 'REQUEST_ORIGIN_FORBIDDEN'
    | 'CERTIFICATE_NOT_FOUND'
    | 'PROVIDER_NOT_FOUND'
    | 'ROUTE_NOT_FOUND'
    | 'METHOD_NOT_ALLOWED'
    | 'SERVICE_UNAVAILABLE';
  /** Where the cure lies */
  readonly failureArea: 'document' | 'options' | 'token' | 'pin' | 'timestamp' | 'station';
  readonly traceId: string;
}

export interface SignForm {
  /** The document; several for ASiC_E only */
  readonly file: readonly Blob[];
  /** PNG or JPEG stamp; PAdES only */
  readonly signatureImage?: Blob;
  readonly format: 'PAdES' | 'XAdES' | 'CAdES' | 'ASiC_S' | 'ASiC_E';
  readonly profile: 'B' | 'T' | 'LT' | 'LTA';
  readonly signingProvider: 'Pfx' | 'Pkcs11' | 'SmartCard' | 'Hsm';
  /** XAdES: enveloped (default), enveloping, detached. CAdES: encapsulated (default), detached. */
  readonly packaging?: 'enveloped' | 'enveloping' | 'detached' | 'encapsulated';
  /** sign (default); CAdES, where the file is a CMS signature, and XAdES, where it is XML that bears signatures: cosign adds a signature beside those that are there, countersign one over one of those. A second file is what a detached signature is over. ASiC_S and ASiC_E, where the file is such a container: cosign adds a signature over the same files. */
  readonly operation?: 'sign' | 'cosign' | 'countersign';
  /** Signatures in an ASiC container: CAdES (default) or XAdES */
  readonly containerSignature?: 'CAdES' | 'XAdES';
  /** countersign: the name of a signature in its verification report; not needed where there is only one */
  readonly targetSignature?: string;
  /** SHA-1 or SHA-256, hexadecimal; case, spaces and colons do not matter */
  readonly certificateThumbprint?: string;
  /** PAdES only */
  readonly visibleSignature?: string;
  /** Text of the stamp, at most 500 characters; PAdES only, implies a visible signature */
  readonly signatureNote?: string;
  /** PAdES only; default 1 */
  readonly signaturePage?: string;
  /** Full name of an empty signature field of the PDF to be signed; PAdES only, not with signaturePage */
  readonly signatureField?: string;
  /** Certifies the PDF as its first signature, and says what others may change afterwards; PAdES only */
  readonly certification?: 'NoChanges' | 'FillForms' | 'Annotate';
  /** Place of the stamp: page,x,y,width,height; a page number or last, then points from the lower left corner of the page as it is shown. PAdES only, implies a visible signature, not with signaturePage, signatureField or signatureAnchor */
  readonly signatureRect?: string;
  /** Text of the document next to which the stamp goes, where it stands last; PAdES only, implies a visible signature, not with signaturePage, signatureField or signatureRect */
  readonly signatureAnchor?: string;
  /** What the stamp says, as JSON: parts (of name, identityNumber, date, note, image), identityNumber (masked, full), dateFormat (as dd.MM.yyyy HH:mm), timeZone (local, UTC, an IANA name); PAdES only, implies a visible signature */
  readonly stampTemplate?: string;
}

export interface VerifyForm {
  /** The signed document */
  readonly file: Blob;
  /** The signed content of a detached signature */
  readonly originalFile?: Blob;
  readonly format: 'PAdES' | 'XAdES' | 'CAdES';
}

export interface InspectForm {
  /** Any file */
  readonly file: Blob;
  /** What a detached signature may be over */
  readonly originalFile?: readonly Blob[];
}

export interface ReportForm {
  /** Any files, signed ones and others */
  readonly file: readonly Blob[];
  /** What detached signatures among them may be over */
  readonly originalFile?: readonly Blob[];
  /** Language of the report; default en */
  readonly language?: 'en' | 'de' | 'fr' | 'es';
}

export interface StampPreviewForm {
  /** The PDF */
  readonly file: Blob;
  /** PNG or JPEG of the stamp */
  readonly signatureImage?: Blob;
  /** SHA-1 or SHA-256, hexadecimal; case, spaces and colons do not matter */
  readonly certificateThumbprint?: string;
  /** Text of the stamp, at most 500 characters; PAdES only, implies a visible signature */
  readonly signatureNote?: string;
  /** PAdES only; default 1 */
  readonly signaturePage?: string;
  /** Place of the stamp: page,x,y,width,height; a page number or last, then points from the lower left corner of the page as it is shown. PAdES only, implies a visible signature, not with signaturePage, signatureField or signatureAnchor */
  readonly signatureRect?: string;
  /** Text of the document next to which the stamp goes, where it stands last; PAdES only, implies a visible signature, not with signaturePage, signatureField or signatureRect */
  readonly signatureAnchor?: string;
  /** What the stamp says, as JSON: parts (of name, identityNumber, date, note, image), identityNumber (masked, full), dateFormat (as dd.MM.yyyy HH:mm), timeZone (local, UTC, an IANA name); PAdES only, implies a visible signature */
  readonly stampTemplate?: string;
}
