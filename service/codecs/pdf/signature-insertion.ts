import { requireSigningPermission } from './encryption/user-permissions.ts';
import { fillField } from './field-filling.ts';
import { walkTellingFields } from './form-fields.ts';
import { IncrementalUpdate } from './incremental-update.ts';
import type { PdfDocument } from './pdf-document.ts';
import { invalidStructure, PdfError } from './pdf-error.ts';
import type { PdfDictionary } from './pdf-objects.ts';
import { dictionaryOf, isNamed, isPdfArray, PdfName, PdfReference, PdfString, type PdfObject } from './pdf-objects.ts';
import { findPage, type PdfPage } from './page-tree.ts';
import { OWN_NAME } from './plain-fields.ts';
import { promisedPdfaPart } from './pdfa-claim.ts';
import {
  finishPlaceholder,
  placeholderBody,
  type PreparedPdfSignature,
  type SignatureKind,
} from './signature-placeholder.ts';
import type { PdfSignatureOptions, SignatureAppearance, StampDrawing } from './signature-options.ts';
import { addToForm } from './signature-form.ts';
import { signatureReferences } from './signature-references.ts';
import { findSigningField, type SigningField } from './signing-field.ts';
import { SigningPermission } from './docmdp-signing-permission.ts';
import { stampPlace } from './asked-stamp-place.ts';
import type { StampPlace } from './stamp-placement.ts';
import { addFormElement, isTagged } from './structure/form-element.ts';
import { encodeTextString } from './text-strings.ts';
import { findAmbiguity } from './ambiguities.ts';

/** Print and Locked, ISO 32000-2 table 167. */
const WIDGET_FLAGS = 4 + 128;

/**
 * Adds a signature dictionary as an incremental update to `document`, in a new signature field `ServiceN` or in the
 * empty one that was asked for. The output file is the document's bytes followed by `appended`; its digest leaves out
 * the hole of /Contents.
 * Throws PdfError: PDF_PERMISSION_DENIED, PDF_STRUCTURE_AMBIGUOUS, PDF_SIGNING_FORBIDDEN, PDF_PAGE_NOT_FOUND,
 * PDF_NO_ROOM_FOR_STAMP, those of `stampPlace`, PDF_FIELD_NOT_FOUND, PDF_FIELD_UNUSABLE, PDF_SEED_VALUE_UNMET, PDF_CERTIFICATION_LATE,
 * PDF_FILE_TOO_LARGE and those of reading.
 */
export function preparePdfSignature(document: PdfDocument, options: PdfSignatureOptions): PreparedPdfSignature {
  requireSigningPermission(document.encryption);
  refuseAmbiguity(document);
  const update = new IncrementalUpdate(document);
  const { fieldName = null, certification = null } = options;
  const existing = fieldName === null ? null : findSigningField(document, fieldName);
  const survey = surveyFields(document, options.kind, existing);
  if (certification !== null && survey.hasSignatures) {
    throw new PdfError('PDF_CERTIFICATION_LATE', 'only the first signature of a document can certify it');
  }
  const signature = update.reserve();
  const { hasSignatures } = survey;
  const widget = existing === null ? addField(update, options, { ...survey, signature }) : null;
  if (existing !== null) fillField(update, existing, signature, { ...options, certification });
  addToForm(update, { widget, certification: certification === null ? null : signature, hasSignatures });
  const references = signatureReferences(document, certification, existing?.lock ?? null);
  const placeholder = placeholderBody({ ...options, references }, update.cipherOf(signature));
  update.replaceBody(signature, placeholder.body);
  return finishPlaceholder(document.size, update.build(), signature, placeholder, survey.fieldName);
}

/** A new field that is its own widget: on the page and, in a tagged document, in the structure. */
function addField(
  update: IncrementalUpdate,
  { appearancePageNumber: pageNumber, appearance, place: wish = null }: PdfSignatureOptions,
  field: { readonly signature: PdfReference; readonly fieldName: string; readonly hasSignatures: boolean },
): PdfReference {
  const { document } = update;
  const { page, place } =
    appearance === null
      ? { page: findPage(document, pageNumber), place: null }
      : stampPlace(document, { page: pageNumber, place: wish, appearance }, field.hasSignatures);
  const shown = appearance === null || place === null ? null : { appearance, place };
  const widget = addWidget(update, page, field, shown);
  const changedPage = addToPage(update, page, widget.reference);
  // A change to the structure tree is none that earlier signatures permit.
  if (!field.hasSignatures && isTagged(document)) {
    const description = appearance?.description ?? null;
    addToStructure(update, { page, changedPage, widget, description });
  }
  return widget.reference;
}

/** What a person signs must be what everybody will see, whichever program shows it. */
function refuseAmbiguity(document: PdfDocument): void {
  const cause = findAmbiguity(document);
  if (cause !== null) throw new PdfError('PDF_STRUCTURE_AMBIGUOUS', cause);
}

