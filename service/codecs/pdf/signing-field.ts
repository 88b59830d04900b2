import { signatureFields, type FormField } from './form-fields.ts';
import { walkPages, type PdfPage } from './page-tree.ts';
import type { PdfDocument } from './pdf-document.ts';
import { PdfError } from './pdf-error.ts';
import { isNamed, isPdfArray, PdfDictionary, PdfReference } from './pdf-objects.ts';
import { rectangleOf, type Rectangle } from './rectangle.ts';

/** An empty signature field that whoever made the document left for a signer (ISO 32000-2 clause 12.7.5.5). */
export interface SigningField {
  readonly fullName: string;
  readonly reference: PdfReference;
  readonly dictionary: PdfDictionary;
  /** The field itself, or its only kid; null when it is shown nowhere. */
  readonly widget: FieldWidget | null;
  /** /Lock: what nobody may change once the field is signed. */
  readonly lock: PdfDictionary | null;
  /** /SV: what the maker of the document wants of the signature. */
  readonly seedValue: PdfDictionary | null;
}

export interface FieldWidget {
  readonly reference: PdfReference;
  readonly dictionary: PdfDictionary;
  /** Null when it has no area: its signature is invisible. */
  readonly rectangle: Rectangle | null;
}

/**
 * The empty signature field of that full name. Throws PdfError: PDF_FIELD_NOT_FOUND, PDF_FIELD_UNUSABLE (it is signed,
 * it stands more than once, or it is no object of its own) and those of reading.
 */
export function findSigningField(document: PdfDocument, fullName: string): SigningField {
  const fields = signatureFields(document);
  const named = fields.filter((field) => field.fullName === fullName);
  const [field] = named;
  if (field === undefined) {
    const empty = fields.filter(({ value }) => document.resolve(value) === null).length;
    throw new PdfError('PDF_FIELD_NOT_FOUND', `${empty} signature fields are empty, none has that name`);
  }
  if (named.length > 1) throw unusable('more than one field has that name');
  if (document.resolve(field.value) !== null) throw unusable('the field is signed already');
  if (field.reference === null) throw unusable('the field is no object of its own, so that it cannot be changed alone');
  return {
    fullName,
    reference: field.reference,
    dictionary: field.dictionary,
    widget: widgetOf(document, field, field.reference),
    lock: document.dictionary(field.dictionary, 'Lock'),
    seedValue: document.dictionary(field.dictionary, 'SV'),
  };
}

function widgetOf(document: PdfDocument, field: FormField, own: PdfReference): FieldWidget | null {
  const kids = document.get(field.dictionary, 'Kids');
  if (!isPdfArray(kids)) {
    const isWidget = isNamed(document.get(field.dictionary, 'Subtype'), 'Widget');
    return isWidget ? describe(document, own, field.dictionary) : null;
  }
  const [kid] = kids;
  const dictionary = document.resolve(kid ?? null);
  if (kids.length !== 1) throw unusable('the field is shown in several places');
  if (!(kid instanceof PdfReference) || !(dictionary instanceof PdfDictionary)) {
    throw unusable('what shows the field is no object of its own');
  }
  if (!isNamed(document.get(dictionary, 'Subtype'), 'Widget')) throw unusable('the field has other fields below it');
  return describe(document, kid, dictionary);
}

function describe(document: PdfDocument, reference: PdfReference, dictionary: PdfDictionary): FieldWidget {
  return { reference, dictionary, rectangle: rectangleOf(document, document.get(dictionary, 'Rect')) ?? null };
}

/** The page that shows the widget. Throws PdfError: PDF_FIELD_UNUSABLE when none does, or more than one. */
export function pageOfWidget(document: PdfDocument, { reference }: FieldWidget): PdfPage {
  const pages = [...walkPages(document)].filter(({ dictionary }) => {
    const annotations = document.get(dictionary, 'Annots');
    return (
      isPdfArray(annotations) &&
      annotations.some((item) => item instanceof PdfReference && item.number === reference.number)
    );
  });
  const [page] = pages;
  if (page === undefined || pages.length > 1) throw unusable('the field does not stand on exactly one page');
  return page;
}

function unusable(message: string): PdfError {
  return new PdfError('PDF_FIELD_UNUSABLE', message);
}
