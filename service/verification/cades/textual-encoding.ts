import type { ByteSource } from '../../codecs/byte-source.ts';
import { readBase64 } from '../../codecs/mime/base64.ts';
import { readMimeEntity, type MimeEntity } from '../../codecs/mime/mime-entity.ts';

/** Texts are decoded as a whole; a larger one is no signature that anybody would write so. */
const MAX_TEXT_BYTES = 32 * 1024 * 1024;
const LOOK_BYTES = 1024;
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';
/** The first letter is what the tag of a SEQUENCE begins with: other letters alone are words. */
const BARE = /^\s*M[A-Za-z0-9+/=\s]+$/;
const BLOCK = /-----BEGIN (CMS|PKCS7|PKCS #7 SIGNED DATA|SIGNED MESSAGE)-----([^-]*)-----END \1-----/;

export interface DecodedText {
  /** What the file is written in. */
  readonly encoding: 'PEM' | 'base64' | 'S/MIME';
  readonly bytes: Uint8Array;
  /** Whether the file says nothing besides: no words around a block, no second block. */
  readonly isAlone: boolean;
}

/**
 * The bytes of a signature that is written as text: PEM (RFC 7468 section 9, or by the name that GnuPG gives it), bare
 * base64, or an S/MIME message whose body is one (RFC 8551 3.5.2). Null for everything else; a clear-signed message, whose
 * text would have to be brought into canonical form, is not one.
 */
export function decodeText(document: ByteSource): DecodedText | null {
  if (document.size > MAX_TEXT_BYTES || !isText(document.read(0, LOOK_BYTES))) return null;
  const bytes = document.read(0, document.size);
  const text = Buffer.from(bytes).toString('latin1').replace(BYTE_ORDER_MARK, '');
  const [block, , digits] = BLOCK.exec(text) ?? [];
  if (block !== undefined) return decoded('PEM', digits, text.replace(block, '').trim() === '');
  if (BARE.test(text)) return decoded('base64', text);
  const entity = readMimeEntity(bytes);
  return entity !== null && isSignature(entity) ? decoded('S/MIME', Buffer.from(entity.body).toString('latin1')) : null;
}

function isSignature({ mediaType, transferEncoding }: MimeEntity): boolean {
  return /^application\/(?:x-)?pkcs7-/.test(mediaType) && transferEncoding === 'base64';
}

function isText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}

function decoded(encoding: DecodedText['encoding'], base64: string | undefined, isAlone = true): DecodedText | null {
  const bytes = readBase64(base64 ?? '');
  return bytes && { encoding, bytes, isAlone };
}
