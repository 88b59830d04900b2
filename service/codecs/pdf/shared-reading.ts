import type { WorkMeter } from './byte-window.ts';
import type { ObjectStream } from './object-streams.ts';
import { PdfError } from './pdf-error.ts';
import { isPdfArray, PdfDictionary, PdfReference, type PdfObject } from './pdf-objects.ts';
import { PlainFields } from './plain-fields.ts';
import type { PdfRevision } from './pdf-revisions.ts';
import { findInSection, type FoundObject, type XrefSection } from './xref-sections.ts';

const MAX_SHARED_OBJECTS = 16_384;
const MAX_SHARED_OBJECT_BYTES = 48 * 1024 * 1024;
const MAX_SHARED_STREAM_BYTES = 8 * 1024 * 1024;
/** Beyond so many entries in updates an index would take more memory than it saves time. */
const MAX_INDEXED_ENTRIES = 100_000;
/** Parsing and expanding beyond so many times the file's size only happens when objects are made to overlap. */
const MAX_WORK_FACTOR = 50;
const FREE_WORK_BYTES = 32 * 1024 * 1024;
/** What one step of a walk costs, in bytes that are read. */
const STEP_BYTES = 300;
/** What looking for an object in one revision costs, in such bytes. */
const SEARCH_BYTES = 20;
/** In fewer revisions an object is described again sooner than a description of each is kept. */
const MANY_REVISIONS = 8;
/** As far as a parser looks past what it reads. */
const LOOK_AHEAD_BYTES = 64;

/** An indirect object as it stands in the file. */
export interface WrittenObject {
  readonly header: PdfReference;
  readonly object: PdfObject;
  /** Bytes from its header on that were read for it. */
  readonly length: number;
  /** Bytes that it takes in memory, about. */
  readonly weight: number;
  /** Values of keys that it names twice. */
  readonly repeatedValues: readonly (readonly [PdfObject, PdfObject])[];
}

/**
 * What all views of one document share, since it depends on its bytes and not on the revision that is shown: a document
 * with hundreds of signatures is looked at as of each of them, and each time most of it is as it was.
 */
export class SharedReading {
  readonly #revisions: readonly PdfRevision[];
  readonly #objects = new Map<number, WrittenObject>();
  readonly #streams = new Map<number, ObjectStream>();
  #index: ReadonlyMap<number, readonly FoundObject[]> | null | undefined;
  #tables: ReadonlyMap<number, number> | undefined;
  /** Those of the object streams that were read, by where their data begin. */
  readonly containers = new Map<number, PdfDictionary>();
  readonly plainFields = new PlainFields();
  #objectBytes = 0;
  #streamBytes = 0;
  #workBytes = 0;
  readonly #onWork: WorkMeter;

  /** `revisions`: all of the document. */
  constructor(revisions: readonly PdfRevision[], onWork: WorkMeter = () => undefined) {
    this.#revisions = revisions;
    this.#onWork = onWork;
  }

