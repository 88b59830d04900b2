import { decodeName, isWhitespace } from '../token-reader.ts';

/** What may stand before an operator; dictionaries (of marked content) only count as being there. */
export type Operand = number | { readonly name: string } | Uint8Array | readonly Operand[] | null;

export interface ContentOperation {
  readonly operator: string;
  readonly operands: readonly Operand[];
  /** One of its numbers is written with a full stop; of 3.0 some readers make 3, and others nothing. */
  readonly hasFraction: boolean;
  /**
   * Readers make different things of it: a number is none for some of them, or it cannot be told where the data of a
   * picture or a string ends.
   */
  readonly isOdd: boolean;
}

const MAX_OPERANDS = 1024;
/** White space of PDF (ISO 32000-2 table 1); what JavaScript takes for it, a no-break space (0xA0) among it, is more. */
const END_OF_IMAGE = /([^])EI(?=[\0\t\n\f\r ]|$)/g;
const END_OF_WORD = /[\0\t\n\f\r ()<>[\]{}/%]/;
/** Clause 7.3.3. */
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)$/;
/** What begins as a number and is none is another one to each reader. In these characters JavaScript reads some. */
const LIKE_NUMBER = /^[-+.\d]/;
const NUMBER_OF_SOME = /^[-+.\dEe]+$/;

/**
 * The operations of a content stream (ISO 32000-2 clause 7.8.2) as lenient readers take them: what is no token is
 * passed over. An inline image is one operation `BI`. One without an operator stands for what has no end.
 */
export function* contentOperations(bytes: Uint8Array): Generator<ContentOperation> {
  const reader = new TokenReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'));
  let operands: Operand[] = [];
  for (let token = reader.next(); token !== undefined; token = reader.next()) {
    if (typeof token !== 'string') {
      if (operands.length < MAX_OPERANDS) operands.push(token);
      continue;
    }
    if (token === 'BI') reader.skipImage();
    yield { operator: token, operands, ...reader.takeFindings() };
    operands = [];
  }
  const rest = reader.takeFindings();
  // What was passed over may be operations to other readers.
  if (rest.isOdd) yield { operator: '', operands, ...rest };
}

/** Gives operands as values and operators as strings. */
class TokenReader {
  readonly #text: string;
  #position = 0;
  #hasFraction = false;
  #isOdd = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** What was found since the last call. */
  takeFindings(): Pick<ContentOperation, 'hasFraction' | 'isOdd'> {
    const found = { hasFraction: this.#hasFraction, isOdd: this.#isOdd };
    this.#hasFraction = false;
    this.#isOdd = false;
    return found;
  }

  next(): Operand | string | undefined {
    this.#skipSpace();
    const character = this.#text[this.#position];
    if (character === undefined) return undefined;
    if (character === '/') return { name: decodeName(this.#word(1)) };
    if (character === '(') return this.#literal();
    if (character === '[') return this.#list();
    if (this.#text.startsWith('<<', this.#position)) return this.#dictionary();
    if (character === '<') return this.#hexadecimal();
    const word = this.#word(0);
    if (word === '') {
      // A closing bracket without an opening one, or a brace.
      this.#position++;
      return null;
    }
    return this.#numberOr(word);
  }

  #numberOr(word: string): number | string {
    this.#hasFraction ||= word.includes('.');
    if (NUMBER.test(word)) return Number(word);
    this.#isOdd ||= LIKE_NUMBER.test(word);
    const number = NUMBER_OF_SOME.test(word) ? Number(word) : NaN;
    return Number.isFinite(number) ? number : word;
  }

  /**
   * To after the `EI` that ends an inline image. Some readers count the bytes of its data, others look for these letters
   * with or without white space before them.
   */
  skipImage(): void {
    let token = this.next();
    while (token !== undefined && token !== 'ID') token = this.next();
    END_OF_IMAGE.lastIndex = this.#position;
    let end = END_OF_IMAGE.exec(this.#text);
    this.#isOdd ||= end === null || !isWhitespace(end[1]?.charCodeAt(0) ?? 0);
    while (end !== null && !isWhitespace(end[1]?.charCodeAt(0) ?? 0)) end = END_OF_IMAGE.exec(this.#text);
    this.#position = end === null ? this.#text.length : end.index + 3;
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#position);
      if (isWhitespace(code)) this.#position++;
      else if (code === 0x25) {
        while (this.#position < this.#text.length && !'\r\n'.includes(this.#text[this.#position] ?? ''))
          this.#position++;
      } else return;
    }
  }

  /** A run of regular characters after `skip` others. */
  #word(skip: number): string {
    const start = this.#position + skip;
    let end = start;
    while (end < this.#text.length && !END_OF_WORD.test(this.#text[end] ?? '')) end++;
    this.#position = end;
    return this.#text.slice(start, end);
  }

  #list(): Operand[] {
    const items: Operand[] = [];
    this.#position++;
    for (;;) {
      this.#skipSpace();
      const character = this.#text[this.#position];
      if (character === undefined || character === ']') break;
      const item = character === '[' ? null : this.next();
      if (character === '[') this.#position++;
      if (item !== undefined && typeof item !== 'string') items.push(item);
    }
    this.#position++;
    return items;
  }

  /** Of any depth, with whatever stands in it; lists in it need not be told apart. */
  #dictionary(): null {
    let depth = 0;
    do {
      this.#skipSpace();
      const character = this.#text[this.#position];
      if (character === undefined) break;
      const isEnd = this.#text.startsWith('>>', this.#position);
      if (isEnd || this.#text.startsWith('<<', this.#position)) {
        depth += isEnd ? -1 : 1;
        this.#position += 2;
      } else if (character === '[' || character === ']') this.#position++;
      else this.next();
    } while (depth > 0);
    return null;
  }

  #hexadecimal(): Uint8Array {
    const end = this.#text.indexOf('>', this.#position);
    this.#isOdd ||= end < 0;
    const digits = this.#text.slice(this.#position + 1, end < 0 ? undefined : end).replaceAll(/[^0-9A-Fa-f]/g, '');
    this.#position = end < 0 ? this.#text.length : end + 1;
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
  }

  #literal(): Uint8Array {
    const codes: number[] = [];
    let open = 0;
    for (; this.#position < this.#text.length; this.#position++) {
      const character = this.#text[this.#position] ?? '';
      if (character === '\\') {
        const code = this.#escaped();
        if (code !== null) codes.push(code);
        continue;
      }
      if (character === '(' && open++ === 0) continue;
      if (character === ')' && --open === 0) break;
      codes.push(character.charCodeAt(0));
    }
    this.#isOdd ||= this.#position >= this.#text.length;
    this.#position++;
    return Uint8Array.from(codes);
  }

  /** Escapes only matter by how many characters they stand for; null for an end of line. */
  #escaped(): number | null {
    const rest = this.#text.slice(this.#position + 1, this.#position + 4);
    const escape = /^(?:[0-7]{1,3}|\r\n|[^])/.exec(rest)?.[0] ?? '';
    this.#position += escape.length;
    if (/^[0-7]/.test(escape)) return Number.parseInt(escape, 8) & 0xff;
    return /^[\r\n]/.test(escape) ? null : escape.charCodeAt(0);
  }
}
