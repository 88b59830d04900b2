import { decodeOid } from '../../codecs/asn1/oid.ts';
import type { ByteSource } from '../../codecs/byte-source.ts';

const LOOK_BYTES = 1024;

/** Other content types of CMS that a ContentInfo may announce (RFC 5652 3, RFC 5083, RFC 3274). */
const OTHER_CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.1.7.1', 'plain data without a signature'],
  ['1.2.840.113549.1.7.3', 'an encrypted message (EnvelopedData)'],
  ['1.2.840.113549.1.7.4', 'an encrypted message (SignedAndEnvelopedData)'],
  ['1.2.840.113549.1.7.5', 'a digest without a signature (DigestedData)'],
  ['1.2.840.113549.1.7.6', 'an encrypted message (EncryptedData)'],
  ['1.2.840.113549.1.9.16.1.2', 'authenticated data without a signature (AuthenticatedData)'],
  ['1.2.840.113549.1.9.16.1.9', 'compressed data without a signature (CompressedData)'],
  ['1.2.840.113549.1.9.16.1.23', 'an encrypted message (AuthEnvelopedData)'],
]);

/**
 * What an unreadable file looks like instead of a CAdES signature in DER, in words for whoever sent it; null when it
 * looks like nothing known. Only the beginning is looked at.
 */
export function foreignKindOf(document: ByteSource): string | null {
  const start = document.read(0, LOOK_BYTES);
  if (start.length === 0) return 'The file is empty.';
  return textKindOf(Buffer.from(start).toString('latin1').trimStart()) ?? otherContentType(start);
}

function textKindOf(text: string): string | null {
  if (/^(?:\u00ef\u00bb\u00bf)?-----BEGIN /.test(text)) {
    return 'The file is PEM text. Convert it to DER: openssl cms -cmsout -inform PEM -outform DER.';
  }
  if (/^[A-Za-z][A-Za-z0-9-]*:[ \t]/.test(text) && /^(?:content-|mime-version)/im.test(text)) {
    return 'The file is an S/MIME message. Convert it to DER: openssl cms -cmsout -inform SMIME -outform DER.';
  }
  if (/^MI[A-Za-z0-9+/\r\n]{30,}/.test(text)) return 'The file is base64 text. Decode it to DER.';
  if (text.startsWith('%PDF-')) return 'The file is a PDF: check it as PAdES.';
  if (text.startsWith('<')) return 'The file is XML: check it as XAdES.';
  return null;
}

/** The content type, if the file begins as a ContentInfo: SEQUENCE, then an OBJECT IDENTIFIER. */
function otherContentType(start: Uint8Array): string | null {
  const lengthOctet = start[1] ?? 0;
  const at = 2 + (lengthOctet > 0x80 ? lengthOctet & 0x7f : 0);
  const size = start[at + 1] ?? 0;
  if (start[0] !== 0x30 || start[at] !== 0x06 || size === 0 || size > 20) return null;
  try {
    const kind = OTHER_CONTENT_TYPES.get(decodeOid(start.subarray(at + 2, at + 2 + size)));
    return kind === undefined ? null : `The file is CMS, but ${kind}.`;
  } catch {
    return null;
  }
}
