import type { ByteSource } from '../../codecs/byte-source.ts';
import { readBase64 } from '../../codecs/mime/base64.ts';
import { readMimeEntity, startsAsMime, type MimeEntity } from '../../codecs/mime/mime-entity.ts';
import { partsOf, withCanonicalLines, withLineFeeds } from '../../codecs/mime/multipart.ts';

/** A message of mail as far as its signature goes. */
export interface SignedMessage {
  /** CMS, and the forms in which what it is over may have been signed; null where there is no such signature. */
  readonly signed: { readonly signature: Uint8Array; readonly contents: readonly Uint8Array[] } | null;
  /** In words, what it is. */
  readonly explanation: string;
}

/** Read as a whole; servers of mail take less. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
const LOOK_BYTES = 16 * 1024;
/** Parts are encoded each on its own (RFC 2045 6.4): who decodes the whole first finds others. */
const ENCODINGS_OF_PARTS: ReadonlySet<string> = new Set(['7bit', '8bit', 'binary']);

/** In words: its fields are signed neither beside its text nor around it. */
export const WHAT_A_MESSAGE_SIGNS =
  'The file is a signed message (S/MIME). The signature is over its text and attachments; subject, sender, recipients and date are not signed.';
const UNREADABLE =
  'The file is a signed message (S/MIME) that is not built as its standard demands; it was not checked.';
const OPEN_PGP = 'The file is a message signed with OpenPGP, which this station does not check.';
const UNSIGNED = 'The file is a message without a signature of the message as a whole.';

/**
 * Reads a message whose signature stands beside what it is over (multipart/signed, RFC 1847 2.1, RFC 8551 3.5.3). Null for
 * what is no MIME message.
 */
export function readSignedMessage(document: ByteSource): SignedMessage | null {
  if (document.size > MAX_MESSAGE_BYTES) return null;
  if (!startsAsMime(Buffer.from(document.read(0, LOOK_BYTES)).toString('latin1'))) return null;
  const entity = readMimeEntity(document.read(0, document.size));
  if (entity === null) return null;
  if (entity.mediaType !== 'multipart/signed') return { signed: null, explanation: UNSIGNED };
  const protocol = entity.parameters.get('protocol')?.toLowerCase() ?? '';
  if (protocol === 'application/pgp-signature') return { signed: null, explanation: OPEN_PGP };
  const signed = readParts(entity);
  return { signed, explanation: signed === null ? UNREADABLE : WHAT_A_MESSAGE_SIGNS };
}

/** Exactly two: what is signed, and the signature. Null where a reader may take other parts, and show what nobody signed. */
function readParts(entity: MimeEntity): SignedMessage['signed'] {
  if (!entity.isPlain || !ENCODINGS_OF_PARTS.has(entity.transferEncoding)) return null;
  const [content, second, ...more] = partsOf(entity, 2) ?? [];
  const signature = second && signatureIn(second);
  if (content === undefined || signature === undefined || signature === null || more.length > 0) return null;
  // Programs that sign a file byte by byte take its line ends as they are, and send it with others.
  const contents = new Set([withCanonicalLines(content), content, withLineFeeds(content)]);
  return { signature, contents: [...contents] };
}

function signatureIn(part: Uint8Array): Uint8Array | null {
  const entity = readMimeEntity(part);
  if (entity === null || !/^application\/(?:x-)?pkcs7-signature$/.test(entity.mediaType)) return null;
  if (entity.transferEncoding !== 'base64') return entity.body;
  return readBase64(Buffer.from(entity.body).toString('latin1'));
}
