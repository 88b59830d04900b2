import type { ByteSource } from '../../codecs/byte-source.ts';
import { searchBeginnings } from '../../codecs/search-source.ts';
import { type Fault, indeterminate, invalid } from '../fault.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { areLineEnds } from './byte-range.ts';

/** Four numbers of at most ten digits and the white space between them; a signature dictionary is never in an object stream. */
const BYTE_RANGE =
  /\/ByteRange\s{0,20}\[\s{0,20}\d{1,10}\s{1,20}\d{1,10}\s{1,20}(\d{1,10})\s{1,20}(\d{1,10})\s{0,20}\]/;
const LONGEST = 200;

/**
 * The faults of a PDF whose structure cannot be read, `why` in words; `isBroken` tells whether it is seen all the same that
 * a signature is of other bytes. Without anything that looks like a signature there
 * is nothing to be broken, and a signature that reaches to the end of the file was made over the damage. Otherwise
 * signed bytes are missing, or others were added that no reader can account for. Throws what the source throws.
 */
export function faultsOfUnreadable(
  source: ByteSource,
  reason: ReasonCode,
  why: string,
  isBroken: () => boolean,
): [Fault, ...Fault[]] {
  let end = -1;
  for (const found of visibleEnds(source)) end = Math.max(end, found);
  if (end < 0) {
    const detail = `The document cannot be read, and nothing in it looks like a signature: ${why}.`;
    return [indeterminate('SIG_NOT_FOUND', detail), indeterminate(reason)];
  }
  const isWhole = end === source.size || (end < source.size && areLineEnds(source, end, source.size));
  return [(isWhole && !isBroken() ? indeterminate : invalid)(reason, `The document cannot be read: ${why}.`)];
}

/**
 * Whether a byte range ends where a revision of this very file does: it was signed, whatever its form says now. Ranges of
 * documents that are attached to it end elsewhere.
 */
export function wasSigned(source: ByteSource): boolean {
  for (const end of visibleEnds(source)) {
    const before = Buffer.from(source.read(Math.max(0, end - MARKER_BYTES), Math.min(end, MARKER_BYTES)));
    if (/%%EOF[\r\n]*$/.test(before.toString('latin1'))) return true;
  }
  return false;
}

const MARKER_BYTES = 16;

/** Where the bytes end that signatures are over, as the text of the file has it, one after the other: there may be many. */
export function* visibleEnds(source: ByteSource): Generator<number> {
  for (const [, offset = '', length = ''] of searchBeginnings(source, '/Byte', BYTE_RANGE, LONGEST)) {
    yield Number(offset) + Number(length);
  }
}
