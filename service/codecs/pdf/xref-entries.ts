import { invalidStructure, PdfError } from './pdf-error.ts';

/** security bound: more objects than any real document has. */
export const MAX_OBJECTS = 5_000_000;

/** What reading an entry costs, and all that look through them, in bytes that are read. */
export const ENTRY_WORK_BYTES = 40;

const FREE = 0;
const IN_FILE = 1;
const IN_STREAM = 2;

/** Where an object is, according to one cross-reference section (ISO 32000-2 clauses 7.5.4 and 7.5.8). */
export type ObjectLocation =
  | { readonly kind: 'free' }
  | { readonly kind: 'file'; readonly offset: number; readonly generation: number }
  | { readonly kind: 'objectStream'; readonly container: number; readonly index: number };

interface Subsection {
  readonly first: number;
  readonly count: number;
  /** Position of its first entry in the arrays. */
  readonly start: number;
}

/** The entries of one section in typed arrays: 13 bytes each, because a document may have millions. */
export class XrefEntries {
  readonly #subsections: Subsection[] = [];
  #kinds = new Uint8Array(64);
  #positions = new Float64Array(64);
  #details = new Uint32Array(64);
  #count = 0;
  #own: { readonly number: number; readonly offset: number } | null = null;
  #isAscendingSoFar = true;
  #hasUnknownKindSoFar = false;

  /** Announces `count` entries for the object numbers from `first` on, to be added one by one. */
  startSubsection(first: number, count: number): void {
    const end = this.#count + count;
    if (end > MAX_OBJECTS || first + count > MAX_OBJECTS) throw new PdfError('PDF_LIMIT_EXCEEDED', 'too many objects');
    const previous = this.#subsections.at(-1);
    if (previous !== undefined && first < previous.first + previous.count) this.#isAscendingSoFar = false;
    if (count > 0) this.#subsections.push({ first, count, start: this.#count });
    if (end > this.#kinds.length) this.#grow(Math.max(end, this.#kinds.length * 2));
  }

  #grow(length: number): void {
    const kinds = this.#kinds;
    const positions = this.#positions;
    const details = this.#details;
    this.#kinds = new Uint8Array(length);
    this.#kinds.set(kinds);
    this.#positions = new Float64Array(length);
    this.#positions.set(positions);
    this.#details = new Uint32Array(length);
    this.#details.set(details);
  }

  /** `kind` as in a cross-reference stream: 0 free, 1 offset and generation, 2 container and index; others read as absent. */
  add(kind: number, position: number, detail: number): void {
    if (detail > 0xffffffff || !Number.isSafeInteger(position))
      throw invalidStructure('cross-reference entry too large');
    if (kind > IN_STREAM) this.#hasUnknownKindSoFar = true;
    this.#kinds[this.#count] = kind > IN_STREAM ? FREE : kind;
    this.#positions[this.#count] = position;
    this.#details[this.#count] = detail;
    this.#count++;
  }

  /** Makes look-ups possible; overlapping subsections would mean two answers for one object. */
  finish(): void {
    this.#subsections.sort((a, b) => a.first - b.first);
    let end = 0;
    for (const { first, count } of this.#subsections) {
      if (first < end) throw invalidStructure('overlapping cross-reference subsections');
      end = first + count;
    }
  }

  /**
   * A cross-reference stream is an object itself. Where its section does not say so, readers add it as its object
   * number by themselves, and so does this one.
   */
  addOwnStream(number: number, offset: number): void {
    if (number >= MAX_OBJECTS) throw new PdfError('PDF_LIMIT_EXCEEDED', 'too many objects');
    const listed = this.find(number);
    if (listed === undefined || listed.kind === 'free') this.#own = { number, offset };
  }

  /** One more than the highest object number, the section's own stream included. */
  get endNumber(): number {
    return Math.max(this.listedEnd, this.#own === null ? 0 : this.#own.number + 1);
  }

  /** One more than the highest object number listed. */
  get listedEnd(): number {
    const last = this.#subsections.at(-1);
    return last === undefined ? 0 : last.first + last.count;
  }

  /** The lowest object number listed; 0 when there is none. */
  get firstNumber(): number {
    return this.#subsections[0]?.first ?? 0;
  }

  /** Whether the section's own stream had to be added. */
  get hasAddedStream(): boolean {
    return this.#own !== null;
  }

  /** Whether the subsections were written by rising number, as clause 7.5.8.2 wants of /Index. */
  get isAscending(): boolean {
    return this.#isAscendingSoFar;
  }

  /** Whether an entry has a type that this version of PDF does not know (table 18). */
  get hasUnknownKind(): boolean {
    return this.#hasUnknownKindSoFar;
  }

  get size(): number {
    return this.#count;
  }

  /** Undefined when this section says nothing about the object. */
  find(number: number): ObjectLocation | undefined {
    if (this.#own?.number === number) return { kind: 'file', offset: this.#own.offset, generation: 0 };
    const index = this.#indexOf(number);
    return index < 0 ? undefined : this.#locationAt(index);
  }

  #indexOf(number: number): number {
    let low = 0;
    let high = this.#subsections.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const subsection = this.#subsections[middle];
      if (subsection === undefined) return -1;
      if (number < subsection.first) high = middle - 1;
      else if (number >= subsection.first + subsection.count) low = middle + 1;
      else return subsection.start + number - subsection.first;
    }
    return -1;
  }

  /** Every listed object by rising number, a stream that does not list itself last. */
  *[Symbol.iterator](): Generator<readonly [number: number, location: ObjectLocation]> {
    const own = this.#own?.number;
    for (const { first, count, start } of this.#subsections) {
      for (let index = 0; index < count; index++) {
        if (first + index !== own) yield [first + index, this.#locationAt(start + index)];
      }
    }
    if (this.#own !== null) yield [this.#own.number, { kind: 'file', offset: this.#own.offset, generation: 0 }];
  }

  /**
   * Calls `take` for every listed object that is not free, with no offset where it lies in an object stream. Sparing,
   * because there may be millions.
   */
  eachInUse(take: (number: number, offset: number | null, generation: number) => void): void {
    const kinds = this.#kinds;
    const positions = this.#positions;
    const details = this.#details;
    for (const { first, count, start } of this.#subsections) {
      for (let index = start; index < start + count; index++) {
        if (kinds[index] === FREE) continue;
        take(first + index - start, kinds[index] === IN_FILE ? (positions[index] ?? 0) : null, details[index] ?? 0);
      }
    }
    if (this.#own !== null) take(this.#own.number, this.#own.offset, 0);
  }

  eachFree(take: (number: number) => void): void {
    for (const { first, count, start } of this.#subsections) {
      for (let index = start; index < start + count; index++) {
        if (this.#kinds[index] === FREE) take(first + index - start);
      }
    }
  }

  #locationAt(index: number): ObjectLocation {
    const position = this.#positions[index] ?? 0;
    const detail = this.#details[index] ?? 0;
    const kind = this.#kinds[index];
    if (kind === IN_FILE) return { kind: 'file', offset: position, generation: detail };
    if (kind === IN_STREAM) return { kind: 'objectStream', container: position, index: detail };
    return { kind: 'free' };
  }
}
