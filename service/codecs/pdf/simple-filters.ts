import { isWhitespace } from './token-reader.ts';
import { invalidStructure, PdfError } from './pdf-error.ts';

function checkExpansion(length: number, maxBytes: number): void {
  if (length > maxBytes) throw new PdfError('PDF_LIMIT_EXCEEDED', 'a stream expands too far');
}

/** ISO 32000-2 clause 7.4.2. */
export function decodeAsciiHex(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0x3e);
  const text = Buffer.from(bytes.subarray(0, end < 0 ? bytes.length : end)).toString('latin1');
  const digits = text.replaceAll(/[\0\t\n\f\r ]+/g, '');
  if (!/^[0-9a-fA-F]*$/.test(digits)) throw invalidStructure('damaged ASCIIHex data');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

const TILDE = 0x7e;
const Z = 0x7a;

/** ISO 32000-2 clause 7.4.3. */
export function decodeAscii85(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const mark = bytes.indexOf(TILDE);
  const written = mark < 0 ? bytes : bytes.subarray(0, mark);
  const result = new Uint8Array(sizeOfAscii85(written, maxBytes));
  let [length, value, digits] = [0, 0, 0];
  for (const code of written) {
    if (isWhitespace(code)) continue;
    if (code === Z && digits === 0) {
      length += 4;
      continue;
    }
    value = value * 85 + digitOfAscii85(code);
    if (++digits < 5) continue;
    length += putAscii85Group(result, length, value, 4);
    [value, digits] = [0, 0];
  }
  putLastGroup(result, length, value, digits);
  return result;
}

function digitOfAscii85(code: number): number {
  if (code < 0x21 || code > 0x75) throw invalidStructure('damaged ASCII85 data');
  return code - 0x21;
}

/** What is left of the last group is filled up with the highest digit. */
function putLastGroup(result: Uint8Array, start: number, value: number, digits: number): void {
  if (digits === 0) return;
  if (digits === 1) throw invalidStructure('damaged ASCII85 data');
  const whole = Array.from({ length: 5 - digits }).reduce<number>((sum) => sum * 85 + 84, value);
  putAscii85Group(result, start, whole, digits - 1);
}

/** Counted beforehand, since a stream of `z` alone becomes four times as large. */
function sizeOfAscii85(written: Uint8Array, maxBytes: number): number {
  let [zeros, digits] = [0, 0];
  for (const code of written) {
    if (code === Z) zeros++;
    else if (!isWhitespace(code)) digits++;
  }
  const rest = digits % 5;
  const size = zeros * 4 + ((digits - rest) / 5) * 4 + Math.max(0, rest - 1);
  checkExpansion(size, maxBytes);
  return size;
}

function putAscii85Group(result: Uint8Array, start: number, value: number, count: number): number {
  if (value > 0xffffffff) throw invalidStructure('damaged ASCII85 data');
  for (let index = 0; index < count; index++) result[start + index] = (value >>> (24 - index * 8)) & 0xff;
  return count;
}

/** ISO 32000-2 clause 7.4.5. */
export function decodeRunLength(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (let index = 0; index < bytes.length;) {
    const code = bytes[index] ?? 128;
    if (code === 128) break;
    const count = code < 128 ? code + 1 : 257 - code;
    const piece =
      code < 128 ? bytes.subarray(index + 1, index + 1 + count) : new Uint8Array(count).fill(bytes[index + 1] ?? 0);
    index += code < 128 ? 1 + count : 2;
    length += piece.length;
    checkExpansion(length, maxBytes);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

const LZW_CLEAR = 256;
const LZW_END = 257;

/** ISO 32000-2 clause 7.4.4; codes grow one entry early unless the stream says otherwise. */
export function decodeLzw(bytes: Uint8Array, isEarlyChange: boolean, maxBytes: number): Uint8Array {
  const early = isEarlyChange ? 1 : 0;
  const table: Uint8Array[] = [];
  const pieces: Uint8Array[] = [];
  let previous: Uint8Array | null = null;
  let width = 9;
  let pending = 0;
  let pendingBits = 0;
  let length = 0;
  for (const byte of bytes) {
    pending = ((pending << 8) | byte) & 0xffffff;
    pendingBits += 8;
    if (pendingBits < width) continue;
    pendingBits -= width;
    const code = (pending >> pendingBits) & ((1 << width) - 1);
    if (code === LZW_END) break;
    if (code === LZW_CLEAR) {
      table.length = 0;
      previous = null;
      width = 9;
      continue;
    }
    const entry = lzwEntry(table, code, previous);
    length += entry.length;
    checkExpansion(length, maxBytes);
    pieces.push(entry);
    if (previous !== null && table.length < 4096 - 258) table.push(appendByte(previous, entry[0] ?? 0));
    previous = entry;
    const next = table.length + 258 + early;
    width = next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9;
  }
  return Buffer.concat(pieces);
}

function lzwEntry(table: readonly Uint8Array[], code: number, previous: Uint8Array | null): Uint8Array {
  if (code < 256) return Uint8Array.of(code);
  const known = table[code - 258];
  if (known !== undefined) return known;
  if (previous === null || code !== table.length + 258) throw invalidStructure('damaged LZW data');
  return appendByte(previous, previous[0] ?? 0);
}

function appendByte(bytes: Uint8Array, last: number): Uint8Array {
  const result = new Uint8Array(bytes.length + 1);
  result.set(bytes);
  result[bytes.length] = last;
  return result;
}
