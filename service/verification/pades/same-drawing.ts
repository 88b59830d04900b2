import { isPdfArray, PdfDictionary, PdfStream, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import { areItemsWrittenAlike, isEntryWrittenAlike, isMeasure, isSameObject } from './object-equality.ts';
import type { RevisionStep } from './revision-changes.ts';

/** How a stream is packed says nothing of what it holds; resources are looked at by themselves. */
const NOT_DRAWN: ReadonlySet<string> = new Set(['Length', 'Filter', 'DecodeParms', 'Resources']);
const FONTS: ReadonlySet<string> = new Set(['Font']);
const NOTHING: ReadonlySet<string> = new Set();
const MAX_DEPTH = 12;
/** Drawings of a field are small; whoever makes them large or circular need not be followed. */
const MAX_OBJECTS = 2000;

/**
 * Whether what an entry was before and is now draws the same, however its objects are numbered and packed: programs that
 * fill a form in write the drawings of both states of a check box once more. Throws PdfError.
 */
export function isDrawnAlike(step: RevisionStep, before: PdfObject, after: PdfObject): boolean {
  return new DrawingComparison(step).isAlike(before, after, 0);
}

class DrawingComparison {
  readonly #step: RevisionStep;
  #objects = 0;

  constructor(step: RevisionStep) {
    this.#step = step;
  }

  isAlike(before: PdfObject, after: PdfObject, depth: number, isOfMeasures = false): boolean {
    if (depth > MAX_DEPTH || ++this.#objects > MAX_OBJECTS) return false;
    const a = this.#step.before.resolve(before);
    const b = this.#step.after.resolve(after);
    if (a instanceof PdfStream) return b instanceof PdfStream && this.#areStreamsAlike(a, b, depth);
    if (a instanceof PdfDictionary) return b instanceof PdfDictionary && this.#areEntriesAlike(a, b, depth);
    if (!isPdfArray(a)) return isSameObject(a, b);
    return isPdfArray(b) && this.#areItemsAlike(a, b, depth) && (isOfMeasures || areItemsWrittenAlike(a, b));
  }

  #areItemsAlike(a: readonly PdfObject[], b: readonly PdfObject[], depth: number): boolean {
    return a.length === b.length && a.every((item, index) => this.isAlike(item, b[index] ?? null, depth + 1));
  }

  #isEntryAlike(key: string, a: PdfDictionary, b: PdfDictionary, depth: number): boolean {
    return this.isAlike(a.get(key), b.get(key), depth, isMeasure(key));
  }

  #areStreamsAlike(a: PdfStream, b: PdfStream, depth: number): boolean {
    const { before, after } = this.#step;
    const content = before.decodeStream(a);
    if (Buffer.compare(content, after.decodeStream(b)) !== 0) return false;
    if (!this.#areEntriesAlike(a.dictionary, b.dictionary, depth, NOT_DRAWN)) return false;
    // Without the operator that chooses one, no font is drawn with.
    const unused = Buffer.from(content).includes('Tf') ? NOTHING : FONTS;
    const resources = [before.get(a.dictionary, 'Resources'), after.get(b.dictionary, 'Resources')] as const;
    const [own, other] = resources.map((one) => (one instanceof PdfDictionary ? one : null));
    if (own == null || other == null) return own === other;
    return this.#areEntriesAlike(own, other, depth + 1, unused);
  }

  #areEntriesAlike(a: PdfDictionary, b: PdfDictionary, depth: number, leftOut = NOTHING): boolean {
    if (a.hasDuplicateKeys || b.hasDuplicateKeys) return false;
    const keys = new Set([...a.entries.keys(), ...b.entries.keys()]);
    return [...keys].every(
      (key) => leftOut.has(key) || (isEntryWrittenAlike(key, a, b) && this.#isEntryAlike(key, a, b, depth + 1)),
    );
  }
}
