const CHUNK_BYTES = 64 * 1024;
/** The longest escape, `&quot;` or `&amp;#xD;`, fits; below this much room the chunk is given away. */
const RESERVE = 8;

type EscapeTable = readonly (Uint8Array | undefined)[];

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
  const bytes = new Array<Uint8Array | undefined>(256).fill(undefined);
  for (const [character, escape] of escapes) bytes[character.charCodeAt(0)] = Buffer.from(escape);
  return bytes;
}

/** Collects canonical bytes in one chunk that is handed to the sink whenever it is full. */
export class CanonicalOutput {
  readonly #sink: ByteSink;
  readonly #chunk = new Uint8Array(CHUNK_BYTES);
  #used = 0;

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  /** A string of ASCII, or of bytes as Latin-1. */
  latin1(text: string): void {
    for (let index = 0; index < text.length; index++) {
      if (this.#used > CHUNK_BYTES - RESERVE) this.flush();
      this.#chunk[this.#used++] = text.charCodeAt(index);
    }
  }

  /** As `latin1`, but escaped. */
  escapedLatin1(text: string, escapes: EscapeTable): void {
    for (let index = 0; index < text.length; index++) this.#escaped(text.charCodeAt(index), escapes);
  }

  /** The NUL-terminated bytes at `start`, escaped. */
  escaped(bytes: Uint8Array, start: number, escapes: EscapeTable): void {
    for (let at = start, byte = bytes[at]; byte !== undefined && byte !== 0; byte = bytes[++at]) {
      this.#escaped(byte, escapes);
    }
  }

  flush(): void {
    if (this.#used === 0) return;
    this.#sink(this.#chunk.subarray(0, this.#used));
    this.#used = 0;
  }

  #escaped(byte: number, escapes: EscapeTable): void {
    if (this.#used > CHUNK_BYTES - RESERVE) this.flush();
    const escape = escapes[byte];
    if (escape === undefined) this.#chunk[this.#used++] = byte;
    else {
      this.#chunk.set(escape, this.#used);
      this.#used += escape.length;
    }
  }
}
