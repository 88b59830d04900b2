import { ObjectParser } from '../../codecs/pdf/object-parser.ts';
import { readObjectStream } from '../../codecs/pdf/object-streams.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { PdfReference, PdfStream, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import type { ObjectLocation } from '../../codecs/pdf/xref-entries.ts';

/**
 * Whether an object that is a number by itself is written in a way that readers read differently, as an entry of a
 * dictionary may be: it may be a flag or a measure of what refers to it. Throws PdfError.
 */
export function isWrittenOddly(
  document: PdfDocument,
  object: PdfObject,
  location: ObjectLocation | undefined,
): boolean {
  if (typeof object !== 'number' || location === undefined || location.kind === 'free') return false;
  if (location.kind === 'file') {
    return document.bytes.parseAt(location.offset, (parser) => parser.isOdd(document.parseIndirect(parser).object));
  }
  const container = document.resolve(new PdfReference(location.container, 0));
  if (!(container instanceof PdfStream)) return false;
  const { dictionary } = container;
  const [count, first] = [document.get(dictionary, 'N'), document.get(dictionary, 'First')];
  const { bytes, offsets } = readObjectStream(document.decodeStream(container), count, first);
  const parser = new ObjectParser(bytes, 0, offsets[location.index] ?? 0);
  return parser.isOdd(parser.parseObject());
}
