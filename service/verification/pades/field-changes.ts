import type { FormField } from '../../codecs/pdf/form-fields.ts';
import { isNamed, PdfDictionary, PdfReference, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import { showsItsValue } from './button-state.ts';
import { showsItsText } from './field-text.ts';
import { changedKeys } from './object-equality.ts';
import { mayHaveFlag } from './flags.ts';
import { readable } from '../readable.ts';
import type { AddedSignature, RevisionStep } from './revision-changes.ts';
import { hasOtherAccess, plainAdditions } from './plain-additions.ts';
import { HIDDEN, isKeptIn, isShown } from './signature-widgets.ts';
import { hasDrawing, isPoint, rectangleOf } from './widget-appearance.ts';

/** What signing an empty field adds to it, or sets. */
const SIGNED_FIELD_KEYS = new Set(['Type', 'V', 'AP', 'AS', 'M', 'F', 'MK', 'DA', 'DR', 'Lock']);
const FILLED_FIELD_KEYS = new Set(['V', 'AP', 'AS', 'M', 'MK', 'RV', 'I', 'DA']);
const TAKEN_BACK_KEYS = new Set(['V', 'AP', 'AS', 'M']);
/** What fields of another kind below a signature field would be drawn with (clause 12.7.4.3). */
const HANDED_DOWN_KEYS = new Set(['DA', 'DR']);

/** A field or widget that was there before: an empty signature field was signed, or a form filled in. */
export function judgeField(step: RevisionStep, field: FormField, after: PdfObject): void {
  const name = `"${readable(field.fullName)}"`;
  if (!(after instanceof PdfDictionary)) step.forbid(`form field ${name} was replaced`);
  else if (field.fieldType === 'Sig') judgeSignatureField(step, field, after, name);
  else judgeFormField(step, field, after, name);
}

function judgeFormField(step: RevisionStep, field: FormField, after: PdfDictionary, name: string): void {
  const keys = changedInField(step, field, after);
  const { fullName } = field;
  if (keys.length === 0) {
    if (isWrittenAnew(step, field, after, name)) return;
    step.note('formFill', `form field ${name} was locked or unlocked`, { fieldName: fullName, isFaithful: true });
    return;
  }
  // The first option that is in sight (table 234), which iText 5 writes with the value.
  const isKnown = (key: string): boolean => FILLED_FIELD_KEYS.has(key) || (key === 'TI' && field.fieldType === 'Ch');
  if (!keys.every(isKnown)) {
    step.forbid(`form field ${name} was changed`);
    return;
  }
  const isFaithful = isMadeOfValue(step, field, after, keys);
  const place = placeOf(step, field);
  step.note('formFill', `form field ${name} was filled in`, { fieldName: fullName, place, isFaithful });
}

/** Keys that changed, but for what shows nothing else than before and keeps nothing from being filled in. */
function changedInField(step: RevisionStep, field: FormField, after: PdfDictionary): string[] {
  const same = plainAdditions(step, field, after);
  const keys = changedKeys(field.dictionary, after).filter((key) => !same.has(key));
  return hasOtherAccess(field.dictionary, after) ? keys.filter((key) => key !== 'Ff') : keys;
}

/** Notes where a field says nothing else than before. */
function isWrittenAnew(step: RevisionStep, field: FormField, after: PdfDictionary, name: string): boolean {
  const same = plainAdditions(step, field, after);
  const isIt = same.size > 0 && changedKeys(field.dictionary, after).every((key) => same.has(key));
  if (isIt) step.note('bookkeeping', `field ${name} was written once more and means the same`);
  return isIt;
}

/** Whether a filled field shows its value and nothing else. Throws PdfError. */
export function isMadeOfValue(
  step: RevisionStep,
  field: FormField,
  after: PdfDictionary,
  changed: readonly string[],
): boolean {
  if (field.fieldType === 'Btn') return showsItsValue(step, field.dictionary, after, changed);
  return (field.fieldType === 'Tx' || field.fieldType === 'Ch') && showsItsText(step, field, after, changed);
}

function judgeSignatureField(step: RevisionStep, field: FormField, after: PdfDictionary, name: string): void {
  if (step.before.resolve(field.value) !== null && !isTakenBack(step, field, after)) {
    step.forbid(`signature field ${name} was changed after it was signed`, 'PDF_SIGNATURE_DICTIONARY_CHANGED');
    return;
  }
  const keys = changedInField(step, field, after);
  const signature = signatureIn(step, field);
  if (signature === undefined && isWrittenAnew(step, field, after, name)) return;
  if (signature === undefined && isTakenBack(step, field, after)) return;
  if (signature === undefined || !isExpectedOfSigning(step, field, after, keys)) {
    step.forbid(`signature field ${name} was changed without being signed`);
  } else if (signature.isTimestamp && keys.some((key) => key !== 'V' && key !== 'Type' && key !== 'M')) {
    step.note('annotation', `a document timestamp changed how signature field ${name} looks`, {
      place: placeOf(step, field),
    });
  } else judgeLooks(step, field, after, keys, signature);
}

/** Whether whoever signs an empty field writes such keys into it, and nothing else than the signature is made by them. */
function isExpectedOfSigning(
  step: RevisionStep,
  field: FormField,
  after: PdfDictionary,
  keys: readonly string[],
): boolean {
  const isKnown = (key: string): boolean => SIGNED_FIELD_KEYS.has(key) || (key === 'Rect' && isMadePoint(step, after));
  const isInherited = keys.some((key) => HANDED_DOWN_KEYS.has(key)) && hasOtherFieldsBelow(step, field);
  return keys.every(isKnown) && !isInherited && !isNamed(after.get('FT'), 'Tx');
}

/** Whether it is more than a field with its own widgets: nothing keeps fields of other kinds from being its kids. */
function hasOtherFieldsBelow(step: RevisionStep, { reference, dictionary }: FormField): boolean {
  if (reference === null || dictionary.get('Kids') === null) return false;
  return [...step.fields().values()].some(({ dictionary: kid, fieldType, isWidgetOnly }) => {
    const parent = kid.get('Parent');
    const isKid = parent instanceof PdfReference && parent.number === reference.number;
    return isKid && (fieldType !== 'Sig' || !isWidgetOnly);
  });
}

/**
 * A signature was taken out of its field, as its signer may do in his program, and the field shows nothing new. The change
 * itself is said where the signature is named.
 */
function isTakenBack(step: RevisionStep, field: FormField, after: PdfDictionary): boolean {
  if (field.reference === null || !step.isDropped(field.reference)) return false;
  const keys = changedInField(step, field, after);
  const isBare = !keys.includes('AP') || !hasDrawing(step.after, after);
  const isSigned = signatureIn(step, field) !== undefined;
  const isKnown = (key: string): boolean => TAKEN_BACK_KEYS.has(key);
  return isSigned || (step.after.get(after, 'V') === null && isBare && keys.every(isKnown));
}

/** PDFBox takes the box away from an empty field that it signs without a drawing. */
function isMadePoint(step: RevisionStep, after: PdfDictionary): boolean {
  const rectangle = rectangleOf(step.after, after.get('Rect'));
  return rectangle !== null && isPoint(rectangle);
}

/**
 * The box of an empty field is where its signature belongs; what had been drawn there already is another matter, and what
 * does not stay inside is one of the page.
 */
function judgeLooks(
  step: RevisionStep,
  field: FormField,
  after: PdfDictionary,
  keys: readonly string[],
  signature: AddedSignature,
): void {
  const number = field.reference?.number ?? -1;
  const wasShown = isShown(step, 'before', field.dictionary);
  const isRedrawn = keys.some((key) => key === 'AP' || key === 'Rect');
  if (wasShown && isRedrawn && hasDrawing(step.before, field.dictionary)) {
    step.note('covering', `the drawing in the empty signature field "${readable(field.fullName)}" was replaced`, {
      place: placeOf(step, field),
      coveredSince: step.firstRevisionOf(number),
    });
  }
  const page = step.pageOf(number);
  if (page === null || !isShown(step, 'after', after)) return;
  const rectangle = rectangleOf(step.after, after.get('Rect'));
  step.locate(signature.fieldName, { page: page + 1, rectangle });
  const isKept = rectangle !== null && isKeptIn(step, after, rectangle);
  if (wasUncovered(field, wasShown, keys) || !isKept) step.placements.push({ widget: number, page, signature });
}

/** Whether some reader hid the widget and may show it now. */
function wasUncovered({ dictionary }: FormField, wasShown: boolean, keys: readonly string[]): boolean {
  return keys.includes('F') && (!wasShown || mayHaveFlag(dictionary, HIDDEN));
}

/** Matched by object number: a name can be given to any field. */
function signatureIn(step: RevisionStep, { reference, dictionary }: FormField): AddedSignature | undefined {
  const parent = dictionary.get('Parent');
  const own = reference?.number;
  const above = parent instanceof PdfReference && dictionary.get('T') === null ? parent.number : undefined;
  return step.signatures.find(
    ({ field, isIntact, isUnknown }) => (isIntact || isUnknown) && (field === own || field === above),
  );
}

export function placeOf(
  step: RevisionStep,
  field: FormField,
): { page: number; rectangle: ReturnType<typeof rectangleOf> } | null {
  const page = field.reference === null ? null : step.pageOf(field.reference.number);
  return page === null ? null : { page: page + 1, rectangle: rectangleOf(step.before, field.dictionary.get('Rect')) };
}
