import { invalidStructure, PdfError } from './pdf-error.ts';

/** security bound: more objects than any real document has. */
export const MAX_OBJECTS = 5_000_000;

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
  private readonly subsections: Subsection[] = [];
  private kinds = new Uint8Array(64);
  private positions = new Float64Array(64);
  private details = new Uint32Array(64);
  private count = 0;

  /** Announces `count` entries for the object numbers from `first` on, to be added one by one. */
  startSubsection(first: number, count: number): void {
    const end = this.count + count;
    if (end > MAX_OBJECTS || first + count > MAX_OBJECTS) throw new PdfError('PDF_LIMIT_EXCEEDED', 'too many objects');
    if (count > 0) this.subsections.push({ first, count, start: this.count });
    if (end > this.kinds.length) this.grow(Math.max(end, this.kinds.length * 2));
  }

  private grow(length: number): void {
    const { kinds, positions, details } = this;
    this.kinds = new Uint8Array(length);
    this.kinds.set(kinds);
    this.positions = new Float64Array(length);
    this.positions.set(positions);
    this.details = new Uint32Array(length);
    this.details.set(details);
  }

  /** `kind` as in a cross-reference stream: 0 free, 1 offset and generation, 2 container and index; others read as absent. */
  add(kind: number, position: number, detail: number): void {
    if (detail > 0xffffffff || !Number.isSafeInteger(position))
      throw invalidStructure('cross-reference entry too large');
    this.kinds[this.count] = kind > IN_STREAM ? FREE : kind;
    this.positions[this.count] = position;
    this.details[this.count] = detail;
    this.count++;
  }

  /** Makes look-ups possible; overlapping subsections would mean two answers for one object. */
  finish(): void {
    this.subsections.sort((a, b) => a.first - b.first);
    let end = 0;
    for (const { first, count } of this.subsections) {
      if (first < end) throw invalidStructure('overlapping cross-reference subsections');
      end = first + count;
    }
  }

  /** One more than the highest object number listed. */
  get endNumber(): number {
    const last = this.subsections.at(-1);
    return last === undefined ? 0 : last.first + last.count;
  }

  get size(): number {
    return this.count;
  }

  /** Undefined when this section says nothing about the object. */
  find(number: number): ObjectLocation | undefined {
    let low = 0;
    let high = this.subsections.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const subsection = this.subsections[middle];
      if (subsection === undefined) return undefined;
      if (number < subsection.first) high = middle - 1;
      else if (number >= subsection.first + subsection.count) low = middle + 1;
      else return this.locationAt(subsection.start + number - subsection.first);
    }
    return undefined;
  }

  /** Every listed object, by rising number. */
  *[Symbol.iterator](): Generator<readonly [number: number, location: ObjectLocation]> {
    for (const { first, count, start } of this.subsections) {
      for (let index = 0; index < count; index++) yield [first + index, this.locationAt(start + index)];
    }
  }

  private locationAt(index: number): ObjectLocation {
    const position = this.positions[index] ?? 0;
    const detail = this.details[index] ?? 0;
    const kind = this.kinds[index];
    if (kind === IN_FILE) return { kind: 'file', offset: position, generation: detail };
    if (kind === IN_STREAM) return { kind: 'objectStream', container: position, index: detail };
    return { kind: 'free' };
  }
}
