import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { PdfStream } from '../../codecs/pdf/pdf-objects.ts';
import type { XrefSection } from '../../codecs/pdf/xref-sections.ts';
import type { ObjectExtent } from './object-extent.ts';

const MARKER = /startxref|%%EOF/;
const BACKSLASH = 0x5c;
const OPEN = 0x28;
const CLOSE = 0x29;

/**
 * Whether an object holds `startxref` or `%%EOF` where a reader that searches for the end of a revision may take it
 * for one: in a comment. Inside strings and stream data they are what somebody wrote, a note or an attached PDF.
 */
export function hasEndMarker(document: PdfDocument, { object, start, end }: ObjectExtent): boolean {
  return textOutsideStrings(document, start, object instanceof PdfStream ? object.dataOffset : end) !== null;
}

/** Whether a classic table with its trailer holds another end of a revision than the one at its end. */
export function hasSecondEnd(document: PdfDocument, section: XrefSection, end: number): boolean {
  if (section.kind === 'stream') return false;
  const text = textOutsideStrings(document, section.offset, end) ?? '';
  return !/^[^]*startxref\s+\d+\s+%%EOF$/.test(text) || (text.match(new RegExp(MARKER, 'g')) ?? []).length !== 2;
}

/** The bytes from `start` to `end` without what literal strings hold; null when there is no marker among them. */
function textOutsideStrings(document: PdfDocument, start: number, end: number): string | null {
  const bytes = document.bytes.exactly(start, end - start);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!buffer.includes('startxref') && !buffer.includes('%%EOF')) return null;
  const text = withoutStrings(bytes);
  return MARKER.test(text) ? text : null;
}

/** Clause 7.3.4.2: parentheses nest, a backslash takes the next byte along; comments hold no strings (clause 7.2.4). */
function withoutStrings(bytes: Uint8Array): string {
  const kept: number[] = [];
  let open = 0;
  let isComment = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (open === 0) {
      isComment = isComment ? byte !== 0x0a && byte !== 0x0d : byte === 0x25;
      if (byte === OPEN && !isComment) open++;
      else kept.push(byte);
    } else if (byte === BACKSLASH) at++;
    else if (byte === OPEN) open++;
    else if (byte === CLOSE) open--;
  }
  return Buffer.from(kept).toString('latin1');
}
