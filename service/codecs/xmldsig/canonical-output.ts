const CHUNK_BYTES = 64 * 1024;
/** The longest escape, `&quot;` or `&amp;#xD;`, fits; below this much room the chunk is given away. */
const RESERVE = 8;

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
    if (this.#used > CHUNK_BYTES - RESERVE) this.flush();
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
      if (used > CHUNK_BYTES - RESERVE) used = this.#flushed(used);
      chunk[used++] = byte;
    }
    this.#used = used;
  }

  /** The string at `start`, escaped. */
  escaped(bytes: Uint8Array, start: number, { codes, escapes }: EscapeTable): void {
    const chunk = this.#chunk;
    let used = this.#used;
    for (let at = start; ; at++) {
      const byte = bytes[at] ?? 0;
      const code = codes[byte] ?? 0;
      if (code === END) break;
      if (used > CHUNK_BYTES - RESERVE) used = this.#flushed(used);
      if (code === 0) chunk[used++] = byte;
      else {
        this.#used = used;
        this.#escape(escapes[code - 1] ?? NOTHING);
        used = this.#used;
      }
    }
    this.#used = used;
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

  #flushed(used: number): number {
    this.#used = used;
    this.flush();
    return 0;
  }

  /** There is room for the longest of them whenever there is room for a byte. */
  #escape(escape: Uint8Array): void {
    if (this.#used > CHUNK_BYTES - RESERVE) this.flush();
    for (const byte of escape) this.#chunk[this.#used++] = byte;
  }
}

const NOTHING = new Uint8Array();
