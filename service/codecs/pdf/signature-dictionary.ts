import type { FormField } from './form-fields.ts';
import type { DictionarySpan } from './object-parser.ts';
import type { PdfDocument } from './pdf-document.ts';
import { invalidStructure } from './pdf-error.ts';
import { PdfDictionary, PdfReference, PdfString, type PdfObject } from './pdf-objects.ts';

/** A signature dictionary (ISO 32000-2 clause 12.8.1) with the exact places of the tokens that decide about it. */
export interface SignatureDictionary {
  /** The object that holds it: the dictionary itself, or the field when /V is direct. */
  readonly holder: PdfReference;
  readonly dictionary: PdfDictionary;
  /** The four (or however many) numbers; null unless every one is a direct, unsigned integer token. */
  readonly byteRange: readonly number[] | null;
  /** Bytes `start` to `end` of the source, `<` and `>` included; null unless /Contents is a direct hexadecimal string. */
  readonly contents: { readonly start: number; readonly end: number; readonly bytes: Uint8Array } | null;
}

/**
 * Reads the signature dictionary of a field (or what else names one) from the raw bytes of the document. Null when the field is unsigned.
 * A dictionary kept in an object stream has no bytes of its own, so it gives null `byteRange` and `contents`.
 * Throws PdfError.
 */
export function readSignatureDictionary(
  document: PdfDocument,
  field: Pick<FormField, 'value' | 'valueOwner'>,
): SignatureDictionary | null {
  const { value } = field;
  const dictionary = document.resolve(value);
  if (dictionary === null) return null;
  if (!(dictionary instanceof PdfDictionary)) throw invalidStructure('a signature that is not a dictionary');
  const holder = value instanceof PdfReference ? value : field.valueOwner;
  if (holder === null) throw invalidStructure('a signature in a direct form field');
  const spans = signatureSpans(document, holder, value instanceof PdfReference);
  return {
    holder,
    dictionary,
    byteRange: byteRangeOf(document, lastSpan(spans, 'ByteRange')),
    contents: contentsOf(document, lastSpan(spans, 'Contents')),
  };
}

function signatureSpans(document: PdfDocument, holder: PdfReference, isIndirect: boolean): readonly DictionarySpan[] {
  const location = document.find(holder.number)?.location;
  if (location?.kind !== 'file') return [];
  const spans = document.bytes.parseAt(location.offset, (parser) => {
    parser.parseObjectHeader();
    return parser.parseDictionarySpans();
  });
  if (isIndirect) return spans;
  const value = lastSpan(spans, 'V');
  if (value === undefined) return [];
  return document.bytes.parseAt(value.start, (parser) => parser.parseDictionarySpans());
}

/** Of a repeated key the last one, as in PdfDictionary. */
function lastSpan(spans: readonly DictionarySpan[], key: string): DictionarySpan | undefined {
  return spans.findLast((span) => span.key === key);
}

function byteRangeOf(document: PdfDocument, span: DictionarySpan | undefined): number[] | null {
  if (span === undefined || span.end - span.start > 1024) return null;
  const text = Buffer.from(document.bytes.exactly(span.start, span.end - span.start)).toString('latin1');
  if (!/^\[[\d\0\t\n\f\r ]*\]$/.test(text)) return null;
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  return numbers.every(Number.isSafeInteger) ? numbers : null;
}

function contentsOf(document: PdfDocument, span: DictionarySpan | undefined): SignatureDictionary['contents'] {
  if (span === undefined || !isString(span.value)) return null;
  if (document.bytes.exactly(span.start, 1)[0] !== 0x3c) return null;
  return { start: span.start, end: span.end, bytes: span.value.bytes };
}

function isString(value: PdfObject): value is PdfString {
  return value instanceof PdfString;
}
