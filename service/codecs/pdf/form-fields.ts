import type { PdfDocument } from './pdf-document.ts';
import { invalidStructure, PdfError } from './pdf-error.ts';
import { isNamed, isPdfArray, PdfDictionary, PdfName, PdfReference, PdfString, type PdfObject } from './pdf-objects.ts';
import { decodeTextString } from './text-strings.ts';

const MAX_DEPTH = 100;

/** A node of the field tree: a field, or a widget without a name of its own that belongs to its parent field. */
export interface FormField {
  /** Null for a field written directly into /Fields or /Kids. */
  readonly reference: PdfReference | null;
  readonly dictionary: PdfDictionary;
  /** /T; null for an unnamed node. */
  readonly partialName: string | null;
  /** Partial names from the root joined by full stops (clause 12.7.4.2); empty when no node has a name. */
  readonly fullName: string;
  /** /FT, own or inherited: Btn, Tx, Ch, Sig. */
  readonly fieldType: string | null;
  /** /V, own or inherited, as written. */
  readonly value: PdfObject;
  /** The reference of the node /V was found in; null when that node is direct or there is no value. */
  readonly valueOwner: PdfReference | null;
  /** True when it only shows its parent field. */
  readonly isWidgetOnly: boolean;
  readonly hasKids: boolean;
}

/** The interactive form dictionary, clause 12.7.3; null when there is none. */
export function interactiveForm(document: PdfDocument): PdfDictionary | null {
  return document.dictionary(document.catalog, 'AcroForm');
}

/**
 * Every node of the field tree, parents first, in document order. A node that is listed twice is given once.
 * Throws PdfError, also when a node is its own ancestor.
 */
export function* walkFormFields(document: PdfDocument): Generator<FormField> {
  const form = interactiveForm(document);
  const fields = form === null ? null : document.get(form, 'Fields');
  if (fields === null) return;
  if (!isPdfArray(fields)) throw invalidStructure('malformed form fields');
  yield* new FieldWalk(document).walk(fields, null, 0);
}

class FieldWalk {
  readonly #document: PdfDocument;
  readonly #visited = new Set<number>();
  readonly #path = new Set<number>();

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  *walk(nodes: readonly PdfObject[], parent: FormField | null, depth: number): Generator<FormField> {
    if (depth >= MAX_DEPTH) throw new PdfError('PDF_LIMIT_EXCEEDED', 'form field tree too deep');
    for (const node of nodes) {
      const number = node instanceof PdfReference ? node.number : null;
      if (number !== null) {
        if (this.#path.has(number)) throw invalidStructure('a form field that is its own ancestor');
        if (this.#visited.has(number)) continue;
        this.#visited.add(number);
        this.#path.add(number);
      }
      yield* this.#visit(node, parent, depth);
      if (number !== null) this.#path.delete(number);
    }
  }

  *#visit(node: PdfObject, parent: FormField | null, depth: number): Generator<FormField> {
    this.#document.shared.countStep();
    const dictionary = this.#document.resolve(node);
    // Dangling references in /Fields occur in sound documents after fields were deleted.
    if (!(dictionary instanceof PdfDictionary)) return;
    const kids = this.#document.get(dictionary, 'Kids');
    const reference = node instanceof PdfReference ? node : null;
    const field = this.#describe(dictionary, reference, parent, isPdfArray(kids));
    yield field;
    if (isPdfArray(kids)) yield* this.walk(kids, field, depth + 1);
  }

  #describe(
    dictionary: PdfDictionary,
    reference: PdfReference | null,
    parent: FormField | null,
    hasKids: boolean,
  ): FormField {
    const name = this.#document.get(dictionary, 'T');
    const partialName = name instanceof PdfString ? decodeTextString(name.bytes) : null;
    const type = this.#document.get(dictionary, 'FT');
    const isWidget = isNamed(this.#document.get(dictionary, 'Subtype'), 'Widget');
    return {
      reference,
      dictionary,
      partialName,
      fullName: joinNames(parent?.fullName ?? '', partialName ?? ''),
      fieldType: type instanceof PdfName ? type.value : (parent?.fieldType ?? null),
      ...valueOf(dictionary, reference, parent),
      isWidgetOnly: partialName === null && parent !== null && isWidget && !hasKids,
      hasKids,
    };
  }
}

function joinNames(parent: string, own: string): string {
  return parent === '' || own === '' ? parent + own : `${parent}.${own}`;
}

function valueOf(
  dictionary: PdfDictionary,
  reference: PdfReference | null,
  parent: FormField | null,
): Pick<FormField, 'value' | 'valueOwner'> {
  const value = dictionary.get('V');
  if (value === null) return { value: parent?.value ?? null, valueOwner: parent?.valueOwner ?? null };
  return { value, valueOwner: reference };
}

/** The fields (not mere widgets) of type Sig, signed or not. */
export function signatureFields(document: PdfDocument): FormField[] {
  const result: FormField[] = [];
  for (const field of walkFormFields(document)) {
    if (field.fieldType === 'Sig' && !field.isWidgetOnly) result.push(field);
  }
  return result;
}
