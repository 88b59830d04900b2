import type { ByteWindow } from './byte-window.ts';
import type { ObjectParser } from './object-parser.ts';
import { invalidStructure, PdfError } from './pdf-error.ts';
import { isCount, PdfDictionary, type PdfObject, type PdfReference } from './pdf-objects.ts';
import type { ObjectLocation, XrefEntries } from './xref-entries.ts';
import { readXrefStream } from './xref-stream.ts';
import { readXrefTable } from './xref-table.ts';

/** One cross-reference section: a classic table with its trailer, or a cross-reference stream. */
export interface XrefSection {
  readonly kind: 'table' | 'stream';
  /** Where the word `xref` or the stream object starts. */
  readonly offset: number;
  /** The trailer dictionary, or the stream's. */
  readonly trailer: PdfDictionary;
  readonly entries: XrefEntries;
  /** What a cross-reference stream is called as an object; null for a table. */
  readonly header: PdfReference | null;
  /** Entries of a table with 19 bytes instead of 20. */
  readonly hasShortEntries: boolean;
  /** The hidden part of a hybrid file (/XRefStm, clause 7.5.8.4): asked after `entries`, before /Prev. */
  readonly hybrid: XrefSection | null;
  readonly previousOffset: number | null;
  /** What `startxref` after this section says, and the position after its `%%EOF`; null when it is not there. */
  readonly ending: Ending | null;
}

/** What the newest section that mentions an object says about it. */
export interface FoundObject {
  readonly location: ObjectLocation;
  /** Index of the revision that section belongs to. */
  readonly revision: number;
}

/** The hidden parts of hybrid files by their place, each read once: the table of every update may name the same one. */
export class HiddenSections {
  readonly #window: ByteWindow;
  readonly #sections = new Map<number, XrefSection>();

  constructor(window: ByteWindow) {
    this.#window = window;
  }

  /** Throws PdfError. */
  at(offset: number): XrefSection {
    const known = this.#sections.get(offset) ?? readStream(this.#window, offset);
    this.#sections.set(offset, known);
    return known;
  }
}

/** Reads the section at `offset`, ISO 32000-2 clauses 7.5.4, 7.5.5 and 7.5.8. Throws PdfError. */
export function readXrefSection(window: ByteWindow, offset: number, hidden: HiddenSections): XrefSection {
  // Some writers point at the line end before the section, and all readers follow them.
  const { start, isTable } = window.parseAt(offset, (parser) => {
    parser.skipWhitespace();
    return { start: parser.offset, isTable: parser.tryKeyword('xref') };
  });
  if (isTable) return readTable(window, start, hidden);
  const section = readStream(window, start);
  if (section.header !== null) section.entries.addOwnStream(section.header.number, start);
  return section;
}

function readTable(window: ByteWindow, offset: number, hiddenSections: HiddenSections): XrefSection {
  const { trailer, entries, hasShortEntries, end } = readXrefTable(window, offset);
  const hidden = trailer.get('XRefStm');
  return {
    kind: 'table',
    offset,
    trailer,
    entries,
    header: null,
    hasShortEntries,
    hybrid: hidden === null ? null : hiddenSections.at(offsetOf(hidden, 'XRefStm')),
    previousOffset: previousOf(trailer),
    ending: readEnding(window, end),
  };
}

function readStream(window: ByteWindow, offset: number): XrefSection {
  const { header, dictionary, entries, end } = readXrefStream(window, offset);
  return {
    kind: 'stream',
    offset,
    trailer: dictionary,
    entries,
    header,
    hasShortEntries: false,
    hybrid: null,
    previousOffset: previousOf(dictionary),
    ending: readEnding(window, end),
  };
}

function previousOf(trailer: PdfDictionary): number | null {
  const previous = trailer.get('Prev');
  return previous === null ? null : offsetOf(previous, 'Prev');
}

function offsetOf(object: PdfObject, key: string): number {
  if (!isCount(object)) throw invalidStructure(`the entry ${key} is not an offset`);
  return object;
}

interface Ending {
  readonly startxref: number;
  readonly end: number;
  /** A trailer stands between a cross-reference stream and its `startxref`, as older writers put it in linearized files. */
  readonly hasTrailer: boolean;
}

/** `startxref`, a number and `%%EOF` right after a section, clause 7.5.5; absent after the sections of some updates. */
function readEnding(window: ByteWindow, offset: number): Ending | null {
  if (offset >= window.limit) return null;
  try {
    return window.parseAt(offset, (parser) => {
      parser.skipSpace();
      const hasTrailer = parser.tryKeyword('trailer') && parser.parseObject() instanceof PdfDictionary;
      parser.expectKeyword('startxref');
      const startxref = parser.expectInteger();
      return { startxref, end: expectEndMarker(parser), hasTrailer };
    });
  } catch (error) {
    if (error instanceof PdfError && error.code === 'PDF_STRUCTURE_INVALID') return null;
    throw error;
  }
}

/** Consumes `%%EOF`; gives the position after it. */
export function expectEndMarker(parser: ObjectParser): number {
  parser.skipWhitespace();
  if (!parser.tryBytes('%%EOF')) throw invalidStructure(`'%%EOF' expected at byte ${parser.offset}`);
  return parser.offset;
}

/** What one section, its hidden hybrid part included, says about object `number`. */
export function findInSection(section: XrefSection, number: number): ObjectLocation | undefined {
  const location = section.entries.find(number);
  if (section.hybrid === null || (location !== undefined && location.kind !== 'free')) return location;
  return section.hybrid.entries.find(number) ?? location;
}
