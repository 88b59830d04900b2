import { isWhitespace } from './token-reader.ts';
import { invalidStructure, PdfError } from './pdf-error.ts';

/** Throws PDF_LIMIT_EXCEEDED where a stream would become longer than it may. */
export function checkExpansion(length: number, maxBytes: number): void {
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

/** Ends the data, clause 7.4.5; smaller ones are followed by one byte more of their own than they say, larger ones repeat one. */
const RUN_END = 128;

/** ISO 32000-2 clause 7.4.5. What is cut off is given as far as it is there. */
export function decodeRunLength(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const result = new Uint8Array(sizeOfRuns(bytes, maxBytes));
  let length = 0;
  for (let index = 0; length < result.length;) {
    const code = bytes[index] ?? RUN_END;
    const count = bytesOfRun(bytes, index);
    // A byte is copied in less time than it takes to name a piece of memory.
    for (const end = length + count; length < end; length++)
      result[length] = bytes[code < RUN_END ? ++index : index + 1] ?? 0;
    index += code < RUN_END ? 1 : 2;
  }
  return result;
}

/** Counted beforehand: a piece of memory for each run takes a hundred times what a short one gives. */
function sizeOfRuns(bytes: Uint8Array, maxBytes: number): number {
  let size = 0;
  for (let index = 0; index < bytes.length;) {
    const code = bytes[index] ?? RUN_END;
    if (code === RUN_END) break;
    const count = bytesOfRun(bytes, index);
    size += count;
    checkExpansion(size, maxBytes);
    index += code < RUN_END ? 1 + count : 2;
  }
  return size;
}

function bytesOfRun(bytes: Uint8Array, index: number): number {
  const code = bytes[index] ?? RUN_END;
  return code < RUN_END ? Math.min(code + 1, bytes.length - index - 1) : 257 - code;
}
