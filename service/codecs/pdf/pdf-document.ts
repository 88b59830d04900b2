import { randomBytes } from 'node:crypto';
import type { ByteSource } from '../byte-source.ts';
import { ByteWindow, type WorkMeter } from './byte-window.ts';
import type { DocumentEncryption, RandomBytes } from './encryption/document-encryption.ts';
import { readEncryption } from './encryption/revision-encryption.ts';
import type { ObjectParser } from './object-parser.ts';
import { ObjectStreams, readObjectStream, type ObjectStream } from './object-streams.ts';
import { invalidStructure, PdfError } from './pdf-error.ts';
import { ExpandedStreams } from './expanded-streams.ts';
import { KeptObjects } from './kept-objects.ts';
import { readHeader } from './pdf-header.ts';
import { isCount, isNamed, PdfDictionary, PdfReference, PdfStream, type PdfObject } from './pdf-objects.ts';
import { readRevisions, type PdfRevision } from './pdf-revisions.ts';
import { expansionLimit, streamFilters } from './stream-data.ts';
import { decodeFilters } from './stream-filters.ts';
import { RepeatedKeys } from './repeated-keys.ts';
import { SharedReading, type WrittenObject } from './shared-reading.ts';
import type { FoundObject, XrefSection } from './xref-sections.ts';

/*
 * How this folder reads and changes PDF files (ISO 32000-2):
 * - `openPdf` follows `startxref`, the cross-reference sections and /Prev exactly as written. It never searches the
 *   file for objects and never repairs: what other readers might see differently is refused with a PdfError.
 * - Objects are parsed when asked for, through a small window on the source; nothing reads the whole file.
 * - Documents that the empty user password opens are read and written through `encryption/`.
 * - `document.revisions` lists the incremental updates; `openRevision` shows the document as of one of them.
 * - `page-tree.ts`, `form-fields.ts` and `signature-dictionary.ts` walk what signatures need; `incremental-update.ts`
 *   appends objects; `signature-insertion.ts` adds a signature field whose /Contents is filled in later.
 */

const MAX_REFERENCE_HOPS = 16;
/** What the memory of an object costs that is read and not kept, as a share of what it costs to have it. */
const PASSING_SHARE = 0.5;

type ReadObject = Pick<WrittenObject, 'object' | 'weight' | 'repeatedValues'>;

/** A document as of one revision. All reading methods throw PdfError. */
export class PdfDocument {
  readonly source: ByteSource;
  /** The revisions that make up this view, oldest first; the last one is the one shown. */
  readonly revisions: readonly PdfRevision[];
  /** The trailer (or cross-reference stream dictionary) of the revision shown. */
  readonly trailer: PdfDictionary;
  /** Header version, for instance `1.7`; the catalog's /Version may raise it. */
  readonly headerVersion: string;
  /** Null when the document is not encrypted. */
  readonly encryption: DocumentEncryption | null;
  readonly #window: ByteWindow;
  /** What all views of the document share. */
  readonly shared: SharedReading;
  readonly #objects = new KeptObjects();
  readonly #objectStreams = new ObjectStreams((container) => this.#openObjectStream(container));
  readonly #expanded = new ExpandedStreams();
  readonly repeatedKeys = new RepeatedKeys();
  /** In words, a reference met that not all readers follow; null for none so far. */
  oddReference: string | null = null;
  /** Objects being read right now: meeting one again means it needs itself. */
  readonly #loading = new Set<number>();

  constructor(
    window: ByteWindow,
    revisions: readonly PdfRevision[],
    headerVersion: string,
    encryption: DocumentEncryption | null = null,
    shared = new SharedReading(revisions),
  ) {
    const newest = revisions.at(-1);
    if (newest === undefined) throw invalidStructure('no cross-reference section');
    this.source = window.source;
    this.#window = window;
    this.revisions = revisions;
    this.trailer = newest.trailer;
    this.headerVersion = headerVersion;
    this.encryption = encryption;
    this.shared = shared;
  }

  /** Bytes of this view: to the end of its revision; objects beyond do not exist for it. */
  get size(): number {
    return this.#window.limit;
  }

  /** One more than the highest object number any section mentions or reserves. */
  get endNumber(): number {
    let end = 0;
    for (const section of this.sections()) {
      const size = section.trailer.get('Size');
      end = Math.max(end, section.entries.endNumber, isCount(size) ? size : 0);
    }
    return end;
  }

  /** All sections, newest first, hidden hybrid parts after their table. */
  *sections(): Generator<XrefSection> {
    for (const section of this.revisions.toReversed().flatMap(({ sections }) => sections)) {
      yield* section.hybrid === null ? [section] : [section, section.hybrid];
    }
  }

  /** Where object `number` is; undefined when no section mentions it. A hybrid table's free entry hides nothing. */
  find(number: number): FoundObject | undefined {
    return this.shared.find(number, this.revisions.length - 1);
  }

