import type { ByteWindow } from './byte-window.ts';
import { isWhitespace } from './token-reader.ts';
import { invalidStructure, PdfError } from './pdf-error.ts';
import type { PdfDictionary } from './pdf-objects.ts';
import { MAX_OBJECTS } from './xref-entries.ts';
import { expectEndMarker, HiddenSections, readXrefSection, type XrefSection } from './xref-sections.ts';

const MAX_REVISIONS = 500;
/** Line ends after `%%EOF`, and white space before a section that `startxref` names. */
const MAX_WHITE_SPACE = 64;
/** How far from the end `startxref` may stand; ISO 32000-2 annex I grants readers 1,024 bytes for `%%EOF`. */
const TAIL_BYTES = 1024 + 64;

/** The document as it was after one incremental update (ISO 32000-2 clause 7.5.6); index 0 is the original. */
export interface PdfRevision {
  readonly index: number;
  /** Where this revision's own bytes begin: the end of the one before, or 0. Null when that end is unknown. */
  readonly start: number | null;
  /** After `%%EOF`, without a line end; null when no `startxref` and `%%EOF` follow its cross-reference section. */
  readonly markerEnd: number | null;
  /** After `%%EOF` and its line ends. */
  readonly end: number | null;
  /**
   * Whether nothing stands between its cross-reference section and `startxref`. The newest revision has an end without
   * that, the end of the file; it loses it with the next update.
   */
  readonly isDelimited: boolean;
  /** Where the section starts that its `startxref` names. */
  readonly startxref: number;
  /** Its own sections in the order they are asked: one, or several in an original. */
  readonly sections: readonly XrefSection[];
  readonly trailer: PdfDictionary;
}

/** Reads the last `startxref` and follows /Prev to the first section. Oldest revision first. Throws PdfError. */
export function readRevisions(window: ByteWindow): PdfRevision[] {
  const tail = readTail(window);
  const sections: XrefSection[] = [];
  const visited = new Set<number>();
  const hidden = new HiddenSections(window);
  let objects = 0;
  for (let offset: number | null = tail.startxref; offset !== null;) {
    const section: XrefSection = readXrefSection(window, offset, hidden);
    if (visited.has(section.offset)) throw invalidStructure('the chain of cross-reference sections is a loop');
    visited.add(section.offset);
    objects += section.entries.size + (section.hybrid?.entries.size ?? 0);
    if (sections.push(section) > MAX_REVISIONS + 1) throw new PdfError('PDF_LIMIT_EXCEEDED', 'too many revisions');
    if (objects > MAX_OBJECTS) throw new PdfError('PDF_LIMIT_EXCEEDED', 'too many objects');
    offset = section.previousOffset;
  }
  const revisions = groupSections(window, sections, tail.markerEnd);
  if (revisions.length > MAX_REVISIONS) throw new PdfError('PDF_LIMIT_EXCEEDED', 'too many revisions');
  return revisions;
}

/** The last `startxref`, number and `%%EOF`; only white space may follow. */
function readTail(window: ByteWindow): { startxref: number; markerEnd: number } {
  const from = Math.max(0, window.limit - TAIL_BYTES);
  const bytes = window.exactly(from, window.limit - from);
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf('startxref', undefined, 'latin1');
  if (at < 0) throw invalidStructure('no startxref at the end of the file');
  const tail = window.parseAt(from + at, (parser) => {
    parser.expectKeyword('startxref');
    const startxref = parser.expectInteger();
    return { startxref, markerEnd: expectEndMarker(parser) };
  });
  if (!bytes.subarray(tail.markerEnd - from).every(isWhitespace)) {
    throw new PdfError('PDF_BYTES_UNACCOUNTED', `bytes after the end-of-file marker at byte ${tail.markerEnd}`);
  }
  return tail;
}

type Group = Omit<PdfRevision, 'index' | 'start' | 'end'>;

/** `sections` newest first. */
function groupSections(window: ByteWindow, sections: readonly XrefSection[], lastMarkerEnd: number): PdfRevision[] {
  const groups: Group[] = [];
  for (let index = 0; index < sections.length;) {
    const group = groupAt(window, sections, index);
    groups.push(index === 0 ? { ...group, markerEnd: lastMarkerEnd } : group);
    index += group.sections.length;
  }
  let start: number | null = 0;
  return groups.reverse().map((group, index) => {
    const end = group.markerEnd === null ? null : afterLineEnds(window, group.markerEnd);
    const revision = { index, start, end, ...group };
    start = end;
    return revision;
  });
}

/**
 * The section at `index` with those that belong to the same revision: the second one of a linearized file (annex F),
 * whose `startxref` names the first, and older sections without an end of their own: some writers give a hybrid file
 * two tables and one end.
 */
function groupAt(window: ByteWindow, sections: readonly XrefSection[], index: number): Group {
  const [section, next] = sections.slice(index, index + 2);
  if (section === undefined) throw new RangeError(`no section ${index}`);
  const { trailer, offset } = section;
  const group = [section];
  if (next !== undefined && isLinearizedPair(window, section, next)) group.push(next);
  const closing = group.at(-1) ?? section;
  const markerEnd = isClosedBy(window, section, closing) ? (closing.ending?.end ?? null) : null;
  group.push(...withoutEnd(window, sections, index + group.length));
  return { sections: group, trailer, startxref: offset, markerEnd, isDelimited: markerEnd !== null };
}

/**
 * The sections from `index` on that have no end of their own. The first section of a linearized original has none either,
 * but the second one ends that revision.
 */
function withoutEnd(window: ByteWindow, sections: readonly XrefSection[], index: number): readonly XrefSection[] {
  const isPart = (section: XrefSection, at: number): boolean => {
    const older = sections[at + 1];
    return section.ending === null && (older === undefined || !isLinearizedPair(window, section, older));
  };
  const end = sections.findIndex((section, at) => at >= index && !isPart(section, at));
  return sections.slice(index, end === -1 ? undefined : end);
}

/** The two sections of a linearized file: the one that is read first stands first, and the other one ends the file. */
function isLinearizedPair(window: ByteWindow, first: XrefSection, second: XrefSection): boolean {
  return second.offset > first.offset && isClosedBy(window, first, second);
}

/** Whether the `startxref` after `closing` says where `section` starts, or the white space before it does. */
function isClosedBy(window: ByteWindow, { offset }: XrefSection, { ending }: XrefSection): boolean {
  if (ending === null) return false;
  const gap = offset - ending.startxref;
  if (gap === 0) return true;
  return gap > 0 && gap <= MAX_WHITE_SPACE && window.exactly(ending.startxref, gap).every(isWhitespace);
}

/** Clause 7.5.5 ends the file with the marker's line; some writers end that line more than once. */
function afterLineEnds(window: ByteWindow, offset: number): number {
  let end = offset;
  while (end - offset < MAX_WHITE_SPACE) {
    const byte = window.from(end, 1)[0];
    if (byte !== 0x0a && byte !== 0x0d) break;
    end++;
  }
  return end;
}
