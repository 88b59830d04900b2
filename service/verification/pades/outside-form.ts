import { signatureFields, walkTellingFields, type FormField } from '../../codecs/pdf/form-fields.ts';
import { walkPages } from '../../codecs/pdf/page-tree.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import {
  isNamed,
  isPdfArray,
  PdfDictionary,
  PdfReference,
  PdfString,
  type PdfObject,
} from '../../codecs/pdf/pdf-objects.ts';
import { readSignatureDictionary, type SignatureDictionary } from '../../codecs/pdf/signature-dictionary.ts';
import { decodeTextString } from '../../codecs/pdf/text-strings.ts';
import { indeterminate } from '../fault.ts';
import { readCoverage } from './byte-range.ts';
import { identityOf, readOrNone } from './dropped-signatures.ts';
import { visibleEnds } from './visible-signature.ts';

/** A signature whose widget a page shows, and which no form lists. */
export interface OutsideSignature {
  /** What the document was like when it was signed. */
  readonly view: PdfDocument;
  readonly field: FormField;
  readonly dictionary: SignatureDictionary;
  /** Index of the revision whose pages do not show it any more; null where all do. */
  readonly droppedBy: number | null;
}

/** More than a document has; whatever is not found is judged as something that nobody signed. */
const MAX_RANGES = 10_000;

interface Views {
  readonly document: PdfDocument;
  readonly at: (index: number) => PdfDocument;
}

/** Of whatever such a signature says: what a program that reads forms does not name is no signature for whoever uses it. */
export const OUTSIDE_FORM = indeterminate(
  'PDF_SIGNATURE_FIELD_INVALID',
  'A page shows the signature, but the form of the document does not list its field: many programs do not name it.',
);

/**
 * Signatures outside the form: poppler of 2022 and Okular with it leave their field out of /Fields where the form is no object of its
 * own. ISO 32000-2 clause 12.7.3 has every field in that list; poppler names them, others do not. They are looked for where
 * a byte range in the file ends at a revision that no known signature covers (`isCovered`). Throws what reading costs.
 */
export function findOutsideForm(views: Views, isCovered: (revision: number) => boolean): OutsideSignature[] {
  const { document } = views;
  const ends = new Set<number>();
  for (const end of visibleEnds(document.source)) if (ends.add(end).size >= MAX_RANGES) break;
  const uncovered = document.revisions.filter(({ index, markerEnd, end }) => {
    return !isCovered(index) && markerEnd !== null && end !== null && hasAnyOf(ends, markerEnd, end);
  });
  return uncovered.flatMap(({ index }) => readOrNone(() => signaturesOf(views, index)) ?? []);
}

/** A revision ends with the line ends after its marker, which may be signed or not. */
function hasAnyOf(numbers: ReadonlySet<number>, from: number, to: number): boolean {
  for (let number = from; number <= to; number++) if (numbers.has(number)) return true;
  return false;
}

function signaturesOf(views: Views, index: number): OutsideSignature[] {
  const view = views.at(index);
  const found: OutsideSignature[] = [];
  for (const field of fieldsOutsideForm(view)) {
    const dictionary = readOrNone(() => readSignatureDictionary(view, field));
    const coverage = dictionary === null ? null : readCoverage(view, dictionary);
    if (dictionary === null || coverage === null || 'reason' in coverage) continue;
    if (coverage.revision.index === index) found.push({ view, field, dictionary, droppedBy: null });
  }
  return found.map((one) => ({ ...one, droppedBy: firstWithout(views, index, one) }));
}

/** Widgets on pages that are signature fields by themselves, signed or not, and in no form. Throws PdfError. */
export function fieldsOutsideForm(view: PdfDocument): FormField[] {
  const listed = new Set<number>();
  for (const { reference } of walkTellingFields(view, (number) => listed.add(number))) {
    if (reference !== null) listed.add(reference.number);
  }
  const found: FormField[] = [];
  for (const page of walkPages(view)) {
    const items = view.get(page.dictionary, 'Annots');
    for (const item of isPdfArray(items) ? items : []) {
      view.shared.countStep();
      const field = item instanceof PdfReference && !listed.has(item.number) ? describe(view, item) : null;
      if (field?.reference) listed.add(field.reference.number);
      if (field !== null) found.push(field);
    }
  }
  return found;
}

function describe(view: PdfDocument, reference: PdfReference): FormField | null {
  const dictionary = view.resolve(reference);
  if (!isSignatureWidget(view, dictionary)) return null;
  const name = view.get(dictionary, 'T');
  const fullName = name instanceof PdfString ? decodeTextString(name.bytes) : '';
  const value = dictionary.get('V');
  const valueOwner = value === null ? null : reference;
  return {
    ...{ reference, dictionary, fullName, partialName: fullName, fieldType: 'Sig' },
    ...{ value, valueOwner, isWidgetOnly: false, hasKids: false },
  };
}

/** A widget that is a signature field by itself, below no other. */
export function isSignatureWidget(view: PdfDocument, object: PdfObject): object is PdfDictionary {
  if (!(object instanceof PdfDictionary) || object.get('Parent') !== null || object.get('Kids') !== null) return false;
  return isNamed(view.get(object, 'Subtype'), 'Widget') && isNamed(view.get(object, 'FT'), 'Sig');
}

/** The first later revision in which neither a page nor the form shows the signature. */
function firstWithout({ document, at }: Views, signed: number, one: OutsideSignature): number | null {
  const last = document.revisions.length - 1;
  if (last === signed || shows(document, one)) return null;
  for (let index = signed + 1; index < last; index++) if (!shows(at(index), one)) return index;
  return last;
}

function shows(view: PdfDocument, one: OutsideSignature): boolean {
  const identity = identityOf(one.view, one.field);
  const isSame = (other: FormField): boolean => identityOf(view, other) === identity;
  return fieldsOutsideForm(view).some(isSame) || signatureFields(view).some(isSame);
}
