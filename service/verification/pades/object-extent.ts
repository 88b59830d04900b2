import { isWhitespace } from '../../codecs/pdf/token-reader.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { isCount, type PdfObject, PdfStream } from '../../codecs/pdf/pdf-objects.ts';

/** An indirect object as it stands in the file: bytes `start` to `end`, after `endobj`. */
export interface ObjectExtent {
  readonly number: number;
  readonly generation: number;
  readonly start: number;
  readonly end: number;
  readonly object: PdfObject;
}

/** Reads the indirect object at `start`; null when a stream has no usable length. Throws PdfError. */
export function readObjectExtent(document: PdfDocument, start: number): ObjectExtent | null {
  const { bytes } = document;
  const read = bytes.parseAt(start, (parser) => {
    const { header, object } = document.parseIndirect(parser);
    return { header, object, end: parser.offset };
  });
  const { number, generation } = read.header;
  if (!(read.object instanceof PdfStream)) return { number, generation, start, end: read.end, object: read.object };
  const length = document.get(read.object.dictionary, 'Length');
  if (!isCount(length) || read.object.dataOffset + length >= document.size) return null;
  const end = bytes.parseAt(read.object.dataOffset + length, (parser) => {
    parser.skipWhitespace();
    if (!parser.tryKeyword('endstream')) return null;
    parser.skipWhitespace();
    return parser.tryKeyword('endobj') ? parser.offset : null;
  });
  return end === null ? null : { number, generation, start, end, object: read.object };
}

const MAX_COMMENT_BYTES = 128;
const STRUCTURAL_WORDS = /obj|xref|stream|trailer|EOF/;

/** Position after white space and short comments that no reader could take for structure. */
export function skipFiller(document: PdfDocument, start: number): number {
  let position = start;
  while (position < document.size) {
    const bytes = document.bytes.from(position, MAX_COMMENT_BYTES + 1);
    let index = 0;
    while (index < bytes.length && isWhitespace(bytes[index] ?? 0)) index++;
    position += index;
    if (index === bytes.length) continue;
    const comment = bytes[index] === 0x25 ? harmlessComment(bytes.subarray(index, index + MAX_COMMENT_BYTES)) : 0;
    if (comment === 0 && bytes[index] === 0x25 && index > 0) continue;
    if (comment === 0) break;
    position += comment;
  }
  return Math.min(position, document.size);
}

/** Length of the comment line that `bytes` starts with, without its line end; 0 when it is too long or suspicious. */
function harmlessComment(bytes: Uint8Array): number {
  const end = bytes.findIndex((byte) => byte === 0x0a || byte === 0x0d);
  if (end < 0) return 0;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, end).toString('latin1');
  return STRUCTURAL_WORDS.test(text) ? 0 : end;
}
