import { otherKindOf } from '../inspection/other-kinds.ts';
import { decodeOid } from '../../codecs/asn1/oid.ts';
import type { ByteSource } from '../../codecs/byte-source.ts';
import { OID_ID_SIGNED_DATA } from '../../codecs/cms/object-identifiers.ts';

const LOOK_BYTES = 1024;
const SEQUENCE = 0x30;

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

/** What a file is instead of a signature, as code and in words for whoever sent it. */
export interface ForeignKind {
  /** There is no signature, or there may be one in something that is not a CAdES file. */
  readonly reason: 'SIG_NOT_FOUND' | 'SIG_FORMAT_UNEXPECTED';
  readonly detail: string;
}

const other = (detail: string): ForeignKind => ({ reason: 'SIG_FORMAT_UNEXPECTED', detail });
const unsigned = (detail: string): ForeignKind => ({ reason: 'SIG_NOT_FOUND', detail });

/**
 * What an unreadable file looks like instead of a CAdES signature; null when it begins as one, which is then damaged.
 * Only the beginning is looked at.
 */
export function foreignKindOf(document: ByteSource): ForeignKind | null {
  const start = document.read(0, LOOK_BYTES);
  if (start.length === 0) return unsigned('The file is empty.');
  const named = textKindOf(Buffer.from(start).toString('latin1').trimStart()) ?? otherContentType(start);
  if (named !== null) return named;
  return start[0] === SEQUENCE
    ? null
    : unsigned('The file bears no signature: it is no CMS, which a CAdES signature is.');
}

/** The kind of CMS that the file is instead of signed data; null for everything else. */
export function otherContentOf(document: ByteSource): ForeignKind | null {
  return otherContentType(document.read(0, LOOK_BYTES));
}

function textKindOf(text: string): ForeignKind | null {
  const words = otherKindOf(text);
  if (words !== null) return other(words);
  if (/^(?:\u00ef\u00bb\u00bf)?-----BEGIN /.test(text))
    return other('The file is PEM text, but no signature in it can be read.');
  if (/^[A-Za-z][A-Za-z0-9-]*:[ \t]/.test(text) && /^(?:content-|mime-version)/im.test(text)) {
    return other('The file is an S/MIME message. Convert it to DER: openssl cms -cmsout -inform SMIME -outform DER.');
  }
  if (/^MI[A-Za-z0-9+/\r\n]{30,}/.test(text))
    return other('The file is base64 text, but no signature in it can be read.');
  if (text.startsWith('%PDF-')) return other('The file is a PDF: check it as PAdES.');
  if (text.startsWith('<')) return other('The file is XML: check it as XAdES.');
  if (text.startsWith('PK\u0003\u0004')) return other('The file is a ZIP container: check it as ASiC.');
  return null;
}

/** Whether the file begins as a signature, whatever comes of it. */
export function beginsAsSignedData(document: ByteSource): boolean {
  return contentTypeOf(document.read(0, LOOK_BYTES)) === OID_ID_SIGNED_DATA;
}

function otherContentType(start: Uint8Array): ForeignKind | null {
  const kind = OTHER_CONTENT_TYPES.get(contentTypeOf(start) ?? '');
  if (kind === undefined) return null;
  const detail = `The file is CMS, but ${kind}.`;
  return kind.includes('without a signature') ? unsigned(detail) : other(detail);
}

/** The content type, if the file begins as a ContentInfo: SEQUENCE, then an OBJECT IDENTIFIER. */
function contentTypeOf(start: Uint8Array): string | null {
  const lengthOctet = start[1] ?? 0;
  const at = 2 + (lengthOctet > 0x80 ? lengthOctet & 0x7f : 0);
  const size = start[at + 1] ?? 0;
  if (start[0] !== SEQUENCE || start[at] !== 0x06 || size === 0 || size > 20) return null;
  try {
    return decodeOid(start.subarray(at + 2, at + 2 + size));
  } catch {
    return null;
  }
}
