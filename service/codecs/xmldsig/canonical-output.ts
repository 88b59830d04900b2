const CHUNK_BYTES = 64 * 1024;
/** The longest escape, `&quot;`, fits; below this much room the chunk is given away. */
const RESERVE = 8;
const LT = 0x3c;
const GT = 0x3e;
const SLASH = 0x2f;
const COLON = 0x3a;
const FEW_BYTES = 32;

/** What to write for each byte, by its value: 0 the byte itself, otherwise one more than the index of an escape. */
interface EscapeTable {
  readonly codes: Uint8Array;
  readonly escapes: readonly Uint8Array[];
}
/** The code of the NUL that ends every string of the parser. */
const END = 255;

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
  codes[0] = END;
  escapes.forEach(([character], index) => (codes[character.charCodeAt(0)] = index + 1));
  return { codes, escapes: escapes.map(([, escape]) => Buffer.from(escape)) };
}

/** A chunk that no output holds: most canonical forms are a few hundred bytes long, less than a new one costs. */
let spare: Uint8Array | null = null;

/**
 * Collects canonical bytes in one chunk that is handed to the sink whenever it is full. `release` it in the end, so that
 * the next output has its chunk. Strings lie NUL-terminated in the parser's memory, or are bytes as Latin-1.
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

  /** The string at `start` as it is. */
  raw(bytes: Uint8Array, start: number): void {
    const chunk = this.#chunk;
    let used = this.#used;
    for (let at = start, byte = bytes[at] ?? 0; byte !== 0; byte = bytes[++at] ?? 0) {
      if (used === CHUNK_BYTES) used = this.#flushed();
      chunk[used++] = byte;
    }
    this.#used = used;
  }

  /** `<` and the name; `prefix` is 0 for none. */
  startOfTag(bytes: Uint8Array, prefix: number, name: number): void {
    this.byte(LT);
    this.#name(bytes, prefix, name);
  }

  endTag(bytes: Uint8Array, prefix: number, name: number): void {
    this.byte(LT);
    this.byte(SLASH);
    this.#name(bytes, prefix, name);
    this.byte(GT);
  }

  #name(bytes: Uint8Array, prefix: number, name: number): void {
    if (prefix !== 0) {
      this.raw(bytes, prefix);
      this.byte(COLON);
    }
    this.raw(bytes, name);
  }

  /** The string at `start`, escaped. */
  escaped(bytes: Uint8Array, start: number, { codes, escapes }: EscapeTable): void {
    for (let from = start; ;) {
      let at = from;
      let code = codes[bytes[at] ?? 0];
      while (code === 0) code = codes[bytes[++at] ?? 0];
      if (at > from) this.#copy(bytes, from, at);
      if (code === END || code === undefined) return;
      this.#escape(escapes[code - 1] ?? NOTHING);
      from = at + 1;
    }
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

  /** Up to FEW_BYTES are copied faster one by one than by a call into native code. */
  #copy(bytes: Uint8Array, from: number, to: number): void {
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

  #copyMany(bytes: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to;) {
      if (this.#used === CHUNK_BYTES) this.flush();
      const end = Math.min(to, at + CHUNK_BYTES - this.#used);
      this.#chunk.set(bytes.subarray(at, end), this.#used);
      this.#used += end - at;
      at = end;
    }
  }

  #flushed(): number {
    this.#used = CHUNK_BYTES;
    this.flush();
    return 0;
  }

  #escape(escape: Uint8Array): void {
    if (this.#used > CHUNK_BYTES - RESERVE) this.flush();
    for (const byte of escape) this.#chunk[this.#used++] = byte;
  }
}

const NOTHING = new Uint8Array();
