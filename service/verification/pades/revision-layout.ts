import { ObjectParser } from '../../codecs/pdf/object-parser.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { isCount, isNamed, PdfStream } from '../../codecs/pdf/pdf-objects.ts';
import type { PdfRevision } from '../../codecs/pdf/pdf-revisions.ts';
import type { XrefSection } from '../../codecs/pdf/xref-sections.ts';
import { hasRepeatedKeys } from './object-equality.ts';
import { invalid, type PadesFault } from './pades-fault.ts';
import { readObjectExtent, skipFiller, type ObjectExtent } from './object-extent.ts';

/**
 * Cross-reference sections must lie in the revisions they belong to and follow each other (ISO 32000-2 clause 7.5.6).
 * A chain that jumps would let a later update decide what an earlier, signed one contained.
 */
export function checkSectionOrder(revisions: readonly PdfRevision[]): PadesFault | null {
  let floor = -1;
  for (const revision of revisions) {
    const offsets = revision.sections.flatMap(({ offset, hybrid }) => (hybrid ? [offset, hybrid.offset] : [offset]));
    const lowest = Math.min(...offsets);
    const highest = Math.max(...offsets);
    const isInside =
      lowest > floor && lowest >= (revision.start ?? 0) && (revision.end === null || highest < revision.end);
    if (!isInside) return structure('The cross-reference sections of the document do not follow each other.');
    // Only an original can be linearized (annex F); elsewhere two sections in one revision hide what changed.
    if (revision.index > 0 && revision.sections.length > 1) {
      return structure('An appended part has two cross-reference sections.');
    }
    floor = highest;
  }
  return null;
}

/**
 * Accounts for every byte of an appended revision: the objects its cross-reference section lists, the section itself,
 * one end-of-file marker, white space. `document` is the view of that revision, `start` where its bytes begin.
 * Readers that rebuild a broken file by searching for objects must find nothing that this section does not name.
 * Throws PdfError.
 */
export function accountForRevision(document: PdfDocument, start: number): PadesFault | null {
  const revision = document.revisions.at(-1);
  const section = revision?.sections[0];
  if (revision === undefined || section === undefined || revision.end === null) {
    return unaccounted('An appended part has no recognizable end.', start);
  }
  if (section.hybrid !== null) return structure('An appended part has hidden cross-reference data.');
  if (section.ending?.end !== revision.markerEnd) return unaccounted('An appended part has no proper end.', start);
  return (
    checkObjects(document, section, start) ??
    checkEnding(document, section.ending.end) ??
    countMarkers(document, start, revision.end)
  );
}

function checkObjects(document: PdfDocument, section: XrefSection, start: number): PadesFault | null {
  let end = start;
  let position = skipFiller(document, start);
  for (const { number, generation, offset } of listedObjects(section, start)) {
    // An offset before `end` points into another object, after `position` past something unlisted.
    if (offset < end || offset > position) return unlisted(position);
    const extent = readObjectExtent(document, position);
    if (extent?.number !== number || extent.generation !== generation) {
      return unaccounted(`Object ${number} is not where the appended part says.`, position);
    }
    const fault = checkObject(document, section, extent);
    if (fault !== null) return fault;
    ({ end } = extent);
    position = skipFiller(document, end);
  }
  return section.offset < end || section.offset > position ? unlisted(position) : null;
}

function unlisted(position: number): PadesFault {
  return unaccounted('Bytes that belong to no listed object were appended.', position);
}

interface ListedObject {
  readonly number: number;
  readonly generation: number;
  readonly offset: number;
}

/** The objects the section says lie in its own revision, by position, its own stream left out. */
function listedObjects(section: XrefSection, start: number): ListedObject[] {
  const listed: ListedObject[] = [];
  for (const [number, location] of section.entries) {
    if (location.kind !== 'file' || location.offset < start || location.offset === section.offset) continue;
    listed.push({ number, generation: location.generation, offset: location.offset });
  }
  return listed.sort((a, b) => a.offset - b.offset);
}

