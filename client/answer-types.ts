/**
 * What goes over the wire, as the station's OpenAPI document describes it. Made by `npm run settings`; a test holds it to
 * the document.
 */
import type {
  VerificationStatus,
  ReasonCode,
  CertificateResult,
  SignatureResult,
  TimestampFinding,
  EvidenceItem,
  SignatureFinding,
  DocumentChange,
} from './verdict-types.ts';

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
  /** Signatures of a kind that is checked were found; timestamps and usage rights alone are none */
  readonly isSigned: boolean;
  /** The files in a container; empty for everything else */
  readonly contents: readonly {
    readonly name: string;
    readonly size: number;
    readonly role: 'Data' | 'Signature' | 'Other';
    /** A signature in the container is over these bytes; what it is worth is in the report */
    readonly isSigned: boolean;
  }[];
  /** The files that came along, in their order */
  readonly originals: readonly {
    readonly sha256: string;
    /** An intact signature is over it */
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
  /** Of a PDF whose pages can be counted; null for everything else */
  readonly pageCount: number | null;
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
