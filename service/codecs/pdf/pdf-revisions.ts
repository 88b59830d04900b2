import type { ByteWindow } from './byte-window.ts';
import { isWhitespace } from './object-parser.ts';
import { invalidStructure, PdfError } from './pdf-error.ts';
import type { PdfDictionary } from './pdf-objects.ts';
import { MAX_OBJECTS } from './xref-entries.ts';
import { expectEndMarker, readXrefSection, type XrefSection } from './xref-sections.ts';

const MAX_REVISIONS = 500;
/** How far from the end `startxref` may stand; ISO 32000-2 annex I grants readers 1,024 bytes for `%%EOF`. */
const TAIL_BYTES = 1024 + 64;

/** The document as it was after one incremental update (ISO 32000-2 clause 7.5.6); index 0 is the original. */
export interface PdfRevision {
  readonly index: number;
  /** Where this revision's own bytes begin: the end of the one before, or 0. Null when that end is unknown. */
  readonly start: number | null;
  /** After `%%EOF`, without a line end; null when no `startxref` and `%%EOF` follow its cross-reference section. */
  readonly markerEnd: number | null;
  /** After `%%EOF` and one line end, if there is one. */
  readonly end: number | null;
  /**
   * Whether nothing stands between its cross-reference section and `startxref`. The newest revision has an end without
   * that, the end of the file; it loses it with the next update.
   */
  readonly isDelimited: boolean;
  /** What its `startxref` says. */
  readonly startxref: number;
  /** Its own sections in the order they are asked: one, or two when the revision is linearized. */
  readonly sections: readonly XrefSection[];
  readonly trailer: PdfDictionary;
}

/** Reads the last `startxref` and follows /Prev to the first section. Oldest revision first. Throws PdfError. */
export function readRevisions(window: ByteWindow): PdfRevision[] {
  const tail = readTail(window);
  const sections: XrefSection[] = [];
  const visited = new Set<number>();
  let objects = 0;
  for (let offset: number | null = tail.startxref; offset !== null;) {
    if (visited.has(offset)) throw invalidStructure('the chain of cross-reference sections is a loop');
    visited.add(offset);
    const section = readXrefSection(window, offset);
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

/** `sections` newest first. Two belong to one linearized revision when `startxref` after the second names the first. */
function groupSections(window: ByteWindow, sections: readonly XrefSection[], lastMarkerEnd: number): PdfRevision[] {
  const groups: Omit<PdfRevision, 'index' | 'start' | 'end'>[] = [];
  for (let index = 0; index < sections.length; index++) {
    const section = sections[index];
    const next = sections[index + 1];
    if (section === undefined) break;
    const isLast = index === 0;
    const { trailer, offset } = section;
    if (next?.ending?.startxref === offset && next.offset > offset) {
      const markerEnd = next.ending.end;
      groups.push({ sections: [section, next], trailer, startxref: offset, markerEnd, isDelimited: true });
      index++;
    } else {
      const ownEnd = section.ending?.startxref === offset ? section.ending.end : null;
      const markerEnd = isLast ? lastMarkerEnd : ownEnd;
      groups.push({ sections: [section], trailer, startxref: offset, markerEnd, isDelimited: ownEnd !== null });
    }
  }
  let start: number | null = 0;
  return groups.reverse().map((group, index) => {
    const end = group.markerEnd === null ? null : afterLineEnd(window, group.markerEnd);
    const revision = { index, start, end, ...group };
    start = end;
    return revision;
  });
}

function afterLineEnd(window: ByteWindow, offset: number): number {
  const bytes = window.from(offset, 2);
  if (bytes[0] === 0x0d) return bytes[1] === 0x0a ? offset + 2 : offset + 1;
  return bytes[0] === 0x0a ? offset + 1 : offset;
}
