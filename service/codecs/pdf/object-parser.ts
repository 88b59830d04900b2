import { leaveContentsClear } from './encryption/clear-contents.ts';
import { invalidStructure, PdfError } from './pdf-error.ts';
import {
  markOddItems,
  PdfDictionary,
  PdfReference,
  PdfStream,
  PdfString,
  type ObjectCipher,
  type PdfName,
  type PdfObject,
} from './pdf-objects.ts';
import { readLiteralString } from './literal-string.ts';
import { CR, isDigit, isWhitespace, LF, TokenReader } from './token-reader.ts';

const MAX_NESTING = 100;
/**
 * What objects take of the memory, in bytes, about: an array, dictionary or string, a name with codes in it, anything
 * else, a key. Two bytes of a file can be an object, so that its size says nothing of that.
 */
const WEIGHT = { container: 200, codedName: 200, other: 40, key: 120 } as const;
/** Of all objects inside one. */
const MAX_WEIGHT = 48 * 1024 * 1024;

const NOT_HEX = 255;
const HEX_VALUE = new Uint8Array(256).fill(NOT_HEX);
for (let digit = 0; digit < 16; digit++) {
  HEX_VALUE[digit.toString(16).charCodeAt(0)] = digit;
  HEX_VALUE[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}

/** What is written as one token, and means nothing by itself. */
function isScalar(object: PdfObject): boolean {
  return typeof object === 'number' || object instanceof PdfString;
}

/** From here on, as in the /Contents of signatures, a call of Buffer's is faster than a loop. */
const LONG_DIGITS = 512;

/** The value of digits that nothing stands between; null where something else does, or where their number is odd. */
function plainHex(bytes: Uint8Array, start: number, end: number): Uint8Array | null {
  if ((end - start) % 2 !== 0) return null;
  const digits = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
  // Buffer stops at the first character that is no digit.
  const value = Buffer.from(digits, 'hex');
  return value.length === (end - start) / 2 ? new Uint8Array(value.buffer, value.byteOffset, value.length) : null;
}

/** One entry of a dictionary with the place of its value: bytes `start` to `end` of the source. */
export interface DictionarySpan {
  readonly key: string;
  readonly value: PdfObject;
  readonly start: number;
  readonly end: number;
}

/** Recursive-descent parser of objects over one piece of the file. Throws PdfError. */
export class ObjectParser extends TokenReader {
  /** Of the indirect object whose body comes next; null where nothing is encrypted. */
  cipher: ObjectCipher | null = null;
  /** The values of keys that a dictionary names twice: one, and the next of the same key. */
  readonly repeatedValues: [PdfObject, PdfObject][] = [];
  #depth = 0;
  #weight = 0;

  /** Whether `object`, which was just parsed alone, is a number or string that readers read differently as it is written. */
  isOdd(object: PdfObject): boolean {
    return this.oddities > 0 && isScalar(object);
  }

  /** Memory that what was parsed so far takes, in bytes, about. */
  get weight(): number {
    return this.#weight;
  }

  /** The next object, ISO 32000-2 clause 7.3; stops right after its last byte. */
  parseObject(): PdfObject {
    this.skipSpace();
    const code = this.peek();
    this.#weigh(WEIGHT.other);
    if (code === 0x2f) return this.#parseNameObject();
    if (isDigit(code)) return this.#parseNumberOrReference();
    if (code === 0x3c) return this.#parseAngle();
    if (code === 0x28) return this.#parseLiteralString();
    if (code === 0x5b) return this.#parseArray();
    if (code === 0x2b || code === 0x2d || code === 0x2e) return this.parseNumber();
    if (this.tryKeyword('true')) return true;
    if (this.tryKeyword('false')) return false;
    if (this.tryKeyword('null')) return null;
    throw this.fail('object expected');
  }

  #parseNumberOrReference(): PdfObject {
    const number = this.tryInteger();
    if (number === undefined) return this.parseNumber();
    const afterNumber = this.position;
    this.skipSpace();
    if (isDigit(this.peek())) {
      const generation = this.tryInteger();
      if (generation !== undefined) {
        this.skipSpace();
        if (this.peek() === 0x52 && this.tryKeyword('R')) return new PdfReference(number, generation);
      }
    }
    this.position = afterNumber;
    return number;
  }

  #weigh(bytes: number): void {
    this.#weight += bytes;
    if (this.#weight > MAX_WEIGHT) throw new PdfError('PDF_LIMIT_EXCEEDED', `too many objects at byte ${this.offset}`);
  }

  #parseNameObject(): PdfName {
    const start = this.position;
    const name = this.parseName();
    if (name.value.length + 1 < this.position - start) this.#weigh(WEIGHT.codedName);
    return name;
  }

  #parseAngle(): PdfObject {
    this.position++;
    if (this.peek() !== 0x3c) return this.#parseHexString();
    this.position++;
    return this.#parseDictionaryBody();
  }

  #parseHexString(): PdfString {
    this.#weigh(WEIGHT.container);
    const start = this.position;
    const end = this.bytes.indexOf(0x3e, start);
    if (end < 0) {
      this.touchedEnd = true;
      throw this.fail('unterminated hex string');
    }
    const plain = end - start >= LONG_DIGITS ? plainHex(this.bytes, start, end) : null;
    if (plain !== null) {
      this.position = end + 1;
      return new PdfString(plain, this.cipher);
    }
    const result = new Uint8Array((end - start + 1) >> 1);
    let digits = 0;
    for (let index = start; index < end; index++) {
      const code = this.bytes[index] ?? 0;
      const value = HEX_VALUE[code] ?? NOT_HEX;
      if (value === NOT_HEX) {
        if (isWhitespace(code)) continue;
        throw invalidStructure(`not a hexadecimal digit at byte ${this.base + index}`);
      }
      const previous = result[digits >> 1] ?? 0;
      result[digits >> 1] = digits % 2 === 0 ? value << 4 : previous | value;
      digits++;
    }
    this.position = end + 1;
    return new PdfString(result.subarray(0, (digits + 1) >> 1), this.cipher);
  }

  #parseLiteralString(): PdfString {
    this.#weigh(WEIGHT.container);
    const string = readLiteralString(this.bytes, this.position + 1);
    if (string === null) {
      this.touchedEnd = true;
      throw this.fail('unterminated string');
    }
    this.position = string.next;
    if (string.literal !== null) this.oddities++;
    return new PdfString(string.value, this.cipher, false, string.literal);
  }

  #enter(): void {
    this.#weigh(WEIGHT.container);
    if (++this.#depth > MAX_NESTING) {
      throw new PdfError('PDF_LIMIT_EXCEEDED', `nested too deeply at byte ${this.offset}`);
    }
  }

  #parseArray(): PdfObject[] {
    this.position++;
    this.#enter();
    const items: PdfObject[] = [];
    const odd = new Set<number>();
    for (;;) {
      this.skipSpace();
      if (this.peek() === 0x5d) break;
      const before = this.oddities;
      const item = this.parseObject();
      if (this.oddities > before && isScalar(item)) odd.add(items.length);
      items.push(item);
    }
    if (odd.size > 0) markOddItems(items, odd);
    this.position++;
    this.#depth--;
    return items;
  }

  /** The entries of the dictionary that starts here, with the places of their values. */
  parseDictionarySpans(): DictionarySpan[] {
    this.skipSpace();
    if (this.peek() !== 0x3c) throw this.fail('dictionary expected');
    this.position++;
    if (this.peek() !== 0x3c) throw this.fail('dictionary expected');
    this.position++;
    const spans: DictionarySpan[] = [];
    while (!this.#atDictionaryEnd()) {
      const key = this.parseName().value;
      this.skipSpace();
      const start = this.offset;
      const value = this.parseObject();
      spans.push({ key, value, start, end: this.offset });
    }
    return spans;
  }

  #parseDictionaryBody(): PdfDictionary {
    this.#enter();
    const entries = new Map<string, PdfObject>();
    let hasDuplicateKeys = false;
    let signedOrReal: string[] | undefined;
    let odd: string[] | undefined;
    while (!this.#atDictionaryEnd()) {
      this.#weigh(WEIGHT.key);
      const key = this.parseName().value;
      const earlier = entries.get(key);
      const before = this.signedOrReal;
      const oddBefore = this.oddities;
      const value = this.parseObject();
      if (earlier !== undefined) this.repeatedValues.push([earlier, value]);
      hasDuplicateKeys ||= earlier !== undefined;
      entries.set(key, value);
      if (this.signedOrReal > before) (signedOrReal ??= []).push(key);
      if (this.oddities > oddBefore && isScalar(value)) (odd ??= []).push(key);
    }
    this.#depth--;
    if (this.cipher !== null) leaveContentsClear(entries);
    return new PdfDictionary(entries, hasDuplicateKeys, signedOrReal, odd);
  }

  /** True after consuming `>>`; otherwise a key is next. */
  #atDictionaryEnd(): boolean {
    this.skipSpace();
    const code = this.peek();
    if (code === 0x2f) return false;
    if (code === 0x3e) {
      this.position++;
      if (this.peek() === 0x3e) {
        this.position++;
        return true;
      }
    }
    throw this.fail('dictionary key expected');
  }

  /** `number generation obj`, ISO 32000-2 clause 7.3.10. */
  parseObjectHeader(): PdfReference {
    this.skipWhitespace();
    const number = this.expectInteger();
    const generation = this.expectInteger();
    this.expectKeyword('obj');
    return new PdfReference(number, generation);
  }

  /** The value of an indirect object whose header has been read, up to `endobj` or to the start of stream data. */
  parseObjectBody(): PdfObject {
    const value = this.parseObject();
    this.skipSpace();
    if (value instanceof PdfDictionary && this.tryKeyword('stream')) {
      if (this.peek() === CR) this.position++;
      // Clause 7.3.8.1: a carriage return alone does not end the keyword's line.
      if (this.peek() !== LF) throw this.fail('end of line expected after stream');
      this.position++;
      return new PdfStream(value, this.offset, this.cipher);
    }
    if (!this.tryKeyword('endobj')) throw this.fail("'endobj' expected");
    return value;
  }
}