function checkObject(document: PdfDocument, section: XrefSection, extent: ObjectExtent): PadesFault | null {
  const { object, number } = extent;
  if (hasRepeatedKeys(object)) return structure(`Object ${number} was appended with repeated keys.`);
  if (!(object instanceof PdfStream)) return null;
  const type = object.dictionary.get('Type');
  if (isNamed(type, 'XRef')) return structure('An appended part has a second cross-reference stream.');
  return isNamed(type, 'ObjStm') ? checkObjectStream(document, section, number, object) : null;
}

/** Everything in an object stream must be listed as being there: other readers may load streams as a whole. */
function checkObjectStream(
  document: PdfDocument,
  section: XrefSection,
  container: number,
  stream: PdfStream,
): PadesFault | null {
  const count = document.get(stream.dictionary, 'N');
  const data = document.decodeStream(stream);
  if (!isCount(count) || count > data.length || stream.dictionary.get('Extends') !== null) {
    return structure(`Object stream ${container} is malformed.`);
  }
  const parser = new ObjectParser(data, 0);
  for (let index = 0; index < count; index++) {
    const number = parser.expectInteger();
    parser.expectInteger();
    const location = section.entries.find(number);
    if (location?.kind !== 'objectStream' || location.container !== container || location.index !== index) {
      return unaccounted(`Object ${number} was appended in object stream ${container} without being listed.`, null);
    }
  }
  return null;
}

const ENDING_BYTES = 512;
const ENDING = /(?:>>|endobj)\s*((?:%[^\r\n]{0,128}[\r\n]\s*)*)startxref\s+\d+\s+%%EOF$/;

/** Between the section and `%%EOF` there may be comments, which some writers use for their name. */
function checkEnding(document: PdfDocument, end: number): PadesFault | null {
  const start = Math.max(0, end - ENDING_BYTES);
  const match = ENDING.exec(Buffer.from(document.bytes.exactly(start, end - start)).toString('latin1'));
  const isClean = match !== null && !/obj|xref|stream|trailer|EOF/.test(match[1] ?? '');
  return isClean ? null : unaccounted('Bytes stand between a cross-reference section and its end.', end);
}

const SCAN_BYTES = 1024 * 1024;

/** One `startxref` and one `%%EOF` each, wherever a reader that searches for them may look. */
function countMarkers(document: PdfDocument, start: number, end: number): PadesFault | null {
  for (const marker of ['startxref', '%%EOF']) {
    let count = 0;
    for (let offset = start; offset < end; offset += SCAN_BYTES) {
      const bytes = document.bytes.exactly(offset, Math.min(SCAN_BYTES + marker.length - 1, end - offset));
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      for (let at = chunk.indexOf(marker); at >= 0; at = chunk.indexOf(marker, at + 1)) count++;
    }
    if (count !== 1) return unaccounted('An appended part has more than one end.', start);
  }
  return null;
}

/** Every object an older section places must lie in its own revision, or an update could supply it unlisted. */
export function checkPlacement(revisions: readonly PdfRevision[], size: number): PadesFault | null {
  for (const revision of revisions.slice(0, -1)) {
    const end = revision.end ?? 0;
    for (const section of revision.sections) {
      for (const part of section.hybrid === null ? [section] : [section, section.hybrid]) {
        for (const [number, location] of part.entries) {
          if (location.kind === 'file' && location.offset >= end && location.offset < size) {
            return structure(`Object ${number} is said to lie in a later part of the document.`);
          }
        }
      }
    }
  }
  return null;
}

function structure(detail: string): PadesFault {
  return invalid('PDF_STRUCTURE_INVALID', detail);
}

function unaccounted(detail: string, position: number | null): PadesFault {
  return invalid('PDF_BYTES_UNACCOUNTED', position === null ? detail : `${detail} (at byte ${position})`);
}
