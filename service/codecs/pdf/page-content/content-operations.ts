import { decodeName, isWhitespace } from '../token-reader.ts';

/** What may stand before an operator; dictionaries (of marked content) only count as being there. */
export type Operand = number | { readonly name: string } | Uint8Array | readonly Operand[] | null;

export interface ContentOperation {
  readonly operator: string;
  readonly operands: readonly Operand[];
}

const MAX_OPERANDS = 1024;
/** White space of PDF (ISO 32000-2 table 1); what JavaScript takes for it, a no-break space (0xA0) among it, is more. */
const END_OF_IMAGE = /[\0\t\n\f\r ]EI(?=[\0\t\n\f\r ]|$)/g;
const END_OF_WORD = /[\0\t\n\f\r ()<>[\]{}/%]/;
/** In these characters alone; JavaScript passes over spaces around a number, PDF has none within a word. */
const NUMBER = /^[-+.\dEe]+$/;

/**
 * The operations of a content stream (ISO 32000-2 clause 7.8.2) as lenient readers take them: what is no token is
 * passed over. An inline image is one operation `BI`.
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
    yield { operator: token, operands };
    operands = [];
  }
}

/** Gives operands as values and operators as strings. */
class TokenReader {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
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
    const number = NUMBER.test(word) ? Number(word) : NaN;
    return Number.isFinite(number) ? number : word;
  }

  /** To after the `EI` that ends an inline image. */
  skipImage(): void {
    const data = this.#text.indexOf('ID', this.#position);
    END_OF_IMAGE.lastIndex = data < 0 ? this.#text.length : data + 2;
    this.#position = END_OF_IMAGE.exec(this.#text) === null ? this.#text.length : END_OF_IMAGE.lastIndex;
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

  #dictionary(): null {
    let depth = 0;
    while (this.#position < this.#text.length) {
      if (this.#text.startsWith('<<', this.#position)) depth++;
      else if (this.#text.startsWith('>>', this.#position)) depth--;
      else if (this.#text[this.#position] === '(') {
        this.#literal();
        continue;
      } else {
        this.#position++;
        continue;
      }
      this.#position += 2;
      if (depth <= 0) break;
    }
    return null;
  }

  #hexadecimal(): Uint8Array {
    const end = this.#text.indexOf('>', this.#position);
    const digits = this.#text.slice(this.#position + 1, end < 0 ? undefined : end).replaceAll(/[^0-9A-Fa-f]/g, '');
    this.#position = end < 0 ? this.#text.length : end + 1;
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
  }

  /** Escapes only matter by how many characters they stand for. */
  #literal(): Uint8Array {
    const codes: number[] = [];
    let open = 0;
    for (; this.#position < this.#text.length; this.#position++) {
      const character = this.#text[this.#position] ?? '';
      if (character === '\\') {
        const escape =
          /^(?:[0-7]{1,3}|\r\n|[^])/.exec(this.#text.slice(this.#position + 1, this.#position + 4))?.[0] ?? '';
        this.#position += escape.length;
        if (/^[0-7]/.test(escape)) codes.push(Number.parseInt(escape, 8) & 0xff);
        else if (!/^[\r\n]/.test(escape)) codes.push(escape.charCodeAt(0));
        continue;
      }
      if (character === '(' && open++ === 0) continue;
      if (character === ')' && --open === 0) break;
      codes.push(character.charCodeAt(0));
    }
    this.#position++;
    return Uint8Array.from(codes);
  }
}