  /** Where an object is as of revision `last`; undefined when no section until then mentions it. */
  find(number: number, last: number): FoundObject | undefined {
    const updates = this.#updates();
    if (updates === null) return this.#search(number, last);
    const found = updates.get(number);
    for (let at = (found?.length ?? 0) - 1; at >= 0; at--) {
      const one = found?.[at];
      if (one !== undefined && one.revision <= last) return one;
    }
    return foundIn(this.#revisions[0], number);
  }

  #updates(): ReadonlyMap<number, readonly FoundObject[]> | null {
    if (this.#index === undefined) this.#index = indexOf(this.#revisions);
    return this.#index;
  }

  /** Where there are too many objects for an index, each search is paid for. */
  #search(number: number, last: number): FoundObject | undefined {
    for (let index = last; index >= 0; index--) {
      this.#onWork(SEARCH_BYTES);
      const found = foundIn(this.#revisions[index], number);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Whether a cross-reference stream of a revision until `last` bears the number, wherever the object of that number is. */
  isTable(number: number, last: number): boolean {
    this.#tables ??= tableNumbers(this.#revisions);
    return (this.#tables.get(number) ?? Infinity) <= last;
  }

  /** Index of the oldest revision until `last` that has the object in use; 0 where none has. */
  firstInUse(number: number, last: number): number {
    const isInUse = (location: FoundObject['location'] | undefined): boolean =>
      location !== undefined && location.kind !== 'free';
    if (isInUse(findInRevision(this.#revisions[0], number))) return 0;
    const updates = this.#updates();
    if (updates === null) this.#onWork(this.#revisions.length * SEARCH_BYTES);
    const first =
      updates === null
        ? this.#revisions.findIndex((revision) => isInUse(findInRevision(revision, number)))
        : (updates.get(number)?.find(({ location }) => isInUse(location))?.revision ?? 0);
    return first > last ? 0 : Math.max(first, 0);
  }

  /** The object at a byte as it was read before, for a view that ends at `limit`; undefined where it has to be read. */
  objectAt(offset: number, limit: number): WrittenObject | undefined {
    const known = this.#objects.get(offset);
    return known !== undefined && offset + known.length + LOOK_AHEAD_BYTES <= limit ? known : undefined;
  }

  /** Whether what is made of an object will be asked for so often that it is worth being kept. */
  get isOftenRead(): boolean {
    return this.#revisions.length >= MANY_REVISIONS;
  }

  /** Where the object at a byte ends, with what a parser looks at behind it; undefined where it is not known. */
  endOf(offset: number, limit: number): number | undefined {
    const known = this.objectAt(offset, limit);
    return known === undefined ? undefined : offset + known.length + LOOK_AHEAD_BYTES;
  }

  /** Keeps what was read at a byte, where it did not depend on where the view ends. */
  keepObject(offset: number, written: WrittenObject): void {
    if (this.#objects.size >= MAX_SHARED_OBJECTS || this.#objectBytes > MAX_SHARED_OBJECT_BYTES) {
      this.#objects.clear();
      this.#objectBytes = 0;
    }
    this.#objects.set(offset, written);
    this.#objectBytes += written.weight;
  }

  /** The object stream whose data begin at a byte, read by `open` once where its dictionary needs no other object. */
  objectStream(dictionary: PdfDictionary, dataOffset: number, open: () => ObjectStream): ObjectStream {
    const known = this.#streams.get(dataOffset);
    if (known !== undefined) return known;
    const stream = open();
    this.containers.set(dataOffset, dictionary);
    if ([...dictionary.entries.values()].some(needsOthers)) return stream;
    if (this.#streamBytes + stream.bytes.length > MAX_SHARED_STREAM_BYTES) {
      this.#streams.clear();
      this.#streamBytes = 0;
    }
    this.#streams.set(dataOffset, stream);
    this.#streamBytes += stream.bytes.length;
    return stream;
  }

  /** For those who walk the document: counts a page, field, operation or letter. Throws what the meter throws. */
  countStep(): void {
    this.#onWork(STEP_BYTES);
  }

  /**
   * Counts bytes that were parsed, decrypted or expanded in a document of `size` bytes, and what they became.
   * Throws PdfError for too many, and what the meter throws.
   */
  spend(bytes: number, size: number, weight = 0): void {
    this.#onWork(bytes + weight);
    this.#workBytes += bytes;
    if (this.#workBytes > FREE_WORK_BYTES + size * MAX_WORK_FACTOR) {
      throw new PdfError('PDF_LIMIT_EXCEEDED', 'reading the document takes too much work');
    }
  }
}

function needsOthers(value: PdfObject): boolean {
  if (isPdfArray(value)) return value.some(needsOthers);
  if (value instanceof PdfDictionary) return [...value.entries.values()].some(needsOthers);
  return value instanceof PdfReference;
}

function foundIn(revision: PdfRevision | undefined, number: number): FoundObject | undefined {
  const location = findInRevision(revision, number);
  return revision === undefined || location === undefined ? undefined : { location, revision: revision.index };
}

function findInRevision(revision: PdfRevision | undefined, number: number): FoundObject['location'] | undefined {
  for (const section of revision?.sections ?? []) {
    const location = findInSection(section, number);
    if (location !== undefined) return location;
  }
  return undefined;
}

/** What the updates say of each object, oldest first; null where they say too much to be kept. */
function indexOf(revisions: readonly PdfRevision[]): ReadonlyMap<number, readonly FoundObject[]> | null {
  const updates = revisions.slice(1);
  const count = updates.reduce((sum, { sections }) => sum + sections.reduce((own, one) => own + sizeOf(one), 0), 0);
  if (count > MAX_INDEXED_ENTRIES) return null;
  const index = new Map<number, FoundObject[]>();
  for (const revision of updates) {
    for (const number of numbersIn(revision)) {
      const location = findInRevision(revision, number);
      const found = index.get(number) ?? [];
      if (location !== undefined) found.push({ location, revision: revision.index });
      index.set(number, found);
    }
  }
  return index;
}

/** The numbers of cross-reference streams, each with the oldest revision that has such a one. */
function tableNumbers(revisions: readonly PdfRevision[]): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>();
  for (const { index, sections } of revisions) {
    for (const { header, hybrid } of sections) {
      for (const own of [header, hybrid?.header ?? null]) {
        if (own !== null && !numbers.has(own.number)) numbers.set(own.number, index);
      }
    }
  }
  return numbers;
}

function sizeOf({ entries, hybrid }: XrefSection): number {
  return entries.size + (hybrid?.entries.size ?? 0);
}

function numbersIn({ sections }: PdfRevision): ReadonlySet<number> {
  const numbers = new Set<number>();
  for (const { entries, hybrid } of sections) {
    for (const [number] of entries) numbers.add(number);
    for (const [number] of hybrid?.entries ?? []) numbers.add(number);
  }
  return numbers;
}
