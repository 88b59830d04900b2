import type { SignatureFormat } from '../../service/contract/vocabulary/signature-formats.ts';

/** What the first bytes say; names and MIME types of files are not believed. */
export type FileKind = 'pdf' | 'xml' | 'cms' | 'asics' | 'asice' | 'zip' | 'other';

/** How many bytes from the start `detectKind` needs at most. */
export const KIND_PROBE_BYTES = 1024;

const XML_START = /^\uFEFF?\s*<(\?xml[\s?]|!--|[A-Za-z_][\w.:-]*[\s/>])/;
const HTML_START = /^\uFEFF?\s*<(!doctype\s+html|html[\s>])/i;

function decode(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (!isUtf16) return new TextDecoder('utf-8').decode(bytes);
  return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
}

/** DER SEQUENCE followed by the object identifier of CMS SignedData (RFC 5652 5.1), or its PEM text. */
function isCms(bytes: Uint8Array, text: string): boolean {
  if (/^-----BEGIN (CMS|PKCS7)-----/.test(text)) return true;
  if (bytes[0] !== 0x30) return false;
  const lengthOctets = (bytes[1] ?? 0) < 0x80 ? 0 : (bytes[1] ?? 0) & 0x7f;
  const oid = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02];
  return oid.every((byte, index) => bytes[2 + lengthOctets + index] === byte);
}

/** A ZIP file that says by its first entry, stored and without an extra field, which container it is (EN 319 162-1 A.1). */
function containerKind(text: string): 'asics' | 'asice' | 'zip' {
  const [, letter] = /^.{30}mimetypeapplication\/vnd\.etsi\.asic-([se])\+zip/s.exec(text) ?? [];
  if (letter === undefined) return 'zip';
  return letter === 's' ? 'asics' : 'asice';
}

/** The kind of a file from its first bytes (up to KIND_PROBE_BYTES; ISO 32000-2 7.5.2 lets a PDF header come late). */
export function detectKind(bytes: Uint8Array): FileKind {
  const text = decode(bytes);
  // What is wrapped around a PDF comes first: the header of the PDF within may stand among these bytes, too.
  if (isCms(bytes, text)) return 'cms';
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04) {
    // Lengths and sums before the name are no text.
    return containerKind(String.fromCharCode(...bytes.subarray(0, 128)));
  }
  if (text.includes('%PDF-')) return 'pdf';
  return XML_START.test(text) && !HTML_START.test(text) ? 'xml' : 'other';
}

/** Formats that can sign a file of this kind; the first is the natural one. */
export function formatsFor(kind: FileKind): readonly [SignatureFormat, ...SignatureFormat[]] {
  if (kind === 'pdf') return ['PAdES', 'CAdES', 'ASiC_S'];
  if (kind === 'xml') return ['XAdES', 'CAdES', 'ASiC_S'];
  if (kind === 'asics') return ['ASiC_S', 'CAdES'];
  if (kind === 'asice') return ['ASiC_E', 'CAdES', 'ASiC_S'];
  return ['CAdES', 'ASiC_S'];
}

/** In its own format a container takes one more signature; in another one it is signed as a document. */
export function takesSignature(kind: FileKind, format: SignatureFormat): boolean {
  return (kind === 'asics' && format === 'ASiC_S') || (kind === 'asice' && format === 'ASiC_E');
}

/** The name promises a kind that the content does not keep; worth a word to the person. */
export function nameContradictsKind(fileName: string, kind: FileKind): boolean {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return (extension === 'pdf' && kind !== 'pdf') || (extension === 'xml' && kind !== 'xml');
}
