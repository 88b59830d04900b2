import { invalidStructure, type PdfError } from './pdf-error.ts';
import { PdfName } from './pdf-objects.ts';

const REGULAR = 0;
const WHITESPACE = 1;
const DELIMITER = 2;

/** Character classes of ISO 32000-2 tables 1 and 2. */
const CHARACTER_CLASS = new Uint8Array(256);
for (const code of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) CHARACTER_CLASS[code] = WHITESPACE;
for (const character of '()<>[]{}/%') CHARACTER_CLASS[character.charCodeAt(0)] = DELIMITER;

export const LF = 0x0a;
export const CR = 0x0d;

export function isWhitespace(code: number): boolean {
  return CHARACTER_CLASS[code] === WHITESPACE;
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/**
 * Stands in names for a number sign with one hexadecimal digit only: itself for some readers, a part of another character
 * for others (poppler), and so no byte that could be written in two ways.
 */
export const LOOSE_SIGN = '\uff03';

/** `#xx` is a byte, clause 7.3.5; a number sign without two digits stands for itself, as in PDF 1.1. */
export function decodeName(text: string): string {
  return text.replaceAll(/#([0-9a-fA-F]{1,2})/g, (_, digits: string) =>
    digits.length === 1 ? `${LOOSE_SIGN}${digits}` : String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

/**
 * Reads the tokens of one piece of the file: keywords, numbers, names. It sets `touchedEnd` as soon as its answer depended
 * on the end of the piece, so that the caller can ask again with a longer one. Throws PdfError.
 */
export class TokenReader {
  position: number;
  touchedEnd = false;
  protected readonly bytes: Uint8Array;
  protected readonly base: number;
  /** How many numbers with sign or fraction were met. */
  protected signedOrReal = 0;
  /** How many things were met that readers disagree about: integers that are written otherwise. */
  protected oddities = 0;

  /** `base` is the source position of `bytes[0]`; reading starts at `bytes[position]`. */
  constructor(bytes: Uint8Array, base: number, position = 0) {
    this.bytes = bytes;
    this.base = base;
    this.position = position;
  }

  /** Position in the source. */
  get offset(): number {
    return this.base + this.position;
  }

  protected peek(): number {
    if (this.position < this.bytes.length) return this.bytes[this.position] ?? -1;
    this.touchedEnd = true;
    return -1;
  }

  protected fail(what: string): PdfError {
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

  protected tryInteger(): number | undefined {
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

  protected parseNumber(): number {
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
    // 2.0 is 2 for some and no integer for others (poppler), and what is too large is cut off in different ways.
    if (Number.isInteger(value) && (text.includes('.') || !Number.isSafeInteger(value))) this.oddities++;
    return value;
  }

  protected parseName(): PdfName {
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
}