/**
 * One walk over all fields: whether a signature is allowed, and the first `ServiceN` that is neither a full nor a
 * partial name of any field, nor locked. ISO 32000-2 table 257: a document timestamp is no change that DocMDP could forbid.
 */
function surveyFields(
  document: PdfDocument,
  kind: SignatureKind,
  existing: SigningField | null,
): { fieldName: string; hasSignatures: boolean } {
  const chosen = existing === null ? null : existing.fullName;
  const permission = kind === 'signature' ? new SigningPermission(document, chosen) : null;
  const taken = new Set<string | null>();
  for (const field of walkTellingFields(document)) {
    permission?.consider(field);
    taken.add(field.fullName).add(field.partialName);
  }
  if (permission === null) return { fieldName: freeName(taken), hasSignatures: true };
  for (const name of permission.lockedNames) taken.add(name);
  return { fieldName: chosen ?? freeName(taken), hasSignatures: permission.hasSignatures };
}

function freeName(taken: ReadonlySet<string | null>): string {
  let number = 1;
  while (taken.has(`${OWN_NAME}${number}`)) number++;
  return `${OWN_NAME}${number}`;
}

interface WrittenWidget {
  readonly reference: PdfReference;
  readonly dictionary: PdfDictionary;
}

function addWidget(
  update: IncrementalUpdate,
  page: PdfPage,
  { signature, fieldName }: { readonly signature: PdfReference; readonly fieldName: string },
  shown: ShownStamp | null,
): WrittenWidget {
  const invisible = dictionaryOf({
    Type: new PdfName('Annot'),
    Subtype: new PdfName('Widget'),
    FT: new PdfName('Sig'),
    T: new PdfString(encodeTextString(fieldName)),
    F: WIDGET_FLAGS,
    Rect: [0, 0, 0, 0],
    P: page.reference,
    V: signature,
  });
  const entries = shown === null ? emptyAppearance(update) : stampEntries(update, shown);
  const dictionary = invisible.with(entries);
  return { reference: update.add(dictionary), dictionary };
}

/** ISO 19005-1 clause 6.9 wants an appearance for every form field; later parts exempt those without an area. */
function emptyAppearance(update: IncrementalUpdate): Readonly<Record<string, PdfObject>> {
  if (promisedPdfaPart(update.document) !== 1) return {};
  const form = dictionaryOf({ Type: new PdfName('XObject'), Subtype: new PdfName('Form'), BBox: [0, 0, 0, 0] });
  return { AP: dictionaryOf({ N: update.addStream(form, new Uint8Array(0)) }) };
}

interface ShownStamp {
  readonly appearance: SignatureAppearance;
  readonly place: StampPlace<StampDrawing>;
}

function stampEntries(
  update: IncrementalUpdate,
  { appearance, place: { drawing, rectangle, rotation } }: ShownStamp,
): Readonly<Record<string, PdfObject>> {
  return {
    Rect: rectangle,
    AP: dictionaryOf({ N: drawing.draw(update, rotation) }),
    TU: new PdfString(encodeTextString(appearance.fieldLabel)),
    Contents: new PdfString(encodeTextString(appearance.description)),
  };
}

/** Gives the page as it will be. */
function addToPage(update: IncrementalUpdate, page: PdfPage, widget: PdfReference): PdfDictionary {
  const { document } = update;
  const written = page.dictionary.get('Annots');
  const annotations = document.resolve(written) ?? [];
  if (!isPdfArray(annotations)) throw invalidStructure('malformed page annotations');
  const extended = [...annotations, widget];
  if (written instanceof PdfReference && document.resolve(written) !== null) {
    update.replace(written, extended);
    return page.dictionary;
  }
  const changed = page.dictionary.with({ Annots: extended });
  update.replace(page.reference, changed);
  return changed;
}

interface TaggedWidget {
  readonly page: PdfPage;
  readonly changedPage: PdfDictionary;
  readonly widget: WrittenWidget;
  /** Null for an invisible one, which nobody has to find. */
  readonly description: string | null;
}

/** In a tagged document the widget gets a structure element, and the page the tab order that follows the structure. */
function addToStructure(update: IncrementalUpdate, { page, changedPage, widget, description }: TaggedWidget): void {
  if (description !== null) {
    const key = addFormElement(update, { page, widget: widget.reference, description });
    if (key === null) return;
    update.revise(widget.reference, widget.dictionary.with({ StructParent: key }));
  }
  // ISO 14289-1 clause 7.18.3. An order that the annotations of the page have already is left to them.
  const { document } = update;
  const older = document.get(page.dictionary, 'Annots');
  const isFirst = !isPdfArray(older) || older.length === 0;
  const order = document.get(page.dictionary, 'Tabs');
  if (order === null || (isFirst && !isNamed(order, 'S'))) {
    const ordered = changedPage.with({ Tabs: new PdfName('S') });
    if (changedPage === page.dictionary) update.replace(page.reference, ordered);
    else update.revise(page.reference, ordered);
  }
}
