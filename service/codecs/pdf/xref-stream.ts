import type { ByteWindow } from './byte-window.ts';
import { invalidStructure, PdfError } from './pdf-error.ts';
import {
  isCount,
  isNamed,
  isPdfArray,
  PdfStream,
  type PdfDictionary,
  type PdfObject,
  type PdfReference,
} from './pdf-objects.ts';
import { expansionLimit, streamFilters } from './stream-data.ts';
import { decodeFilters } from './stream-filters.ts';
import { ENTRY_WORK_BYTES, MAX_OBJECTS, XrefEntries } from './xref-entries.ts';

/** Data after the last entry is tolerated up to this much. */
const SPARE_BYTES = 64 * 1024;

/** A cross-reference stream (ISO 32000-2 clause 7.5.8) as it stands in the file. */
export interface XrefStream {
  /** Number and generation that the stream bears as an object. */
  readonly header: PdfReference;
  readonly dictionary: PdfDictionary;
  readonly entries: XrefEntries;
  /** After `endobj`. */
  readonly end: number;
}

/** Reads the cross-reference stream whose object starts at `offset`. Throws PdfError. */
export function readXrefStream(window: ByteWindow, offset: number): XrefStream {
  const { header, stream, read, weight } = window.parseAt(offset, (parser) => ({
    header: parser.parseObjectHeader(),
    stream: parser.parseObjectBody(),
    read: parser.position,
    weight: parser.weight,
  }));
  window.onWork(read + weight);
  window.hold(weight);
  if (!(stream instanceof PdfStream) || !isNamed(stream.dictionary.get('Type'), 'XRef')) {
    throw invalidStructure(`no cross-reference section at byte ${offset}`);
  }
  const { dictionary, dataOffset } = stream;
  const length = dictionary.get('Length');
  if (!isCount(length)) throw invalidStructure('cross-reference stream without a direct length');
  const plan = planStreamEntries(dictionary);
  window.onWork(length + plan.entries * ENTRY_WORK_BYTES);
  const raw = window.exactly(dataOffset, length);
  const maxBytes = Math.min(expansionLimit(length), plan.bytes + SPARE_BYTES);
  const filters = streamFilters(dictionary, directOnly);
  const data = decodeFilters(raw, filters, { maxBytes, onWork: window.onWork });
  const end = window.parseAt(dataOffset + length, (parser) => {
    parser.expectKeyword('endstream');
    parser.expectKeyword('endobj');
    return parser.offset;
  });
  return { header, dictionary, entries: readStreamEntries(plan, data), end };
}

/** Nothing can be looked up before the cross-reference data itself is read. */
function directOnly(object: PdfObject): PdfObject {
  return object;
}

interface StreamPlan {
  readonly widths: readonly [number, number, number];
  readonly subsections: readonly (readonly [first: number, count: number])[];
  readonly entries: number;
  /** What they need before the predictor is undone. */
  readonly bytes: number;
}

function planStreamEntries(dictionary: PdfDictionary): StreamPlan {
  const widths = fieldWidths(dictionary);
  const index = dictionary.get('Index') ?? [0, dictionary.get('Size')];
  if (!isPdfArray(index) || index.length % 2 !== 0) throw invalidStructure('malformed cross-reference stream');
  const subsections: (readonly [number, number])[] = [];
  let total = 0;
  for (let pair = 0; pair < index.length; pair += 2) {
    const first = index[pair] ?? null;
    const count = index[pair + 1] ?? null;
    if (!isCount(first) || !isCount(count)) throw invalidStructure('malformed cross-reference stream');
    subsections.push([first, count]);
    total += count;
  }
  if (total > MAX_OBJECTS) throw new PdfError('PDF_LIMIT_EXCEEDED', 'too many objects');
  return { widths, subsections, entries: total, bytes: total * (widths[0] + widths[1] + widths[2] + 1) };
}

function readStreamEntries({ widths, subsections }: StreamPlan, data: Uint8Array): XrefEntries {
  const width = widths[0] + widths[1] + widths[2];
  const entries = new XrefEntries();
  let at = 0;
  for (const [first, count] of subsections) {
    if (at + count * width > data.length) throw invalidStructure('malformed cross-reference stream');
    entries.startSubsection(first, count);
    addStreamEntries(entries, data, at, count, widths);
    at += count * width;
  }
  entries.finish();
  return entries;
}

function addStreamEntries(
  entries: XrefEntries,
  data: Uint8Array,
  start: number,
  count: number,
  [kindWidth, positionWidth, detailWidth]: readonly [number, number, number],
): void {
  let at = start;
  for (let left = count; left > 0; left--) {
    const kind = kindWidth === 0 ? 1 : bigEndian(data, at, kindWidth);
    at += kindWidth;
    const position = bigEndian(data, at, positionWidth);
    at += positionWidth;
    entries.add(kind, position, bigEndian(data, at, detailWidth));
    at += detailWidth;
  }
}

function fieldWidths(dictionary: PdfDictionary): readonly [number, number, number] {
  const widths = dictionary.get('W');
  if (isPdfArray(widths) && widths.length === 3) {
    const [kind = null, position = null, detail = null] = widths;
    if (
      isCount(kind) &&
      isCount(position) &&
      isCount(detail) &&
      position > 0 &&
      Math.max(kind, position, detail) <= 8
    ) {
      return [kind, position, detail];
    }
  }
  throw invalidStructure('malformed cross-reference stream');
}

function bigEndian(data: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let index = at; index < at + width; index++) value = value * 256 + (data[index] ?? 0);
  return value;
}
