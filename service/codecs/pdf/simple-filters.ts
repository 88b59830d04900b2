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

/** ISO 32000-2 clause 7.4.3. */
export function decodeAscii85(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const result: number[] = [];
  let group: number[] = [];
  for (const code of bytes) {
    checkExpansion(result.length, maxBytes);
    if (code === 0x7e) break;
    if (isWhitespace(code)) continue;
    if (code === 0x7a && group.length === 0) {
      result.push(0, 0, 0, 0);
      continue;
    }
    if (code < 0x21 || code > 0x75) throw invalidStructure('damaged ASCII85 data');
    group.push(code - 0x21);
    if (group.length === 5) {
      pushAscii85Group(result, group, 4);
      group = [];
    }
  }
  if (group.length === 1) throw invalidStructure('damaged ASCII85 data');
  if (group.length > 1) {
    const count = group.length - 1;
    while (group.length < 5) group.push(84);
    pushAscii85Group(result, group, count);
  }
  return Uint8Array.from(result);
}

function pushAscii85Group(result: number[], group: readonly number[], count: number): void {
  const value = group.reduce((sum, digit) => sum * 85 + digit, 0);
  if (value > 0xffffffff) throw invalidStructure('damaged ASCII85 data');
  for (let index = 0; index < count; index++) result.push((value >>> (24 - index * 8)) & 0xff);
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
