import { formatDate } from './dates.ts';
import type { BuiltUpdate } from './incremental-update.ts';
import { PdfError } from './pdf-error.ts';
import { PdfString, type ObjectCipher, type PdfDictionary, type PdfReference } from './pdf-objects.ts';
import { serializeObject } from './serialize-object.ts';
import { encodeTextString } from './text-strings.ts';

/** A PAdES signature, or a document timestamp (EN 319 142-1 clauses 6.3 and 5.4.3). */
export type SignatureKind = 'signature' | 'documentTimestamp';

/** Room for four numbers below 10^15 with their spaces. */
const BYTE_RANGE_CHARACTERS = 64;

/** An update that waits for its signature. All positions are of the output file. */
export interface PreparedPdfSignature {
  readonly originalSize: number;
  /** Everything after the original bytes; /ByteRange is final, /Contents is zeros until `embedSignature`. */
  readonly appended: Uint8Array;
  /** Start and length of the part before the hole, start and length of the part after it. */
  readonly byteRange: readonly [number, number, number, number];
  /** The bytes of /Contents, `<` and `>` included: what the digest leaves out. */
  readonly contentsHole: { readonly start: number; readonly end: number };
  readonly fieldName: string;
}

interface Placeholder {
  readonly body: Uint8Array;
  /** Positions in the body. */
  readonly byteRangeStart: number;
  readonly contentsStart: number;
  readonly contentsEnd: number;
}

interface PlaceholderOptions {
  readonly kind: SignatureKind;
  readonly at: Date;
  readonly contentsBytes: number;
  readonly reason: string | null;
  /** Become /Reference: what the signature permits to later changes. */
  readonly references: readonly PdfDictionary[];
}

/**
 * The signature dictionary (ISO 32000-2 clause 12.8.1, EN 319 142-1 clause 6.3) with room for what is not known yet.
 * In an encrypted document all its strings are encrypted by `cipher`, except /Contents (clause 7.6.2).
 */
export function placeholderBody(options: PlaceholderOptions, cipher: ObjectCipher | null): Placeholder {
  const string = (bytes: Uint8Array): string => serializeObject(new PdfString(bytes), cipher);
  const isSignature = options.kind === 'signature';
  let head = isSignature ? '<</Type /Sig' : '<</Type /DocTimeStamp';
  head += `\n/Filter /Adobe.PPKLite\n/SubFilter ${isSignature ? '/ETSI.CAdES.detached' : '/ETSI.RFC3161'}\n`;
  if (isSignature) head += `/M ${string(Buffer.from(formatDate(options.at), 'latin1'))}\n`;
  if (options.reason !== null) head += `/Reason ${string(encodeTextString(options.reason))}\n`;
  if (options.references.length > 0) head += `/Reference ${serializeObject(options.references, cipher)}\n`;
  head += '/ByteRange ';
  const byteRangeStart = head.length;
  head += `${' '.repeat(BYTE_RANGE_CHARACTERS)}\n/Contents `;
  const contentsStart = head.length;
  const contentsEnd = contentsStart + options.contentsBytes * 2 + 2;
  const body = Buffer.alloc(contentsEnd + 3, '0');
  body.write(`${head}<`, 'latin1');
  body.write('>\n>>', contentsEnd - 1, 'latin1');
  return { body, byteRangeStart, contentsStart, contentsEnd };
}

/** Writes the final /ByteRange; only inside the appended bytes. */
export function finishPlaceholder(
  originalSize: number,
  built: BuiltUpdate,
  signature: PdfReference,
  placeholder: Placeholder,
  fieldName: string,
): PreparedPdfSignature {
  const body = built.bodyStarts.get(signature.number);
  if (body === undefined) throw new RangeError('the signature dictionary is not part of the update');
  const appended = built.bytes;
  const start = originalSize + body + placeholder.contentsStart;
  const end = originalSize + body + placeholder.contentsEnd;
  const byteRange = [0, start, end, originalSize + appended.length - end] as const;
  Buffer.from(appended.buffer, appended.byteOffset, appended.length).write(
    `[${byteRange.join(' ')}]`,
    body + placeholder.byteRangeStart,
    'latin1',
  );
  return { originalSize, appended, byteRange, contentsHole: { start, end }, fieldName };
}

/**
 * Writes the CMS or time-stamp token into /Contents and gives the finished appended bytes (the same array).
 * Throws PdfError: PDF_CONTENTS_TOO_SMALL.
 */
export function embedSignature(prepared: PreparedPdfSignature, signature: Uint8Array): Uint8Array {
  const { appended, contentsHole, originalSize } = prepared;
  const room = (contentsHole.end - contentsHole.start - 2) / 2;
  if (signature.length > room) {
    throw new PdfError('PDF_CONTENTS_TOO_SMALL', `the signature has ${signature.length} bytes, the room is ${room}`);
  }
  const bytes = Buffer.from(appended.buffer, appended.byteOffset, appended.length);
  const at = contentsHole.start + 1 - originalSize;
  bytes.fill('0', at, contentsHole.end - 1 - originalSize);
  bytes.write(Buffer.from(signature.buffer, signature.byteOffset, signature.length).toString('hex'), at, 'latin1');
  return appended;
}
