import type { PdfDocument } from './pdf-document.ts';
import {
  isPdfArray,
  PdfDictionary,
  PdfName,
  PdfReference,
  PdfStream,
  PdfString,
  type PdfObject,
} from './pdf-objects.ts';

/** More than a font or a colour space consists of; what is larger is not compared, and counts as different. */
const MAX_COMPARED = 2_000;

/**
 * Whether a reader of the document finds the same in both objects, references followed: two fonts written twice, say.
 * Throws PdfError.
 */
export function isSameWhenRead(document: PdfDocument, one: PdfObject, other: PdfObject): boolean {
  return new Comparison(document).isSame(one, other);
}

class Comparison {
  readonly #document: PdfDocument;
  #compared = 0;
  /** Pairs of object numbers that are being compared already: a circle shows no difference. */
  readonly #pairs = new Set<string>();

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  isSame(one: PdfObject, other: PdfObject): boolean {
    if (++this.#compared > MAX_COMPARED) return false;
    if (one instanceof PdfReference && other instanceof PdfReference) {
      const pair = `${one.number} ${one.generation} ${other.number} ${other.generation}`;
      if (this.#pairs.has(pair)) return true;
      this.#pairs.add(pair);
    }
    return this.#isSameDirect(this.#document.resolve(one), this.#document.resolve(other));
  }

  #isSameDirect(one: PdfObject, other: PdfObject): boolean {
    if (one === other) return true;
    if (one instanceof PdfName) return other instanceof PdfName && one.value === other.value;
    if (one instanceof PdfString) return other instanceof PdfString && isSameBytes(one.bytes, other.bytes);
    if (one instanceof PdfDictionary) return other instanceof PdfDictionary && this.#isSameDictionary(one, other);
    if (one instanceof PdfStream) return other instanceof PdfStream && this.#isSameStream(one, other);
    return isPdfArray(one) && isPdfArray(other) && this.#isSameArray(one, other);
  }

  #isSameArray(one: readonly PdfObject[], other: readonly PdfObject[]): boolean {
    return one.length === other.length && one.every((item, index) => this.isSame(item, other[index] ?? null));
  }

  #isSameDictionary(one: PdfDictionary, other: PdfDictionary): boolean {
    const keys = new Set([...one.entries.keys(), ...other.entries.keys()]);
    for (const key of keys) if (!this.isSame(one.get(key), other.get(key))) return false;
    return true;
  }

  #isSameStream(one: PdfStream, other: PdfStream): boolean {
    const document = this.#document;
    return (
      this.#isSameDictionary(one.dictionary, other.dictionary) &&
      isSameBytes(document.rawStream(one), document.rawStream(other))
    );
  }
}

function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
