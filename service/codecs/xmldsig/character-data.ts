import { BYTE, isNoCharacter, MARKUP_BYTES, referredCharacter, TEXT_BYTES, VALUE_BYTES } from './xml-characters.ts';
import { takeText } from './spare-memory.ts';
import { broken } from './xml-error.ts';

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const AMPERSAND = 0x26;
const GT = 0x3e;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const HASH = 0x23;
const COLON = 0x3a;
const SEMICOLON = 0x3b;
const FIRST_BEYOND_ASCII = 0x80;
/** After the document comes a NUL, and a few more that are looked at without asking whether it has ended. */
const PADDING = 8;

/**
 * The texts and values of a document. Each method looks through one from where it begins, gives where it ends, and leaves
 * in `from` and `to` where its meaning stands in `bytes`: in the document, or behind it where the document has something
 * else there (references, line ends). That is never longer than the document itself.
 */
export class CharacterData {
  readonly bytes: Buffer;
  /** Of the document. */
  readonly length: number;
  from = 0;
  to = 0;
  /** Whether canonical forms have it as it stands in the document. */
  isCanonical = true;
  /** Whether there is a colon in it. */
  hasColon = false;
  #free: number;

  constructor(utf8: Uint8Array) {
    this.length = utf8.length;
    this.bytes = takeText(2 * utf8.length + PADDING);
    this.bytes.set(utf8);
    this.#free = utf8.length + PADDING;
    this.bytes.fill(0, utf8.length, this.#free);
  }

  /** Text up to the next markup, or the end of the document. Throws XML_STRUCTURE_INVALID, as the others do. */
  text(at: number): number {
    const { bytes } = this;
    this.hasColon = false;
    let isChanged = false;
    let to = at;
    for (; ; to++) {
      let what = TEXT_BYTES[bytes[to] ?? 0];
      while (what === 0) what = TEXT_BYTES[bytes[++to] ?? 0];
      if (what === BYTE.markup || to === this.length) break;
      if (what === BYTE.changed) isChanged = true;
      else if (what === BYTE.colon) this.hasColon = true;
      else if (what !== BYTE.bracket) this.#requireCharacter(to);
      else if (bytes[to + 1] === bytes[to] && bytes[to + 2] === GT) throw broken('the end of a CDATA section in text');
    }
    return this.#take(at, to, isChanged, 'text');
  }

  /** The value of an attribute from its first quotation mark on, up to the second one. */
  value(open: number): number {
    const { bytes } = this;
    const quote = bytes[open];
    if (quote !== QUOTE && quote !== APOSTROPHE) throw broken('the value of an attribute is not quoted');
    this.hasColon = false;
    let isChanged = false;
    let to = open + 1;
    for (; ; to++) {
      let what = VALUE_BYTES[bytes[to] ?? 0];
      while (what === 0) what = VALUE_BYTES[bytes[++to] ?? 0];
      if (bytes[to] === quote) break;
      if (what === BYTE.changed) isChanged = true;
      else if (what === BYTE.colon) this.hasColon = true;
      else if (what === BYTE.markup) throw broken('a `<` in the value of an attribute');
      else if (what !== BYTE.quote) this.#requireCharacter(to);
    }
    return this.#take(open + 1, to, isChanged, 'value');
  }

  /** What is in a comment, CDATA section or processing instruction, whose end is known. */
  markup(at: number, to: number): void {
    const { bytes } = this;
    this.hasColon = false;
    let isChanged = false;
    for (let next = at; next < to; next++) {
      const what = MARKUP_BYTES[bytes[next] ?? 0];
      if (what === 0) continue;
      if (what === BYTE.changed) isChanged = true;
      else if (what === BYTE.colon) this.hasColon = true;
      else this.#requireCharacter(next);
    }
    this.#take(at, to, isChanged, 'markup');
  }

  /** For a byte that stands for itself only where it begins a character of XML. */
  #requireCharacter(at: number): void {
    if (at >= this.length) throw broken('the document ends within an element');
    if (TEXT_BYTES[this.bytes[at] ?? 0] !== BYTE.mark || isNoCharacter(this.bytes, at)) {
      throw broken('a character that XML does not have');
    }
  }

  #take(from: number, to: number, isChanged: boolean, of: Part): number {
    this.from = from;
    this.to = to;
    this.isCanonical = true;
    if (isChanged) this.#decode(from, to, of);
    return to;
  }

  /** XML 1.0 clauses 2.11 (line ends), 3.3.3 (values) and 4.1 (references). */
  #decode(start: number, end: number, of: Part): void {
    const { bytes } = this;
    const changed = WRITTEN_OTHERWISE[of];
    this.from = this.#free;
    for (let at = start; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === AMPERSAND && of !== 'markup') {
        at = this.#reference(at, end, of);
        continue;
      }
      if (changed[byte] === 1) this.isCanonical = false;
      if (byte === CR && bytes[at + 1] === LF) at++;
      const plain = byte === CR ? LF : byte;
      bytes[this.#free++] = of === 'value' && (plain === LF || plain === TAB) ? SPACE : plain;
    }
    this.to = this.#free;
  }

  /** Writes the character that a reference stands for; gives where its semicolon is. */
  #reference(at: number, end: number, of: 'text' | 'value'): number {
    const { bytes } = this;
    let semicolon = at + 1;
    while (semicolon < end && bytes[semicolon] !== SEMICOLON) semicolon++;
    const code = semicolon < end ? referredCharacter(bytes, at + 1, semicolon) : -1;
    if (code < 0) throw broken('a reference to an entity or character that XML does not have');
    if (bytes[at + 1] === HASH || WRITTEN_AS_ENTITY[of][code] !== 1) this.isCanonical = false;
    if (code === COLON) this.hasColon = true;
    if (code < FIRST_BEYOND_ASCII) bytes[this.#free++] = code;
    else this.#free += bytes.write(String.fromCodePoint(code), this.#free);
    return semicolon;
  }
}

/** The part of a document that characters stand in. */
type Part = 'text' | 'value' | 'markup';

/** Canonical XML 1.0 clause 2.3: what canonical forms have entities for, and what else they never have as it is. */
const WRITTEN_AS_ENTITY = { text: flags('&<>'), value: flags('&<"') } as const;
const WRITTEN_OTHERWISE = { text: flags('>\r'), value: flags('\t\n\r'), markup: flags('\r') } as const;

function flags(characters: string): Uint8Array {
  const bytes = new Uint8Array(256);
  for (const character of characters) bytes[character.charCodeAt(0)] = 1;
  return bytes;
}