  /** Follows references to the object itself; a reference to nothing is null, clause 7.3.10. */
  resolve(object: PdfObject): PdfObject {
    return this.#follow(object, true);
  }

  /** Like `resolve`, for one of very many that nobody asks for again: it does not take the place of others in memory. */
  glance(object: PdfObject): PdfObject {
    return this.#follow(object, false);
  }

  #follow(object: PdfObject, isKept: boolean): PdfObject {
    let current = object;
    for (let hops = 0; current instanceof PdfReference; hops++) {
      if (hops > MAX_REFERENCE_HOPS) throw new PdfError('PDF_LIMIT_EXCEEDED', 'references that lead nowhere');
      if (hops > 0) this.oddReference ??= `object ${current.number} is reached by a reference to a reference`;
      current = this.#load(current, isKept);
    }
    return current;
  }

  /** The value of a dictionary entry with references followed. */
  get(dictionary: PdfDictionary, key: string): PdfObject {
    return this.resolve(dictionary.get(key));
  }

  /** Like `get`, null unless it is a dictionary. */
  dictionary(dictionary: PdfDictionary, key: string): PdfDictionary | null {
    const value = this.get(dictionary, key);
    return value instanceof PdfDictionary ? value : null;
  }

  /** The document catalog, clause 7.7.2. */
  get catalog(): PdfDictionary {
    const catalog = this.resolve(this.trailer.get('Root'));
    if (!(catalog instanceof PdfDictionary)) throw invalidStructure('no document catalog');
    return catalog;
  }

  /** Data of a stream, decrypted but with its filters. Throws PdfError: PDF_LIMIT_EXCEEDED beyond `maxBytes`. */
  rawStream(stream: PdfStream, maxBytes = Infinity): Uint8Array {
    const length = this.#streamLength(stream);
    if (length > maxBytes) throw new PdfError('PDF_LIMIT_EXCEEDED', 'a stream is too large to be looked through');
    this.shared.spend(length * (stream.cipher === null ? 1 : 2), this.source.size);
    const data = this.#window.exactly(stream.dataOffset, length);
    return stream.cipher?.decryptStream(data, stream.dictionary, (object) => this.resolve(object)) ?? data;
  }

  /** Data of a stream with all filters undone. */
  decodeStream(stream: PdfStream): Uint8Array {
    const raw = this.rawStream(stream);
    this.#window.parseAt(stream.dataOffset + this.#streamLength(stream), (parser) => parser.expectKeyword('endstream'));
    const filters = streamFilters(stream.dictionary, (object) => this.resolve(object));
    const onWork = (bytes: number): void => this.shared.spend(bytes, this.source.size);
    const bytes = decodeFilters(raw, filters, { maxBytes: expansionLimit(raw.length), onWork });
    this.#expanded.count(stream.dataOffset, bytes.length);
    return bytes;
  }

  /** Whether `endstream` follows the data of a stream; readers that miss it look for it and read other data. */
  hasTrueLength(stream: PdfStream): boolean {
    const end = stream.dataOffset + this.#streamLength(stream);
    if (end >= this.size) return false;
    return this.#window.parseAt(end, (parser) => {
      parser.skipWhitespace();
      return parser.tryKeyword('endstream');
    });
  }

  #streamLength(stream: PdfStream): number {
    const length = this.get(stream.dictionary, 'Length');
    if (!isCount(length)) throw invalidStructure(`stream without a length at byte ${stream.dataOffset}`);
    return length;
  }

  /** Runs `parse` over the document's bytes from `offset` on. For readers of raw tokens. */
  get bytes(): ByteWindow {
    return this.#window;
  }

  /** The indirect object that `parser` stands at, and its header. */
  parseIndirect(parser: ObjectParser): { readonly header: PdfReference; readonly object: PdfObject } {
    const header = parser.parseObjectHeader();
    parser.cipher = this.encryption?.cipherOf(header) ?? null;
    return { header, object: parser.parseObjectBody() };
  }

  #load(reference: PdfReference, isKept = true): PdfObject {
    const { number, generation } = reference;
    const location = this.find(number)?.location;
    if (location === undefined || location.kind === 'free') return null;
    if (generation !== (location.kind === 'file' ? location.generation : 0)) {
      // MuPDF and PDFium go by the number alone.
      this.oddReference ??= `object ${number} is named by another generation than its own`;
      return null;
    }
    const kept = this.#objects.get(number);
    if (kept !== undefined) return kept;
    if (this.#loading.has(number)) throw invalidStructure(`object ${number} needs itself to be read`);
    this.#loading.add(number);
    try {
      const { object, weight, repeatedValues } = this.#read(reference, location, isKept);
      this.repeatedKeys.add(number, repeatedValues, () => this.#window.hold(weight));
      if (isKept) this.#objects.keep(number, object, weight);
      return object;
    } finally {
      this.#loading.delete(number);
    }
  }

  #read(reference: PdfReference, location: FoundObject['location'], isKept: boolean): ReadObject {
    if (location.kind === 'objectStream') return this.#readInStream(reference.number, location, isKept);
    if (location.kind === 'file') return this.#readAt(location.offset, reference, isKept);
    return { object: null, weight: 0, repeatedValues: [] };
  }

  #readAt(offset: number, expected: PdfReference, isKept: boolean): ReadObject {
    const written = this.shared.objectAt(offset, this.size) ?? this.#parseWritten(offset, isKept);
    const { number, generation } = written.header;
    if (number === expected.number && generation === expected.generation) return written;
    throw invalidStructure(`object ${expected.number} is not at byte ${offset}`);
  }

  #parseWritten(offset: number, isKept: boolean): WrittenObject {
    return this.#window.parseAt(offset, (parser) => {
      const indirect = this.parseIndirect(parser);
      const { position: length, weight, repeatedValues } = parser;
      const written = { ...indirect, length, weight, repeatedValues };
      this.shared.spend(length, this.source.size, isKept ? weight : weight * PASSING_SHARE);
      if (isKept && !parser.touchedEnd) this.shared.keepObject(offset, written);
      return written;
    });
  }

  #readInStream(number: number, at: { container: number; index: number }, isKept: boolean): ReadObject {
    const { parser, start } = this.#objectStreams.parserAt(number, at);
    const object = parser.parseObject();
    const { weight, repeatedValues } = parser;
    this.shared.spend(parser.position - start, this.source.size, isKept ? weight : weight * PASSING_SHARE);
    return { object, weight, repeatedValues };
  }

  #openObjectStream(container: number): ObjectStream {
    // Clause 7.5.7: an object stream is itself never inside another one.
    const location = this.find(container)?.location;
    if (location?.kind !== 'file') throw invalidStructure(`object stream ${container} is missing`);
    const object = this.#load(new PdfReference(container, 0));
    if (!(object instanceof PdfStream) || !isNamed(this.get(object.dictionary, 'Type'), 'ObjStm')) {
      throw invalidStructure(`object ${container} is not an object stream`);
    }
    const { dictionary, dataOffset } = object;
    const isKnown = this.shared.containers.has(dataOffset);
    if (!isKnown) this.#window.hold(this.shared.objectAt(location.offset, this.size)?.weight ?? 0);
    return this.shared.objectStream(dictionary, dataOffset, () =>
      readObjectStream(this.decodeStream(object), this.get(dictionary, 'N'), this.get(dictionary, 'First')),
    );
  }
}

