import type { XmlName } from './xml-names.ts';

const CHUNK_BYTES = 64 * 1024;
/** The longest escape, `&quot;`, fits; below this much room the chunk is given away. */
const RESERVE = 8;
const LT = 0x3c;
const GT = 0x3e;
const SLASH = 0x2f;
const FEW_BYTES = 32;

/** What to write for each byte, by its value: 0 the byte itself, otherwise one more than the index of an escape. */
interface EscapeTable {
  readonly codes: Uint8Array;
  readonly escapes: readonly Uint8Array[];
}

/** Takes bytes that are valid only until it returns. */
export type ByteSink = (bytes: Uint8Array) => void;

const AMPERSAND: readonly [string, string] = ['&', '&amp;'];
const LESS: readonly [string, string] = ['<', '&lt;'];
const RETURN: readonly [string, string] = ['\r', '&#xD;'];
/** Canonical XML 1.0 clause 2.3, text nodes. */
export const TEXT_ESCAPES = table([AMPERSAND, LESS, ['>', '&gt;'], RETURN]);
/** Canonical XML 1.0 clause 2.3, attribute nodes. */
export const VALUE_ESCAPES = table([AMPERSAND, LESS, ['"', '&quot;'], ['\t', '&#x9;'], ['\n', '&#xA;'], RETURN]);
/** Comments and processing instructions: a carriage return can only have come from nowhere, but is escaped all the same. */
export const MARKUP_ESCAPES = table([RETURN]);

function table(escapes: readonly (readonly [string, string])[]): EscapeTable {
  const codes = new Uint8Array(256);
  escapes.forEach(([character], index) => (codes[character.charCodeAt(0)] = index + 1));
  return { codes, escapes: escapes.map(([, escape]) => Buffer.from(escape)) };
}

/** A chunk that no output holds: most canonical forms are a few hundred bytes long, less than a new one costs. */
let spare: Uint8Array | null = null;

/**
 * Collects canonical bytes in one chunk that is handed to the sink whenever it is full. `release` it in the end, so that
 * the next output has its chunk. Strings are parts of the document's bytes, or bytes as Latin-1.
 */
export class CanonicalOutput {
  readonly #sink: ByteSink;
  readonly #chunk: Uint8Array;
  #used = 0;

  constructor(sink: ByteSink) {
    this.#sink = sink;
    this.#chunk = spare ?? new Uint8Array(CHUNK_BYTES);
    spare = null;
  }

  /** One byte. */
  byte(value: number): void {
    if (this.#used === CHUNK_BYTES) this.flush();
    this.#chunk[this.#used++] = value;
  }

  /** A string of ASCII, or of bytes as Latin-1. */
  latin1(text: string): void {
    for (let index = 0; index < text.length; index++) this.byte(text.charCodeAt(index));
  }

  /** As `latin1`, but escaped. */
  escapedLatin1(text: string, table: EscapeTable): void {
    for (let index = 0; index < text.length; index++) {
      const byte = text.charCodeAt(index);
      const escape = table.escapes[(table.codes[byte] ?? 0) - 1];
      if (escape === undefined) this.byte(byte);
      else this.#escape(escape);
    }
  }

  /** The string as it is. Up to FEW_BYTES are copied faster one by one than by a call into native code. */
  raw(bytes: Uint8Array, from: number, to: number): void {
    if (to - from > FEW_BYTES) {
      this.#copyMany(bytes, from, to);
      return;
    }
    if (this.#used > CHUNK_BYTES - FEW_BYTES) this.flush();
    const chunk = this.#chunk;
    let used = this.#used;
    for (let at = from; at < to; at++) chunk[used++] = bytes[at] ?? 0;
    this.#used = used;
  }

  /** `<` and the name. */
  startOfTag(bytes: Uint8Array, { from, to }: XmlName): void {
    this.byte(LT);
    this.raw(bytes, from, to);
  }

  endTag(bytes: Uint8Array, { from, to }: XmlName): void {
    this.byte(LT);
    this.byte(SLASH);
    this.raw(bytes, from, to);
    this.byte(GT);
  }

  /** The string, escaped. */
  escaped(bytes: Uint8Array, start: number, end: number, { codes, escapes }: EscapeTable): void {
    let from = start;
    for (let at = start; at < end; at++) {
      const code = codes[bytes[at] ?? 0] ?? 0;
      if (code === 0) continue;
      this.raw(bytes, from, at);
      this.#escape(escapes[code - 1] ?? NOTHING);
      from = at + 1;
    }
    this.raw(bytes, from, end);
  }

  /** Gives what there is to the sink. */
  flush(): void {
    if (this.#used === 0) return;
    this.#sink(this.#chunk.subarray(0, this.#used));
    this.#used = 0;
  }

  /** Nothing more is written. */
  release(): void {
    spare = this.#chunk;
  }

  #copyMany(bytes: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to;) {
      if (this.#used === CHUNK_BYTES) this.flush();
      const end = Math.min(to, at + CHUNK_BYTES - this.#used);
      this.#chunk.set(bytes.subarray(at, end), this.#used);
      this.#used += end - at;
      at = end;
    }
  }

  #escape(escape: Uint8Array): void {
    if (this.#used > CHUNK_BYTES - RESERVE) this.flush();
    for (const byte of escape) this.#chunk[this.#used++] = byte;
  }
}

const NOTHING = new Uint8Array();
