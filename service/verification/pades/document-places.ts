import { interactiveForm, walkFormFields, type FormField } from '../../codecs/pdf/form-fields.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { isNamed, isPdfArray, PdfDictionary, PdfReference, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';

/** A widget as it stood before a change. */
export interface KnownWidget {
  readonly dictionary: PdfDictionary;
  /** Null for a widget that no field of the form has. */
  readonly fieldType: string | null;
}

const NO_LISTS: ReadonlyMap<number, number> = new Map();

/** What hangs where in one revision of a document: its fields, and the annotations of its pages. Read when asked. */
export class DocumentPlaces {
  readonly #document: PdfDocument;
  readonly #pages: ReadonlyMap<number, number>;
  #fieldMap: Map<number, FormField> | undefined;
  #annotationMap: Map<number, number> | undefined;
  readonly #listMap = new Map<number, number>();
  readonly #direct: PdfDictionary[] = [];

  /** `pages`: page index by object number. */
  constructor(document: PdfDocument, pages: ReadonlyMap<number, number>) {
    this.#document = document;
    this.#pages = pages;
  }

  /** Nodes of the field tree by object number. Throws PdfError. */
  get fields(): ReadonlyMap<number, FormField> {
    if (this.#fieldMap !== undefined) return this.#fieldMap;
    this.#fieldMap = new Map();
    for (const field of walkFormFields(this.#document)) {
      if (field.reference !== null) this.#fieldMap.set(field.reference.number, field);
    }
    return this.#fieldMap;
  }

  /** Page index of annotations by object number. Throws PdfError. */
  get annotations(): ReadonlyMap<number, number> {
    if (this.#annotationMap !== undefined) return this.#annotationMap;
    this.#annotationMap = new Map();
    for (const [number, index] of this.#pages) this.#addPage(this.#annotationMap, number, index);
    return this.#annotationMap;
  }

  /** Page index by the number of an array that is its /Annots. Throws PdfError. */
  get annotationLists(): ReadonlyMap<number, number> {
    // Reading the annotations finds their lists as well.
    return this.annotations.size === 0 && this.#listMap.size === 0 ? NO_LISTS : this.#listMap;
  }

  /** Number of the array that is the form's /Fields; -1 when it is no object of its own. */
  get fieldList(): number {
    const fields = interactiveForm(this.#document)?.get('Fields');
    return fields instanceof PdfReference ? fields.number : -1;
  }

  /** Every widget, of the form or only on a page. Throws PdfError. */
  widgets(): KnownWidget[] {
    const found: KnownWidget[] = [];
    for (const { dictionary, fieldType } of this.fields.values()) {
      if (this.#isWidget(dictionary)) found.push({ dictionary, fieldType });
    }
    for (const number of this.annotations.keys()) {
      if (this.fields.has(number)) continue;
      const dictionary = this.valueOf(number);
      if (dictionary instanceof PdfDictionary && this.#isWidget(dictionary))
        found.push({ dictionary, fieldType: null });
    }
    for (const dictionary of this.#direct) if (this.#isWidget(dictionary)) found.push({ dictionary, fieldType: null });
    return found;
  }

  /** The object of that number, whatever its generation; null when there is none. Throws PdfError. */
  valueOf(number: number): PdfObject {
    const location = this.#document.find(number)?.location;
    const generation = location?.kind === 'file' ? location.generation : 0;
    return this.#document.resolve(new PdfReference(number, generation));
  }

  #isWidget(dictionary: PdfDictionary): boolean {
    return isNamed(this.#document.get(dictionary, 'Subtype'), 'Widget');
  }

  #addPage(found: Map<number, number>, number: number, index: number): void {
    const page = this.valueOf(number);
    const list = page instanceof PdfDictionary ? page.get('Annots') : null;
    if (list instanceof PdfReference) this.#listMap.set(list.number, index);
    const items = this.#document.resolve(list);
    for (const item of isPdfArray(items) ? items : []) {
      if (item instanceof PdfReference) found.set(item.number, index);
      else if (item instanceof PdfDictionary) this.#direct.push(item);
    }
  }
}
