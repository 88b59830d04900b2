import { z } from 'zod';

/** Signature formats (ETSI EN 319 122, 132, 142, 162); the wire spelling is the specification's. */
export const SIGNATURE_FORMATS = ['PAdES', 'XAdES', 'CAdES', 'ASiC_S', 'ASiC_E'] as const;
export const SignatureFormat = z.enum(SIGNATURE_FORMATS);
export type SignatureFormat = z.infer<typeof SignatureFormat>;

/** Baseline levels, each of which stands on the one before it. A requested profile is reached or the job fails; it is never lowered. */
export const SIGNATURE_PROFILES = ['B', 'T', 'LT', 'LTA'] as const;
export const SignatureProfile = z.enum(SIGNATURE_PROFILES);
export type SignatureProfile = z.infer<typeof SignatureProfile>;

/** Whether a level stands above the other. */
export function isHigherLevel(level: SignatureProfile, other: SignatureProfile): boolean {
  return SIGNATURE_PROFILES.indexOf(level) > SIGNATURE_PROFILES.indexOf(other);
}

/** How the signature and the signed document are put together. PAdES and ASiC have one way each and take no value. */
export const PACKAGINGS = ['enveloped', 'enveloping', 'detached', 'encapsulated'] as const;
export const Packaging = z.enum(PACKAGINGS);
export type Packaging = z.infer<typeof Packaging>;

/** What is made of the document: a signature over it, one more beside those it bears, or one over one of those. */
export const SIGNATURE_OPERATIONS = ['sign', 'cosign', 'countersign'] as const;
export const SignatureOperation = z.enum(SIGNATURE_OPERATIONS);
export type SignatureOperation = z.infer<typeof SignatureOperation>;

/** Form of the signatures in an ASiC container; the specification's is CAdES. */
export const CONTAINER_SIGNATURES = ['CAdES', 'XAdES'] as const;
export const ContainerSignature = z.enum(CONTAINER_SIGNATURES);
export type ContainerSignature = z.infer<typeof ContainerSignature>;

/** Packagings each format takes; the first is the default. An empty list means the format takes none. */
export const FORMAT_PACKAGINGS: Readonly<Record<SignatureFormat, readonly Packaging[]>> = {
  PAdES: [],
  XAdES: ['enveloped', 'enveloping', 'detached'],
  CAdES: ['encapsulated', 'detached'],
  ASiC_S: [],
  ASiC_E: [],
};

/** Operations each format takes. A PDF that is signed once more keeps its earlier signatures anyway: that is `sign`. */
export const FORMAT_OPERATIONS: Readonly<Record<SignatureFormat, readonly SignatureOperation[]>> = {
  PAdES: ['sign'],
  XAdES: ['sign', 'cosign', 'countersign'],
  CAdES: ['sign', 'cosign', 'countersign'],
  ASiC_S: ['sign', 'cosign'],
  ASiC_E: ['sign', 'cosign'],
};

/** Levels each format is made at; anything else is refused before a device is asked to sign. */
export const FORMAT_LEVELS: Readonly<Record<SignatureFormat, readonly SignatureProfile[]>> = {
  PAdES: ['B', 'T', 'LT', 'LTA'],
  XAdES: ['B', 'T', 'LT', 'LTA'],
  CAdES: ['B', 'T', 'LT', 'LTA'],
  ASiC_S: ['B', 'T', 'LT', 'LTA'],
  ASiC_E: ['B', 'T', 'LT', 'LTA'],
};

/** A kind of signed file. Its name is that of the document without `dropped`, then `suffix`. */
export interface SignedFileKind {
  readonly contentType: string;
  readonly suffix: string;
  readonly dropped: RegExp | null;
}

const LAST_EXTENSION = /(?<=.)\.[^.]*$/u;
const CMS_WITH_CONTENT: SignedFileKind = { contentType: 'application/pkcs7-mime', suffix: '.p7m', dropped: null };
const CMS_ALONE: SignedFileKind = { contentType: 'application/pkcs7-signature', suffix: '.p7s', dropped: null };

/** The files each format makes: the first with the document in it, the last detached from it where that is another kind. */
export const FORMAT_FILES: Readonly<Record<SignatureFormat, readonly [SignedFileKind, ...SignedFileKind[]]>> = {
  PAdES: [{ contentType: 'application/pdf', suffix: '-signed.pdf', dropped: /\.pdf$/i }],
  XAdES: [{ contentType: 'application/xml', suffix: '-signed.xml', dropped: /\.xml$/i }],
  CAdES: [CMS_WITH_CONTENT, CMS_ALONE],
  ASiC_S: [{ contentType: 'application/vnd.etsi.asic-s+zip', suffix: '.asics', dropped: LAST_EXTENSION }],
  ASiC_E: [{ contentType: 'application/vnd.etsi.asic-e+zip', suffix: '.asice', dropped: LAST_EXTENSION }],
};

/** The kind of file that a signature of the format lies in. */
export function signedFileKind(format: SignatureFormat, isDetached: boolean): SignedFileKind {
  const kinds = FORMAT_FILES[format];
  return (isDetached ? kinds.at(-1) : undefined) ?? kinds[0];
}

/** The name of a document without what its signed file's suffix stands for. */
export function signedFileBase({ dropped }: SignedFileKind, fileName: string): string {
  return dropped === null ? fileName : fileName.replace(dropped, '');
}
