/** What is kept for the next document, in bytes of each kind; larger memory goes back to the system. */
const MOST_KEPT = 1024 * 1024;

/**
 * Memory of documents that were closed, for the next one: to have as much of it anew costs a third of parsing a document
 * of 100 KB, most of it for pages that the system has to clear.
 */
let text: Buffer = Buffer.alloc(0);
let words = new Int32Array(0);

/** Bytes with anything in them. */
export function takeText(length: number): Buffer {
  const spare = text;
  if (spare.length < length) return Buffer.allocUnsafeSlow(length);
  text = Buffer.alloc(0);
  return Buffer.from(spare.buffer, 0, length);
}

/** Nobody reads what was taken any more. */
export function giveText(taken: Buffer): void {
  const { byteLength } = taken.buffer;
  if (byteLength > text.length && byteLength <= MOST_KEPT) text = Buffer.from(taken.buffer);
}

/** Words with anything in them; there may be more of them in the same buffer. */
export function takeWords(length: number): Int32Array<ArrayBuffer> {
  const spare = words;
  if (spare.length < length) return new Int32Array(length);
  words = new Int32Array(0);
  return spare.subarray(0, length);
}

/** Nobody reads what was taken any more. */
export function giveWords({ buffer }: Int32Array<ArrayBuffer>): void {
  if (buffer.byteLength > words.byteLength && buffer.byteLength <= MOST_KEPT) words = new Int32Array(buffer);
}
