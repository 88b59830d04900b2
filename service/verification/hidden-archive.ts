import type { OctetRange } from '../codecs/asn1/ber-stream.ts';
import type { ByteSource } from '../codecs/byte-source.ts';
import { type Fault, indeterminate } from './fault.ts';

/** The end record of a ZIP archive with the longest comment (APPNOTE 4.3.16): readers look for it from the end. */
const TAIL_BYTES = 22 + 65_535;
const END_RECORD = Buffer.from([0x50, 0x4b, 0x05, 0x06]);

/**
 * A file of another kind that opens as a ZIP archive, too, which nobody signed: its end record stands outside of `signed`.
 * Most readers do not mind what is before an archive.
 */
export function judgeHiddenArchive(document: ByteSource, signed: readonly OctetRange[]): Fault[] {
  const start = Math.max(0, document.size - TAIL_BYTES);
  const read = document.read(start, document.size - start);
  const tail = Buffer.from(read.buffer, read.byteOffset, read.byteLength);
  for (let at = tail.indexOf(END_RECORD); at >= 0; at = tail.indexOf(END_RECORD, at + 1)) {
    const isSigned = signed.some((range) => range.start <= start + at && start + at < range.end);
    if (!isSigned) return [HIDDEN_ARCHIVE];
  }
  return [];
}

const HIDDEN_ARCHIVE = indeterminate(
  'SIG_COVERAGE_INCOMPLETE',
  'The file can be opened as a ZIP archive, too, and nobody signed what is in that.',
);
