import { PdfName, PdfReference, PdfString, type PdfDictionary } from './pdf-objects.ts';
import { decodeTextString } from './text-strings.ts';
import type { FoundObject } from './xref-sections.ts';

/** What of a document as of one revision is asked here. */
interface View {
  readonly size: number;
  readonly shared: { readonly endOf: (offset: number, limit: number) => number | undefined };
  readonly find: (number: number) => FoundObject | undefined;
}

/** How fields are named that this program makes. */
export const OWN_NAME = 'Service';

/**
 * Where in the file fields stand of which most who walk a form need nothing: no signatures, nothing below them, drawn by
 * no list that is an object of its own, and of no name that a new field would get. A form has tens of thousands of them,
 * and in each revision the most are as they were.
 */
export class PlainFields {
  /** By the place of the object: its number, and where it ends. */
  readonly #known = new Map<number, { readonly number: number; readonly end: number }>();

  /** Whether `view` shows such a field by this reference, which then need not be read. */
  has(view: View, reference: PdfReference): boolean {
    if (this.#known.size === 0) return false;
    const location = view.find(reference.number)?.location;
    if (location?.kind !== 'file' || location.generation !== reference.generation) return false;
    const known = this.#known.get(location.offset);
    return known?.number === reference.number && known.end <= view.size;
  }

  /** Notes the field where it is one; `dictionary` is what `view` has by this reference. */
  note(view: View, reference: PdfReference, dictionary: PdfDictionary): void {
    if (!isPlain(dictionary)) return;
    const location = view.find(reference.number)?.location;
    if (location?.kind !== 'file') return;
    const end = view.shared.endOf(location.offset, view.size);
    if (end !== undefined) this.#known.set(location.offset, { number: reference.number, end });
  }
}

function isPlain(dictionary: PdfDictionary): boolean {
  const type = dictionary.get('FT');
  const name = dictionary.get('T');
  if (!(type instanceof PdfName) || type.value === 'Sig' || dictionary.get('Kids') !== null) return false;
  if (dictionary.get('AP') instanceof PdfReference || name instanceof PdfReference) return false;
  return !(name instanceof PdfString) || !decodeTextString(name.bytes).startsWith(OWN_NAME);
}
