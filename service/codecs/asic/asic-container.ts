/** The two kinds of container and what makes their files what they are (EN 319 162-1 4.3, 4.4, A.1). */
export const ASIC_MEDIA_TYPES = {
  ASiC_S: 'application/vnd.etsi.asic-s+zip',
  ASiC_E: 'application/vnd.etsi.asic-e+zip',
} as const;
export type AsicFormat = keyof typeof ASIC_MEDIA_TYPES;

export const MIMETYPE_ENTRY = 'mimetype';
export const META_INF = 'META-INF/';
export const SIGNATURE_ENTRY = 'META-INF/signature.p7s';
export const MANIFEST_ENTRY = 'META-INF/ASiCManifest.xml';
/** Signatures in XML: the one file of ASiC-S (EN 319 162-1 4.3.3.2), the first of ASiC-E by the name that DigiDoc gives it. */
export const XADES_ENTRIES = { ASiC_S: 'META-INF/signatures.xml', ASiC_E: 'META-INF/signatures0.xml' } as const;
/** The list of files as OpenDocument has it (EN 319 162-1 4.4.3.1). */
export const FILE_LIST_ENTRY = 'META-INF/manifest.xml';
/** More than a signature with its evidence takes; files of signatures that are larger are not read. */
export const MAX_SIGNATURE_FILE_BYTES = 24 * 1024 * 1024;
export const SIGNATURE_MEDIA_TYPE = 'application/pkcs7-signature';
export const TIMESTAMP_MEDIA_TYPE = 'application/vnd.etsi.timestamp-token';
