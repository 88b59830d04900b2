import type { ByteWindow } from './byte-window.ts';
import type { ObjectPlaces } from './object-headers.ts';
import type { PdfDocument } from './pdf-document.ts';
import { isPdfArray, PdfDictionary, PdfReference, PdfStream, type PdfObject } from './pdf-objects.ts';
import { PdfError } from './pdf-error.ts';
import { isDigit, isWhitespace } from './token-reader.ts';

const CHUNK_BYTES = 1024 * 1024;
/** What a header takes up to its word: two numbers and white space. */
const HEADER_BYTES = 64;
const O = 0x6f;
const B = 0x62;
const J = 0x6a;

/**
 * A document that refers to an object that is not there, while something that looks like another object stands behind the
 * one in force, for instance in a stream: poppler misses the first, then searches the file of a cross-reference table for
 * all objects and takes of each number what it finds last. Null when it is none, otherwise a clause for a person.
 * Throws PdfError.
 */
export function twinCause(document: PdfDocument, places: ObjectPlaces): string | null {
  const hasTable = document.revisions.some(({ sections }) => sections.some(({ kind }) => kind === 'table'));
  const twin = hasTable ? findTwin(document, places) : null;
  if (twin === null) return null;
  const missing = findMissing(document);
  if (missing === null) return null;
  return `object ${missing} is referred to and not there, and some readers then take object ${twin} from another place`;
}

/** The number of an object that has a header behind the one in force; null where there is none. */
function findTwin(document: PdfDocument, places: ObjectPlaces): number | null {
  const window = document.bytes;
  const offsets = places.byNumber(document.endNumber);
  for (let start = 0; start < window.limit; start += CHUNK_BYTES) {
    const from = Math.max(0, start - HEADER_BYTES);
    const bytes = window.exactly(from, Math.min(start + CHUNK_BYTES, window.limit) - from);
    for (let end = nextWord(bytes, 0); end !== -1; end = nextWord(bytes, end + 3)) {
      const header = headerBefore(bytes, end);
      // Nearly every header is the one in force, at the very place that is written down.
      if (header === null || offsets[header.number] === from + header.at) continue;
      if (isTwin(document, header.number, from + header.at)) return header.number;
    }
  }
  return null;
}

/**
 * Where `obj` stands from `start` on, with white space before it; -1 where it does not. Looks at every third byte, as one
 * of any three letters in a row: this goes through whole files.
 */
function nextWord(bytes: Uint8Array, start: number): number {
  for (let at = start + 2; at < bytes.length; at += 3) {
    const code = bytes[at];
    if (code !== O && code !== B && code !== J) continue;
    const word = code === O ? at : code === B ? at - 1 : at - 2;
    if (isWordAt(bytes, word)) return word;
  }
  return -1;
}

function isWordAt(bytes: Uint8Array, at: number): boolean {
  const isWord = bytes[at] === O && bytes[at + 1] === B && bytes[at + 2] === J;
  return isWord && isWhitespace(bytes[at - 1] ?? O);
}

/** The number of the object whose header ends with the word at `end`, and where it begins. */
function headerBefore(bytes: Uint8Array, end: number): { readonly number: number; readonly at: number } | null {
  const generationEnd = whiteBefore(bytes, end);
  const generationAt = digitsBefore(bytes, generationEnd);
  const numberEnd = whiteBefore(bytes, generationAt);
  const at = digitsBefore(bytes, numberEnd);
  if (generationAt === generationEnd || numberEnd === generationAt || at === numberEnd) return null;
  let number = 0;
  for (let place = at; place < numberEnd; place++) number = number * 10 + (bytes[place] ?? 0x30) - 0x30;
  return { number, at };
}

function whiteBefore(bytes: Uint8Array, end: number): number {
  let at = end;
  while (at > 0 && end - at < HEADER_BYTES && isWhitespace(bytes[at - 1] ?? O)) at--;
  return at;
}

function digitsBefore(bytes: Uint8Array, end: number): number {
  let at = end;
  while (at > 0 && end - at < HEADER_BYTES && isDigit(bytes[at - 1] ?? O)) at--;
  return at;
}

function isTwin(document: PdfDocument, number: number, at: number): boolean {
  const location = document.find(number)?.location;
  if (location === undefined || location.kind === 'free') return false;
  if (location.kind !== 'file') return true;
  return at > location.offset && !isWhite(document.bytes, location.offset, at);
}

/** Whether there is nothing but white space between two places: the second is then the first one's header. */
function isWhite(window: ByteWindow, from: number, to: number): boolean {
  return to - from < HEADER_BYTES && window.exactly(from, to - from).every((code) => isWhitespace(code));
}

/** The number of an object that is referred to from what the trailer leads to, and that is not there; null for none. */
function findMissing(document: PdfDocument): number | null {
  const seen = new Set<number>();
  const open: PdfObject[] = [document.trailer];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next instanceof PdfReference) {
      if (seen.has(next.number)) continue;
      seen.add(next.number);
      const object = isThere(document, next) ? readable(document, next) : undefined;
      if (object === undefined) return next.number;
      open.push(object);
    } else if (next instanceof PdfStream) open.push(next.dictionary);
    else if (next instanceof PdfDictionary) for (const value of next.entries.values()) open.push(value);
    else if (isPdfArray(next)) for (const item of next) open.push(item);
  }
  return null;
}

function isThere(document: PdfDocument, { number, generation }: PdfReference): boolean {
  const location = document.find(number)?.location;
  if (location === undefined || location.kind === 'free') return false;
  return generation === (location.kind === 'file' ? location.generation : 0);
}

/** What cannot be read is as good as not there. */
function readable(document: PdfDocument, reference: PdfReference): PdfObject | undefined {
  try {
    return document.resolve(reference);
  } catch (error) {
    if (error instanceof PdfError && error.code === 'PDF_STRUCTURE_INVALID') return undefined;
    throw error;
  }
}
