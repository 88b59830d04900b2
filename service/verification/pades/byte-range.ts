import type { ByteSource } from '../../codecs/byte-source.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import type { PdfRevision } from '../../codecs/pdf/pdf-revisions.ts';
import type { SignatureDictionary } from '../../codecs/pdf/signature-dictionary.ts';
import { type Fault, invalid } from '../fault.ts';
import { hasRepeatedKeys } from './object-equality.ts';

/** What a byte range covers: bytes 0 to `gapStart` and `gapEnd` to `end`. */
export interface CoveredBytes {
  readonly gapStart: number;
  readonly gapEnd: number;
  readonly end: number;
}

/** An acceptable byte range with the revision at whose end it ends. */
export interface Coverage {
  readonly covered: CoveredBytes;
  readonly revision: PdfRevision;
  /** /Contents with its padding. */
  readonly contents: Uint8Array;
}

/**
 * ISO 32000-2 table 255: two ranges around exactly the hexadecimal string of /Contents, from the first byte to the end
 * of the revision that the signature is part of. Gives what is wrong otherwise.
 */
export function readCoverage(document: PdfDocument, signature: SignatureDictionary): Coverage | Fault {
  if (hasRepeatedKeys(signature.dictionary)) {
    return invalid('PDF_STRUCTURE_INVALID', 'The signature dictionary names a key twice.');
  }
  const { contents } = signature;
  // Two digits a byte and the delimiters: no white space that could hide anything.
  const isPlainHex = contents !== null && contents.end - contents.start === contents.bytes.length * 2 + 2;
  if (!isPlainHex || contents.bytes.length === 0) {
    return invalid('PDF_CONTENTS_INVALID', 'The signature has no contents written in hexadecimal digits.');
  }
  const covered = readRanges(signature.byteRange);
  if (covered === null) {
    return range('The byte range is not two ranges of direct numbers that begin at the first byte.');
  }
  if (covered.gapStart !== contents.start || covered.gapEnd !== contents.end) {
    return range('The byte range leaves out more, less or other bytes than the contents of the signature.');
  }
  const revision = revisionEndingAt(document, covered.end);
  if (revision === undefined) return range('The byte range does not end where a revision of the document ends.');
  if (revision.start === null || covered.gapStart < revision.start) {
    return range('The signature is not part of the revision that it covers.');
  }
  return { covered, revision, contents: contents.bytes };
}

function range(detail: string): Fault {
  return invalid('PDF_BYTERANGE_INVALID', detail);
}

function readRanges(byteRange: readonly number[] | null): CoveredBytes | null {
  if (byteRange?.length !== 4) return null;
  const [start = -1, gapStart = 0, gapEnd = 0, length = 0] = byteRange;
  return start === 0 ? { gapStart, gapEnd, end: gapEnd + length } : null;
}

/** The line ends after `%%EOF` may be signed or not; white space at the very end of the file too if it is signed. */
function revisionEndingAt(document: PdfDocument, end: number): PdfRevision | undefined {
  const { revisions, source } = document;
  const found = revisions.find(
    (revision) =>
      revision.end !== null &&
      end >= (revision.markerEnd ?? revision.end) &&
      (end <= revision.end || areLineEnds(source, revision.end, end)),
  );
  return found ?? (end === source.size ? revisions.at(-1) : undefined);
}

const MAX_LINE_ENDS = 64;

/** Whether there is nothing but a few line ends between two positions, as programs write them after `%%EOF`. */
export function areLineEnds(source: ByteSource, start: number, end: number): boolean {
  if (end < start || end - start > MAX_LINE_ENDS || end > source.size) return false;
  return source.read(start, end - start).every((byte) => byte === 0x0a || byte === 0x0d);
}