interface OpenOptions {
  /** Opens only so many first bytes, for instance an older revision by its `end`. */
  readonly length?: number;
  /** For additions to an encrypted document; by default those of node:crypto. */
  readonly randomBytes?: RandomBytes;
  /** Decrypts nothing, whatever /Encrypt says: only the structure outside of streams can be read then. */
  readonly isLeftEncrypted?: boolean;
  /** What it throws ends the reading. */
  readonly onWork?: WorkMeter;
}

/**
 * Opens a document.
 * Throws PdfError: PDF_HEADER_MISSING, PDF_STRUCTURE_INVALID, PDF_BYTES_UNACCOUNTED, PDF_ENCRYPTED, PDF_LIMIT_EXCEEDED,
 * PDF_FILTER_UNSUPPORTED.
 */
export function openPdf(source: ByteSource, options: OpenOptions = {}): PdfDocument {
  const window = new ByteWindow(source, Math.min(options.length ?? source.size, source.size), options.onWork);
  const headerVersion = readHeader(window);
  const revisions = readRevisions(window);
  const resolveIn = (index: number): ((object: PdfObject) => PdfObject) => {
    const view = new PdfDocument(window, revisions.slice(0, index + 1), headerVersion);
    return (object) => view.resolve(object);
  };
  const encryption =
    options.isLeftEncrypted === true ? null : readEncryption(revisions, resolveIn, options.randomBytes ?? randomBytes);
  return new PdfDocument(window, revisions, headerVersion, encryption, new SharedReading(revisions, options.onWork));
}

/** The document as it was after `document.revisions[index]`. Throws PdfError when the end of that revision is unknown. */
export function openRevision(document: PdfDocument, index: number): PdfDocument {
  const revision = document.revisions[index];
  if (revision === undefined) throw new RangeError(`no revision ${index}`);
  if (revision.end === null) throw invalidStructure(`the end of revision ${index} is unknown`);
  const window = new ByteWindow(document.source, revision.end, document.bytes.onWork);
  const { headerVersion, encryption, shared } = document;
  return new PdfDocument(window, document.revisions.slice(0, index + 1), headerVersion, encryption, shared);
}
