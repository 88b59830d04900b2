import { hasPlainParameters } from './filter-parameters.ts';
import type { PdfDocument } from './pdf-document.ts';
import { findLinearizationDifference } from './linearization.ts';
import { findReadingDifference } from './page-audit.ts';
import { isCount } from './pdf-objects.ts';
import { ObjectPlaces } from './object-headers.ts';
import { twinCause } from './twin-objects.ts';
import type { ObjectLocation } from './xref-entries.ts';
import { findInSection, type XrefSection } from './xref-sections.ts';

/** Readers count object numbers up to here (ISO 32000-1 annex C); some repair a file that claims more. */
const MAX_SIZE = 8_388_608;
const INTEGER_KEYS = ['Size', 'Prev', 'XRefStm', 'W', 'Index', 'Length'];

/**
 * What makes readers show a document differently: above all wrong cross-reference data, which some of them rebuild by
 * searching the file for objects, and then show what this reader, which never repairs, does not see. Null when nothing
 * does, otherwise a clause for a person. Throws PdfError.
 */
export function findAmbiguity(document: PdfDocument): string | null {
  const cause = sectionsCause(document);
  if (cause !== null) return cause;
  const places = placesInForce(document);
  return (
    startxrefCause(document) ??
    ownNumberCause(document) ??
    misplacedCause(document, places) ??
    findLinearizationDifference(document) ??
    findReadingDifference(document) ??
    twinCause(document, places)
  );
}

function sectionsCause({ revisions }: PdfDocument): string | null {
  let end = 0;
  for (const revision of revisions) {
    // Oldest first: an update may rely on the numbers of the sections before it.
    for (const section of revision.sections.toReversed()) {
      const { entries, hybrid } = section;
      end = Math.max(end, entries.listedEnd, hybrid?.entries.listedEnd ?? 0);
      const cause = sectionCause(section, end) ?? (hybrid === null ? null : sectionCause(hybrid, 0));
      if (cause !== null) return `${cause} (cross-reference section at byte ${section.offset})`;
    }
  }
  return null;
}

/** Between the word and its number; the grammar allows NUL and comments as well. */
const PLAIN_STARTXREF = /^startxref[ \t\r\n\f]+\d/;
/** Where the word is looked for, as openPdf does. */
const TAIL_BYTES = 1024 + 64;

/** Readers that do not find the number there look for objects all over the file, and show what they find last. */
function startxrefCause({ bytes }: PdfDocument): string | null {
  const length = Math.min(bytes.limit, TAIL_BYTES);
  const tail = Buffer.from(bytes.exactly(bytes.limit - length, length)).toString('latin1');
  const isPlain = PLAIN_STARTXREF.test(tail.slice(tail.lastIndexOf('startxref')));
  return isPlain ? null : 'its last startxref is not followed by blanks and a number';
}

/** `end` is one more than the highest object number listed so far; 0 for a hidden part, whose table counts for it. */
function sectionCause(section: XrefSection, end: number): string | null {
  return trailerCause(section, end) ?? entriesCause(section);
}

function trailerCause({ trailer, header }: XrefSection, end: number): string | null {
  if (trailer.hasDuplicateKeys) return 'its trailer names a key twice';
  const odd = INTEGER_KEYS.find((key) => !trailer.hasPlainIntegers(key));
  if (odd !== undefined) return `its ${odd} is not written as an integer`;
  if (!hasPlainParameters(trailer, (object) => object)) return 'its stream names filters that not all readers know';
  const size = trailer.get('Size');
  if (!isCount(size) || size > MAX_SIZE) return 'its Size is no number of objects';
  if (size < end) return `its Size is ${size}, but objects up to ${end - 1} are listed`;
  return header !== null && header.generation !== 0 ? 'its stream has another generation than 0' : null;
}

