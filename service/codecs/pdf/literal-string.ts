import { CR, LF } from './token-reader.ts';

const BACKSLASH = 0x5c;
const OPEN = 0x28;
const CLOSE = 0x29;
const ESCAPES: Readonly<Record<number, number>> = { 0x6e: 0x0a, 0x72: 0x0d, 0x74: 0x09, 0x62: 0x08, 0x66: 0x0c };

interface LiteralString {
  readonly value: Uint8Array;
  readonly next: number;
  /** All of it, where carriage returns stand in it, which some readers keep (poppler). */
  readonly literal: Uint8Array | null;
}

/**
 * The string in parentheses (ISO 32000-2 clause 7.3.4.2) whose first byte is at `start`, and where the bytes go on behind
 * it; null where they end before it does.
 */
export function readLiteralString(bytes: Uint8Array, start: number): LiteralString | null {
  const end = findEnd(bytes, start);
  if (end < 0) return null;
  let isOdd = false;
  const result = new Uint8Array(end - start);
  let length = 0;
  for (let index = start; index < end;) {
    const code = bytes[index] ?? 0;
    if (code === BACKSLASH) {
      const escape = readEscape(bytes, index + 1);
      if (escape.code !== null) result[length++] = escape.code;
      index = escape.next;
    } else if (code === CR) {
      // Any end-of-line marker inside a string reads as one line feed.
      result[length++] = LF;
      isOdd = true;
      index += bytes[index + 1] === LF ? 2 : 1;
    } else {
      result[length++] = code;
      index++;
    }
  }
  const literal = isOdd ? bytes.slice(start, end) : null;
  return { value: length === result.length ? result : result.slice(0, length), next: end + 1, literal };
}

/** Where the closing parenthesis stands; -1 for nowhere. */
function findEnd(bytes: Uint8Array, start: number): number {
  let open = 1;
  for (let index = start; index < bytes.length; index++) {
    const code = bytes[index];
    if (code === BACKSLASH) index++;
    else if (code === OPEN) open++;
    else if (code === CLOSE && --open === 0) return index;
  }
  return -1;
}

/** What stands behind a backslash; no byte for an end of line, which goes on. */
function readEscape(bytes: Uint8Array, start: number): { readonly code: number | null; readonly next: number } {
  const code = bytes[start] ?? 0;
  if (isOctal(code)) return readOctal(bytes, start);
  if (code === CR) return { code: null, next: start + (bytes[start + 1] === LF ? 2 : 1) };
  return { code: code === LF ? null : (ESCAPES[code] ?? code), next: start + 1 };
}

function readOctal(bytes: Uint8Array, start: number): { readonly code: number; readonly next: number } {
  let value = 0;
  let next = start;
  for (; next < start + 3 && isOctal(bytes[next] ?? 0); next++) value = value * 8 + (bytes[next] ?? 0) - 0x30;
  return { code: value & 0xff, next };
}

function isOctal(code: number): boolean {
  return code >= 0x30 && code <= 0x37;
}
