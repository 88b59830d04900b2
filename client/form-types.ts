/**
 * What goes over the wire, as the station's OpenAPI document describes it. Made by `npm run settings`; a test holds it to
 * the document.
 */

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
  /** What the stamp says, as JSON: parts (of name, identityNumber, date, note, image), identityNumber (masked, full), dateFormat (as dd.MM.yyyy HH:mm), timeZone (local, UTC, an IANA name), language (en, de, fr, es); PAdES only, implies a visible signature */
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
  /** What the stamp says, as JSON: parts (of name, identityNumber, date, note, image), identityNumber (masked, full), dateFormat (as dd.MM.yyyy HH:mm), timeZone (local, UTC, an IANA name), language (en, de, fr, es); PAdES only, implies a visible signature */
  readonly stampTemplate?: string;
}
