import { isWhitespace } from '../token-reader.ts';

/** By the names of colour spaces (ISO 32000-2 table 92) how many numbers a colour has. */
const COMPONENTS: ReadonlyMap<string, number> = new Map(
  Object.entries({ G: 1, DeviceGray: 1, RGB: 3, DeviceRGB: 3, CMYK: 4, DeviceCMYK: 4 }),
);
/** Short names of the entries that say how much data there are (table 91). */
const SHORT: ReadonlyMap<string, string> = new Map(
  Object.entries({ Width: 'W', Height: 'H', BitsPerComponent: 'BPC', ColorSpace: 'CS', ImageMask: 'IM', Filter: 'F' }),
);
const [E, I] = [0x45, 0x49];
const EI_BYTES = 2;
/** White space that writers put around the data, and count or not. */
const MAX_GAP = 4;

/** A picture within contents (ISO 32000-2 clause 8.9.7), of which some readers count the data and others look for `EI`. */
export class InlineImage {
  readonly #entries = new Map<string, string | number>();
  #key: string | null = null;

  /** A name of its dictionary: a key, or the value of one. */
  addName(name: string): void {
    if (this.#key === null) this.#key = SHORT.get(name) ?? name;
    else this.#add(name);
  }

  addNumber(value: number): void {
    this.#add(value);
  }

  /** Of a list only the first item counts: a filter is a filter. */
  #add(value: string | number): void {
    if (this.#key !== null) this.#entries.set(this.#key, value);
    this.#key = null;
  }

  /**
   * The position after `EI`, where `start` is the one after `ID`; null where readers do not agree about it: its data are
   * not as long as they must be, or look like their end before they end.
   */
  endOfData(bytes: Uint8Array, start: number): number | null {
    const data = start + 1;
    const found = findEnd(bytes, data);
    const length = this.#length();
    if (length === null) return found;
    const end = data + length;
    const gap = found === null ? -1 : found - EI_BYTES - end;
    if (gap >= 0 && gap <= MAX_GAP) return found;
    // Without white space before it, those who count and those who look for the letters alone find the same.
    return (found === null || gap >= 0) && bytes[end] === E && bytes[end + 1] === I ? end + EI_BYTES : null;
  }

  /** In bytes; null where it takes a filter or a colour space to tell. */
  #length(): number | null {
    const entry = (key: string): string | number | undefined => this.#entries.get(key);
    const isMask = entry('IM') === 'true';
    const [width, height] = [entry('W'), entry('H')];
    const bits = isMask ? 1 : entry('BPC');
    const components = isMask ? 1 : COMPONENTS.get(String(entry('CS')));
    const isKnown = typeof width === 'number' && typeof height === 'number' && typeof bits === 'number';
    if (!isKnown || components === undefined || entry('F') !== undefined) return null;
    return Math.ceil((width * components * bits) / 8) * height;
  }
}

/** After the first `EI` between white space. */
function findEnd(bytes: Uint8Array, start: number): number | null {
  for (let at = bytes.indexOf(E, start); at !== -1; at = bytes.indexOf(E, at + 1)) {
    const next = bytes[at + 2];
    const isEnd = bytes[at + 1] === I && (next === undefined || isWhitespace(next));
    if (isEnd && isWhitespace(bytes[at - 1] ?? 0)) return at + 2;
  }
  return null;
}
