import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { invalidStructure } from '../../codecs/pdf/pdf-error.ts';
import {
  isCount,
  isPdfArray,
  PdfDictionary,
  PdfReference,
  PdfStream,
  type PdfObject,
} from '../../codecs/pdf/pdf-objects.ts';
import { MAX_OBJECTS } from '../../codecs/pdf/xref-entries.ts';

/** Stands for the trailer where the number of a referring object is asked. */
export const TRAILER = -1;

/** Entries of the trailer that lead into the document (table 15); others are private and mean nothing to a reader. */
const TRAILER_KEYS = ['Root', 'Info', 'Encrypt'] as const;

/** One place where an object is referred to: the referring object and the dictionary keys on the way, arrays left out. */
export interface Usage {
  readonly parent: number;
  readonly path: readonly string[];
}

/**
 * Where the objects that later revisions touch are used. The white list of changes only holds if an object that may
 * grow (the list of annotations, say) is not at the same time something else (the contents of a page).
 */
export class UsageIndex {
  readonly #watched: ReadonlySet<number>;
  /** By object number, then by parent and path: a million references from one place are one usage. */
  readonly #usages = new Map<number, Map<string, Usage>>();
  readonly #visited: Uint8Array;

  /** `watched`: the numbers whose usages matter; `endNumber`: above every object number of the file. */
  constructor(watched: ReadonlySet<number>, endNumber: number) {
    this.#watched = watched;
    // A trailer's /Size may be any number; objects beyond the limit cannot exist.
    this.#visited = new Uint8Array(Math.min(endNumber, MAX_OBJECTS));
  }

  of(number: number): readonly Usage[] {
    return [...(this.#usages.get(number)?.values() ?? [])];
  }

  /** Whether anything led to the object so far. */
  hasVisited(number: number): boolean {
    return this.#visited[number] === 1;
  }

  /** Visits everything that the standard's entries of the trailer of `document` lead to. Throws PdfError. */
  addDocument(document: PdfDocument): void {
    const found: PdfReference[] = [];
    for (const key of TRAILER_KEYS) this.#scan(TRAILER, document.trailer.get(key), [key], found);
    this.#follow(document, found);
  }

  /** Visits new values of objects and whatever they lead to that was out of reach before. Throws PdfError. */
  addObjects(document: PdfDocument, objects: Iterable<readonly [number: number, object: PdfObject]>): void {
    for (const [number, object] of objects) {
      this.#visited[number] = 1;
      this.#follow(document, this.#collect(number, object, []));
    }
  }

  #follow(document: PdfDocument, pending: PdfReference[]): void {
    for (let reference = pending.pop(); reference !== undefined; reference = pending.pop()) {
      if (this.#visited[reference.number] !== 0) continue;
      const object = document.resolve(reference);
      if (object === null) continue;
      this.#visited[reference.number] = 1;
      if (object instanceof PdfStream) requireInside(document, object);
      this.#collect(reference.number, object, pending);
    }
  }

  #collect(parent: number, object: PdfObject, found: PdfReference[]): PdfReference[] {
    this.#scan(parent, object, [], found);
    return found;
  }

  #scan(parent: number, object: PdfObject, path: string[], found: PdfReference[]): void {
    if (object instanceof PdfReference) {
      if (this.#watched.has(object.number)) this.#record(object.number, { parent, path: [...path] });
      if (object.number < this.#visited.length && this.#visited[object.number] === 0) found.push(object);
    } else if (object instanceof PdfDictionary) this.#scanEntries(parent, object, path, found);
    else if (object instanceof PdfStream) this.#scanEntries(parent, object.dictionary, path, found);
    else if (isPdfArray(object)) for (const item of object) this.#scan(parent, item, path, found);
  }

  #scanEntries(parent: number, dictionary: PdfDictionary, path: string[], found: PdfReference[]): void {
    for (const [key, value] of dictionary.entries) {
      if (value === null || typeof value !== 'object') continue;
      path.push(key);
      this.#scan(parent, value, path, found);
      path.pop();
    }
  }

  #record(number: number, usage: Usage): void {
    const known = this.#usages.get(number) ?? new Map<string, Usage>();
    known.set(`${usage.parent} ${usage.path.join('/')}`, usage);
    this.#usages.set(number, known);
  }
}

/** Data that runs on beyond the end of its revision would change with whatever is appended. */
function requireInside(document: PdfDocument, stream: PdfStream): void {
  const length = document.get(stream.dictionary, 'Length');
  if (isCount(length) && stream.dataOffset + length > document.size) {
    throw invalidStructure(`the stream at byte ${stream.dataOffset} runs beyond the end of its revision`);
  }
}
