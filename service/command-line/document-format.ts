import {
  FORMAT_PACKAGINGS,
  signedFileBase,
  signedFileKind,
  type SignatureFormat,
} from '../contract/vocabulary/signature-formats.ts';

const PROBE_BYTES = 1024;
const XML_START = /^\uFEFF?\s*<(\?xml[\s?]|!--|[A-Za-z_][\w.:-]*[\s/>])/;
const HTML_START = /^\uFEFF?\s*<(!doctype\s+html|html[\s>])/i;

/** The format that is natural for a file, by its first bytes and never by its name. */
export async function naturalFormat(file: Blob): Promise<SignatureFormat> {
  const bytes = new Uint8Array(await file.slice(0, PROBE_BYTES).arrayBuffer());
  const text = new TextDecoder('utf-8').decode(bytes);
  // The header of a PDF may also stand among the first bytes of what is wrapped around it.
  if (text.includes('%PDF-') && !isZip(text) && !isContentInfo(bytes)) return 'PAdES';
  return XML_START.test(text) && !HTML_START.test(text) ? 'XAdES' : 'CAdES';
}

const isZip = (text: string): boolean => text.startsWith('PK');

/** CMS begins as a DER SEQUENCE whose first element is an OBJECT IDENTIFIER (RFC 5652 3). */
function isContentInfo(bytes: Uint8Array): boolean {
  const length = bytes[1] ?? 0;
  return bytes[0] === 0x30 && bytes[length > 0x80 ? 2 + (length & 0x7f) : 2] === 0x06;
}

/** The name that the station will give the signed file. */
export function signedName(fileName: string, format: SignatureFormat, packaging: string | undefined): string {
  const kind = signedFileKind(format, (packaging ?? FORMAT_PACKAGINGS[format][0]) === 'detached');
  return `${signedFileBase(kind, fileName)}${kind.suffix}`;
}