function entriesCause(section: XrefSection): string | null {
  const { entries, kind } = section;
  if (!entries.isAscending) return 'its subsections do not follow each other by object number';
  if (entries.hasUnknownKind) return 'it has entries of an unknown type';
  const zero = entries.find(0);
  if (zero !== undefined && zero.kind !== 'free') return 'it lists object 0, which does not exist, as an object';
  return kind === 'table' && startsWithFreeOne(section)
    ? 'its first entry is the free one of object 0, but is said to be of object 1'
    : null;
}

/** Many readers take `1 n` with a free first entry for a writer's mistake and count from 0 instead. */
function startsWithFreeOne({ entries }: XrefSection): boolean {
  return entries.firstNumber === 1 && entries.find(1)?.kind === 'free';
}

/** A cross-reference stream is an object, too; with the number of another one it hides that from some readers. */
function ownNumberCause(document: PdfDocument): string | null {
  const sections: XrefSection[] = [];
  for (const { sections: newestFirst, trailer } of document.revisions) {
    const size = Number(trailer.get('Size'));
    for (const section of newestFirst.toReversed()) {
      sections.push(section);
      for (const part of section.hybrid === null ? [section] : [section, section.hybrid]) {
        const number = part.header?.number;
        if (number === undefined) continue;
        const whose = `the cross-reference stream at byte ${part.offset} bears the number ${number}`;
        if (number >= size) return `${whose}, which is beyond Size`;
        if (!isOwnNumber(document, sections, part, number)) return `${whose} of another object`;
      }
    }
  }
  return null;
}

/** `sections`: oldest first, up to the one that `part` is or belongs to. */
function isOwnNumber(
  document: PdfDocument,
  sections: readonly XrefSection[],
  part: XrefSection,
  number: number,
): boolean {
  const isHere = (location: ObjectLocation | undefined): boolean =>
    location?.kind === 'file' && skipWhitespaceAt(document, location.offset) === part.offset;
  const isListed = !part.entries.hasAddedStream && part.entries.find(number) !== undefined;
  if (isListed) return isHere(part.entries.find(number));
  // The section says nothing of its stream: then an older one, or the table of a hybrid file, must not either.
  const other = sections.findLast((one) => one !== part && findInSection(one, number) !== undefined);
  const before = other === undefined ? undefined : findInSection(other, number);
  // The number of an older cross-reference stream may be used again.
  return before === undefined || before.kind === 'free' || isHere(before) || other?.header?.number === number;
}

function skipWhitespaceAt(document: PdfDocument, offset: number): number {
  return document.bytes.parseAt(offset, (parser) => {
    parser.skipWhitespace();
    return parser.offset;
  });
}

/** Every object in use must stand where the newest section that lists it says. */
function misplacedCause(document: PdfDocument, places: ObjectPlaces): string | null {
  const number = places.findMisplaced(document.bytes);
  return number === null ? null : `object ${number} is not where it is said to be`;
}

/** What the newest section that mentions an object says, for all that lie in the file itself. */
function placesInForce(document: PdfDocument): ObjectPlaces {
  const sections = document.revisions.toReversed().flatMap((revision) => revision.sections);
  const parts = sections.map(({ entries, hybrid }) => (hybrid === null ? [entries] : [entries, hybrid.entries]));
  const places = new ObjectPlaces(parts.flat().reduce((sum, { size }) => sum + size + 1, 0));
  const seen = new Uint8Array(document.endNumber);
  const take = (number: number, offset: number | null, generation: number): void => {
    if (seen[number] === 1) return;
    seen[number] = 1;
    // Zero is an old way to say that there is no such object; one who reads it finds no header and stops.
    if (offset !== null && offset !== 0) places.add(number, offset, generation);
  };
  const hide = (number: number): void => {
    seen[number] = 1;
  };
  for (const group of parts) {
    for (const part of group) part.eachInUse(take);
    // Free entries of a hybrid file's table hide nothing of its other part, so they come last.
    for (const part of group) part.eachFree(hide);
  }
  return places;
}
