import { leaveContentsClear } from './encryption/clear-contents.ts';
import { invalidStructure, PdfError } from './pdf-error.ts';
import {
  PdfDictionary,
  PdfName,
  PdfReference,
  PdfStream,
  PdfString,
  type ObjectCipher,
  type PdfObject,
} from './pdf-objects.ts';

const MAX_NESTING = 100;
/** Arrays and dictionaries inside one object; empty ones are the cheapest way to fill memory. */
const MAX_CONTAINERS = 200_000;

const REGULAR = 0;
const WHITESPACE = 1;
const DELIMITER = 2;

/** Character classes of ISO 32000-2 tables 1 and 2. */
const CHARACTER_CLASS = new Uint8Array(256);
for (const code of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) CHARACTER_CLASS[code] = WHITESPACE;
for (const character of '()<>[]{}/%') CHARACTER_CLASS[character.charCodeAt(0)] = DELIMITER;

const NOT_HEX = 255;
const HEX_VALUE = new Uint8Array(256).fill(NOT_HEX);
for (let digit = 0; digit < 16; digit++) {
  HEX_VALUE[digit.toString(16).charCodeAt(0)] = digit;
  HEX_VALUE[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}

const ESCAPES: Readonly<Record<number, number>> = { 0x6e: 0x0a, 0x72: 0x0d, 0x74: 0x09, 0x62: 0x08, 0x66: 0x0c };

const LF = 0x0a;
const CR = 0x0d;

export function isWhitespace(code: number): boolean {
  return CHARACTER_CLASS[code] === WHITESPACE;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isOctal(code: number): boolean {
  return code >= 0x30 && code <= 0x37;
}

/** `#xx` is a byte, clause 7.3.5; a number sign without two digits stands for itself, as in PDF 1.1. */
function decodeName(text: string): string {
  return text.replaceAll(/#([0-9a-fA-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** One entry of a dictionary with the place of its value: bytes `start` to `end` of the source. */
export interface DictionarySpan {
  readonly key: string;
  readonly value: PdfObject;
  readonly start: number;
  readonly end: number;
}

/**
 * Recursive-descent parser over one piece of the file. It sets `touchedEnd` as soon as its answer depended on the
 * end of the piece, so that the caller can ask again with a longer one. Throws PdfError.
 */
export class ObjectParser {
  position: number;
  touchedEnd = false;
  /** Of the indirect object whose body comes next; null where nothing is encrypted. */
  cipher: ObjectCipher | null = null;
  private readonly bytes: Uint8Array;
  private readonly base: number;
  /** The values of keys that a dictionary names twice: one, and the next of the same key. */
  readonly repeatedValues: [PdfObject, PdfObject][] = [];
  private depth = 0;
  private containers = 0;
  /** How many numbers with sign or fraction were met. */
  private signedOrReal = 0;

  /** `base` is the source position of `bytes[0]`; parsing starts at `bytes[position]`. */
  constructor(bytes: Uint8Array, base: number, position = 0) {
    this.bytes = bytes;
    this.base = base;
    this.position = position;
  }

  /** Position in the source. */
  get offset(): number {
    return this.base + this.position;
  }

  private peek(): number {
    if (this.position < this.bytes.length) return this.bytes[this.position] ?? -1;
    this.touchedEnd = true;
    return -1;
  }

  private fail(what: string): PdfError {
    return invalidStructure(`${what} at byte ${this.offset}`);
  }

  skipWhitespace(): void {
    const { bytes } = this;
    let position = this.position;
    while (position < bytes.length && CHARACTER_CLASS[bytes[position] ?? 0] === WHITESPACE) position++;
    this.position = position;
    if (position >= bytes.length) this.touchedEnd = true;
  }

  /** Whitespace and comments, ISO 32000-2 clause 7.2.4. */
  skipSpace(): void {
    const { bytes } = this;
    for (;;) {
      this.skipWhitespace();
      if (bytes[this.position] !== 0x25) return;
      let position = this.position;
      while (position < bytes.length && bytes[position] !== LF && bytes[position] !== CR) position++;
      this.position = position;
    }
  }

  /** Consumes the ASCII text `word` when it stands here, whatever follows. */
  tryBytes(word: string): boolean {
    const start = this.position;
    for (let index = 0; index < word.length; index++) {
      if (this.peek() !== word.charCodeAt(index)) {
        this.position = start;
        return false;
      }
      this.position++;
    }
    return true;
  }

  /** Consumes `word` when it stands here as a whole token. */
  tryKeyword(word: string): boolean {
    const start = this.position;
    if (!this.tryBytes(word)) return false;
    const next = this.peek();
    if (next === -1 || CHARACTER_CLASS[next] !== REGULAR) return true;
    this.position = start;
    return false;
  }

  expectKeyword(word: string): void {
    this.skipSpace();
    if (!this.tryKeyword(word)) throw this.fail(`'${word}' expected`);
  }

  /** An unsigned integer token. */
  expectInteger(): number {
    this.skipSpace();
    const value = this.tryInteger();
    if (value === undefined) throw this.fail('integer expected');
    return value;
  }

  private tryInteger(): number | undefined {
    const start = this.position;
    let value = 0;
    for (let code = this.peek(); isDigit(code); code = this.peek()) {
      value = value * 10 + code - 0x30;
      this.position++;
    }
    const next = this.peek();
    const isWhole = this.position > start && (next === -1 || CHARACTER_CLASS[next] !== REGULAR);
    if (isWhole && Number.isSafeInteger(value)) return value;
    this.position = start;
    return undefined;
  }

  /** The next object, ISO 32000-2 clause 7.3; stops right after its last byte. */
  parseObject(): PdfObject {
    this.skipSpace();
    const code = this.peek();
    if (code === 0x2f) return this.parseName();
    if (isDigit(code)) return this.parseNumberOrReference();
    if (code === 0x3c) return this.parseAngle();
    if (code === 0x28) return this.parseLiteralString();
    if (code === 0x5b) return this.parseArray();
    if (code === 0x2b || code === 0x2d || code === 0x2e) return this.parseNumber();
    if (this.tryKeyword('true')) return true;
    if (this.tryKeyword('false')) return false;
    if (this.tryKeyword('null')) return null;
    throw this.fail('object expected');
  }

  private parseNumberOrReference(): PdfObject {
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

  private parseNumber(): number {
    this.signedOrReal++;
    const start = this.position;
    for (let code = this.peek(); code !== -1 && CHARACTER_CLASS[code] === REGULAR; code = this.peek()) this.position++;
    let text = '';
    for (let index = start; index < this.position && text.length <= 400; index++) {
      text += String.fromCharCode(this.bytes[index] ?? 0);
    }
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text)) throw this.fail('malformed number');
    const value = Number(text);
    if (!Number.isFinite(value)) throw this.fail('number out of range');
    return value;
  }

  private parseName(): PdfName {
    const { bytes } = this;
    const start = ++this.position;
    let end = start;
    let value = '';
    for (; end < bytes.length; end++) {
      const code = bytes[end] ?? 0;
      if (CHARACTER_CLASS[code] !== REGULAR) break;
      value += String.fromCharCode(code);
    }
    if (end === bytes.length) this.touchedEnd = true;
    this.position = end;
    return new PdfName(value.includes('#') ? decodeName(value) : value);
  }

  private parseAngle(): PdfObject {
    this.position++;
    if (this.peek() !== 0x3c) return this.parseHexString();
    this.position++;
    return this.parseDictionaryBody();
  }

  private parseHexString(): PdfString {
    const start = this.position;
    const end = this.bytes.indexOf(0x3e, start);
    if (end < 0) {
      this.touchedEnd = true;
      throw this.fail('unterminated hex string');
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

  private parseLiteralString(): PdfString {
    this.position++;
    const result: number[] = [];
    let open = 1;
    for (;;) {
      const code = this.peek();
      if (code === -1) throw this.fail('unterminated string');
      this.position++;
      if (code === 0x5c) {
        this.parseEscape(result);
        continue;
      }
      if (code === 0x28) open++;
      if (code === 0x29 && --open === 0) return new PdfString(Uint8Array.from(result), this.cipher);
      if (code === CR) {
        // Clause 7.3.4.2: any end-of-line marker inside a string reads as one line feed.
        if (this.peek() === LF) this.position++;
        result.push(LF);
      } else result.push(code);
    }
  }

  private parseEscape(result: number[]): void {
    const code = this.peek();
    if (code === -1) throw this.fail('unterminated string');
    this.position++;
    if (isOctal(code)) {
      let value = code - 0x30;
      for (let digits = 1; digits < 3 && isOctal(this.peek()); digits++) {
        value = value * 8 + this.peek() - 0x30;
        this.position++;
      }
      result.push(value & 0xff);
    } else if (code === CR) {
      if (this.peek() === LF) this.position++;
    } else if (code !== LF) result.push(ESCAPES[code] ?? code);
  }

  private enter(): void {
    if (++this.depth > MAX_NESTING || ++this.containers > MAX_CONTAINERS) {
      throw new PdfError('PDF_LIMIT_EXCEEDED', `nested too deeply or too often at byte ${this.offset}`);
    }
  }

  private parseArray(): PdfObject[] {
    this.position++;
    this.enter();
    const items: PdfObject[] = [];
    for (;;) {
      this.skipSpace();
      if (this.peek() === 0x5d) break;
      items.push(this.parseObject());
    }
    this.position++;
    this.depth--;
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
    while (!this.atDictionaryEnd()) {
      const key = this.parseName().value;
      this.skipSpace();
      const start = this.offset;
      const value = this.parseObject();
      spans.push({ key, value, start, end: this.offset });
    }
    return spans;
  }

  private parseDictionaryBody(): PdfDictionary {
    this.enter();
    const entries = new Map<string, PdfObject>();
    let hasDuplicateKeys = false;
    let signedOrReal: string[] | undefined;
    while (!this.atDictionaryEnd()) {
      const key = this.parseName().value;
      const earlier = entries.get(key);
      const before = this.signedOrReal;
      const value = this.parseObject();
      if (earlier !== undefined) this.repeatedValues.push([earlier, value]);
      hasDuplicateKeys ||= earlier !== undefined;
      entries.set(key, value);
      if (this.signedOrReal > before) (signedOrReal ??= []).push(key);
    }
    this.depth--;
    if (this.cipher !== null) leaveContentsClear(entries);
    return new PdfDictionary(entries, hasDuplicateKeys, signedOrReal);
  }

  /** True after consuming `>>`; otherwise a key is next. */
  private atDictionaryEnd(): boolean {
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
