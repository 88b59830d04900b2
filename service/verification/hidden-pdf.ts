import type { OctetRange } from '../codecs/asn1/ber-stream.ts';
import type { ByteSource } from '../codecs/byte-source.ts';
import { type Fault, indeterminate } from './fault.ts';
import { WORK, type WorkBudget } from './work-budget.ts';

/** Readers look for the header of a PDF here, whatever stands before it (ISO 32000-1 annex H, implementation note 13). */
const HEADER_BYTES = 1024;
const HEADER = '%PDF-';
const PIECE_BYTES = 65_536;
/** What may lie across the edge of two pieces. */
const OVERLAP_BYTES = 64;

/**
 * What readers go by that put a damaged PDF together again: the beginning of an object, of a trailer, and the word before
 * the place of a cross-reference table.
 */
const PARTS = /startxref|trailer[\0\t\n\f\r ]{0,32}<<|[\d\0\t\n\f\r ]obj[\0\t\n\f\r <[(/%]/;

/**
 * A file of another kind that opens as a PDF, too, of which something is signed by nobody: bytes outside of `signed` hold
 * its header, or objects that take the place of those within. Whoever opens the file by such a name sees what the forger
 * wrote. Charges what is looked through; throws WorkExceededError.
 */
export function judgeHiddenPdf(document: ByteSource, signed: readonly OctetRange[], budget?: WorkBudget): Fault[] {
  const start = textOf(document, { start: 0, end: HEADER_BYTES + HEADER.length - 1 });
  if (!start.includes(HEADER)) return [];
  const unsigned = rangesBeside(signed, document.size);
  for (const range of unsigned) budget?.charge((range.end - range.start) * WORK.readByte);
  const isHeader = unsigned.some((range) => start.slice(range.start, range.end).includes(HEADER));
  return isHeader || unsigned.some((range) => holdsParts(document, range)) ? [HIDDEN_PDF] : [];
}

const HIDDEN_PDF = indeterminate(
  'SIG_COVERAGE_INCOMPLETE',
  'The file can be opened as a PDF, too, and nobody signed what that shows.',
);

/** What no signed range holds; those come in any order and do not overlap. */
function rangesBeside(signed: readonly OctetRange[], size: number): OctetRange[] {
  const ranges: OctetRange[] = [];
  let start = 0;
  for (const one of signed.toSorted((left, right) => left.start - right.start)) {
    if (one.start > start) ranges.push({ start, end: one.start });
    start = Math.max(start, one.end);
  }
  return start < size ? [...ranges, { start, end: size }] : ranges;
}

function holdsParts(document: ByteSource, { start, end }: OctetRange): boolean {
  for (let at = start; at < end; at += PIECE_BYTES) {
    if (PARTS.test(textOf(document, { start: at, end: Math.min(end, at + PIECE_BYTES + OVERLAP_BYTES) }))) return true;
  }
  return false;
}

function textOf(document: ByteSource, { start, end }: OctetRange): string {
  return Buffer.from(document.read(start, Math.min(end, document.size) - start)).toString('latin1');
}
