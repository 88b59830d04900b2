import type { OctetRange } from '../codecs/asn1/ber-stream.ts';
import type { ByteSource } from '../codecs/byte-source.ts';
import { type Fault, indeterminate } from './fault.ts';
import { WORK, type WorkBudget } from './work-budget.ts';

const PIECE_BYTES = 65_536;
/** More than the longest beginning of an object that is looked for, which may lie across the edge of two pieces. */
const OVERLAP_BYTES = 2048;

/**
 * What follows the word of an object. None of poppler, MuPDF and PDF.js takes a longer word for it, and a text may speak of
 * `10 000 objets`.
 */
const WORD_END = String.raw`(?=[^A-Za-z.,:;\x80-\xff])`;
const BLANK = String.raw`[\0\t\n\f\r ]`;
/**
 * What readers go by that put a damaged PDF together again: the word before the place of a cross-reference table, the
 * beginnings of a trailer, of an object by its two numbers, and of a dictionary or array where comments may stand between
 * these. Several need no header, and none needs the rest of the file to be a PDF.
 */
const PARTS = new RegExp(
  [
    'startxref',
    String.raw`trailer${BLANK}{0,99}(?:<<|%)`,
    String.raw`\d${BLANK}{1,99}\d{1,10}${BLANK}{0,99}obj${WORD_END}`,
    String.raw`(?:\d|${BLANK})obj(?:${BLANK}{999}|${BLANK}{0,998}(?:<<|\[|%))`,
  ].join('|'),
);

/**
 * Ends of `startxref`, `trailer` and `obj` that begin with letters which are rare in texts, or rarer: that makes
 * them found several times as fast.
 */
const WORDS = ['xref', 'railer', 'bj'];

/**
 * A file of another kind that is a PDF, too, of which something is signed by nobody: bytes outside of `signed` hold
 * objects of one, alone or in the place of those within. Whoever opens the file under such a name sees what the forger
 * wrote. Charges what is looked through; throws WorkExceededError.
 */
export function judgeHiddenPdf(document: ByteSource, signed: readonly OctetRange[], budget?: WorkBudget): Fault[] {
  const unsigned = rangesBeside(signed, document.size);
  for (const { start, end } of unsigned) budget?.charge((end - start) * WORK.readByte);
  return unsigned.some((range) => holdsParts(document, range)) ? [HIDDEN_PDF] : [];
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
    // With the byte behind it, which ends a word.
    const length = Math.min(end + 1, at + PIECE_BYTES + OVERLAP_BYTES, document.size) - at;
    const { buffer, byteOffset, byteLength } = document.read(at, length);
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    // Looking for a word takes a small part of looking for a pattern.
    if (WORDS.some((word) => bytes.includes(word)) && PARTS.test(bytes.toString('latin1'))) return true;
  }
  return false;
}
