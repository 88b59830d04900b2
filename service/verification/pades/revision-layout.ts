import { isDeepStrictEqual } from 'node:util';
import { ObjectParser } from '../../codecs/pdf/object-parser.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { isCount, isNamed, PdfStream } from '../../codecs/pdf/pdf-objects.ts';
import type { PdfRevision } from '../../codecs/pdf/pdf-revisions.ts';
import { readXrefStream } from '../../codecs/pdf/xref-stream.ts';
import type { XrefSection } from '../../codecs/pdf/xref-sections.ts';
import { type Fault, invalid } from '../fault.ts';
import { hasEndMarker, hasSecondEnd } from './end-markers.ts';
import { hasRepeatedKeys, isSameObject } from './object-equality.ts';
import { readObjectExtent, skipFiller, type ObjectExtent } from './object-extent.ts';

/**
 * Cross-reference sections must lie in the revisions they belong to and follow each other (ISO 32000-2 clause 7.5.6).
 * A chain that jumps would let a later update decide what an earlier, signed one contained. The hidden part of a hybrid
 * file may lie anywhere before the end of its revision; Word puts it before the table of the revision before. Gives what
 * is wrong in words.
 */
export function checkSectionOrder(revisions: readonly PdfRevision[]): string | null {
  let floor = -1;
  for (const { start, end, sections } of revisions) {
    const offsets = sections.map(({ offset }) => offset);
    const hidden = sections.flatMap(({ hybrid }) => (hybrid === null ? [] : [hybrid.offset]));
    const lowest = Math.min(...offsets);
    const highest = Math.max(...offsets);
    const isInside = lowest > floor && lowest >= (start ?? 0) && (end === null || Math.max(highest, ...hidden) < end);
    if (!isInside) return 'the cross-reference sections do not follow each other';
    floor = highest;
  }
  return null;
}

/**
 * Accounts for every byte of an appended revision: the objects its cross-reference section lists, the section itself,
 * one end-of-file marker, white space. `document` is the view of that revision.
 * Readers that rebuild a broken file by searching for objects must find nothing that this section does not name.
 * Throws PdfError.
 */
export function accountForRevision(document: PdfDocument): Fault | null {
  const [previous, revision] = document.revisions.slice(-2);
  const section = revision?.sections[0];
  // Some writers point at the line end before an object, which may be the one after the previous end-of-file marker.
  const start = previous?.markerEnd ?? 0;
  if (revision === undefined || section === undefined || revision.end === null) {
    return unaccounted('An appended part has no recognizable end.', start);
  }
  // Only an original can be linearized (annex F); elsewhere a second section hides what changed.
  if (revision.sections.length > 1) return structure('An appended part has two cross-reference sections.');
  if (section.hybrid !== null) return structure('An appended part has hidden cross-reference data.');
  return checkObjects(document, section, start) ?? checkEnding(document, section, revision.markerEnd);
}

function checkObjects(document: PdfDocument, section: XrefSection, start: number): Fault | null {
  let end = start;
  let position = skipFiller(document, start);
  for (const { number, generation, offset } of listedObjects(section, start)) {
    // An offset before `end` points into another object, after `position` past something unlisted.
    if (offset < end || offset > position) return unlisted(position);
    const extent = readObjectExtent(document, position);
    if (extent?.number !== number || extent.generation !== generation) {
      return unaccounted(`Object ${number} is not where the appended part says.`, position);
    }
    if (hasEndMarker(document, extent)) return unaccounted('An appended part has more than one end.', position);
    const fault = checkObject(document, section, extent);
    if (fault !== null) return fault;
    ({ end } = extent);
    position = skipFiller(document, end);
  }
  return section.offset < end || section.offset > position ? unlisted(position) : null;
}

function unlisted(position: number): Fault {
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
    if (location.kind !== 'file' || location.offset < start || number === section.header?.number) continue;
    listed.push({ number, generation: location.generation, offset: location.offset });
  }
  return listed.sort((a, b) => a.offset - b.offset);
}

function checkObject(document: PdfDocument, section: XrefSection, extent: ObjectExtent): Fault | null {
  const { object, number } = extent;
  if (hasRepeatedKeys(object)) return structure(`Object ${number} was appended with repeated keys.`);
  if (!(object instanceof PdfStream)) return null;
  const type = object.dictionary.get('Type');
  if (isNamed(type, 'XRef') && !isCopyOfTable(document, section, extent)) {
    return structure('An appended part has a second cross-reference stream.');
  }
  return isNamed(type, 'ObjStm') ? checkObjectStream(document, section, number, object) : null;
}

/** PDFBox writes the cross-reference data of an update to a hybrid file as a stream, too: lawful if both say the same. */
function isCopyOfTable(
  document: PdfDocument,
  { kind, entries, trailer }: XrefSection,
  { start }: ObjectExtent,
): boolean {
  if (kind === 'stream') return false;
  const copy = readXrefStream(document.bytes, start);
  const isSame = (key: string): boolean => isSameObject(copy.dictionary.get(key), trailer.get(key));
  if (!['Root', 'Prev', 'Encrypt'].every(isSame)) return false;
  for (const [number, location] of copy.entries) {
    if (number !== copy.header.number && !isDeepStrictEqual(entries.find(number), location)) return false;
  }
  return true;
}

/** Everything in an object stream must be listed as being there: other readers may load streams as a whole. */
function checkObjectStream(
  document: PdfDocument,
  section: XrefSection,
  container: number,
  stream: PdfStream,
): Fault | null {
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
function checkEnding(document: PdfDocument, section: XrefSection, markerEnd: number | null): Fault | null {
  const { ending } = section;
  if (markerEnd === null || ending?.end !== markerEnd || ending.hasTrailer) {
    return unaccounted('An appended part has no proper end.', section.offset);
  }
  const start = Math.max(0, markerEnd - ENDING_BYTES);
  const match = ENDING.exec(Buffer.from(document.bytes.exactly(start, markerEnd - start)).toString('latin1'));
  if (match === null || /obj|xref|stream|trailer|EOF/.test(match[1] ?? '')) {
    return unaccounted('Bytes stand between a cross-reference section and its end.', markerEnd);
  }
  return hasSecondEnd(document, section, markerEnd)
    ? unaccounted('An appended part has more than one end.', section.offset)
    : null;
}

/** Every object an older section places must lie in its own revision, or an update could supply it unlisted. */
export function checkPlacement(revisions: readonly PdfRevision[], size: number): Fault | null {
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

function structure(detail: string): Fault {
  return invalid('PDF_STRUCTURE_INVALID', detail);
}

function unaccounted(detail: string, position: number | null): Fault {
  return invalid('PDF_BYTES_UNACCOUNTED', position === null ? detail : `${detail} (at byte ${position})`);
}
