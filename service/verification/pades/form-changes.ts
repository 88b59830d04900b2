import { interactiveForm } from '../../codecs/pdf/form-fields.ts';
import {
  isNamed,
  isPdfArray,
  PdfDictionary,
  PdfReference,
  PdfString,
  type PdfObject,
} from '../../codecs/pdf/pdf-objects.ts';
import { decodeTextString } from '../../codecs/pdf/text-strings.ts';
import { borrowsDrawings, suppliesDrawings } from './borrowed-resources.ts';
import { isMadeOfValue } from './field-changes.ts';
import { additionsTo } from './list-changes.ts';
import { changedKeys, isSameObject } from './object-equality.ts';
import { readable } from '../readable.ts';
import { isSignatureWidget } from './outside-form.ts';
import type { RevisionStep } from './revision-changes.ts';
import { hasRedrawnWidget, isDrawnAnew, rectangleOf } from './widget-appearance.ts';

/** The interactive form (ISO 32000-2 clause 12.7.3): fields may be added, flags raised. */
export function judgeForm(step: RevisionStep, before: PdfObject, after: PdfObject): void {
  const older = step.before.resolve(before);
  const newer = step.after.resolve(after);
  if (!(newer instanceof PdfDictionary)) {
    step.forbid('the form was removed');
    return;
  }
  const base = older instanceof PdfDictionary ? older : new PdfDictionary(new Map());
  for (const key of changedKeys(base, newer)) judgeFormEntry(step, key, base, newer);
}

function judgeFormEntry(step: RevisionStep, key: string, before: PdfDictionary, after: PdfDictionary): void {
  const values = [before.get(key), after.get(key)] as const;
  if (key === 'Fields') judgeFieldList(step, ...values);
  else if (key === 'SigFlags') judgeFlags(step, step.before.resolve(values[0]), step.after.resolve(values[1]));
  else if (key === 'DR') judgeFormResources(step, ...values);
  else if (key === 'DA' || key === 'Q') judgeDefault(step, step.before.resolve(values[0]), key);
  else if (key === 'NeedAppearances') judgeRedrawing(step, step.after.resolve(values[1]));
  else if (key === 'XFA') step.forbid("the form's XFA changed");
  else step.doubt(`the form's ${readable(key)} changed`);
}

/** Table 225: both bits only ever become set. */
function judgeFlags(step: RevisionStep, before: PdfObject, after: PdfObject): void {
  const old = typeof before === 'number' ? before : 0;
  const isRaised = typeof after === 'number' && after >= 0 && after <= 3 && (old & after) === old;
  if (!isRaised) step.forbid("the form's signature flags were taken back");
}

const REDRAWN = 'by which a viewer draws existing fields anew';
const SUPPLIED = 'what existing fields are drawn with was supplied';

/** Fonts for new fields may join the default resources, as long as no viewer draws old fields with them. */
export function judgeFormResources(
  step: RevisionStep,
  before: PdfObject,
  after: PdfObject,
  part: 'whole' | 'category' = 'whole',
): void {
  const older = step.before.resolve(before);
  const newer = step.after.resolve(after);
  const isDrawnByViewers = hasRedrawnWidget(step) || isDrawnAnew(step);
  if (older !== null && !isExtended(step, older, newer, part === 'whole' ? 0 : 1)) {
    const isOnlyUnnamed = part === 'whole' && isExtended(step, withoutUnnamed(older), newer, 0);
    judgeReplacedResources(step, !isOnlyUnnamed || isDrawnByViewers || borrowsDrawings(step));
  } else if (isDrawnByViewers) step.doubt(`the form's default resources grew, ${REDRAWN}`);
  else if (suppliesDrawings(step) === false) step.note('bookkeeping', 'default resources for new fields were added');
  else step.doubt(SUPPLIED);
}

/** `isDrawnWith`: whether fields are drawn with what was replaced; null where nobody can tell. */
function judgeReplacedResources(step: RevisionStep, isDrawnWith: boolean | null): void {
  if (isDrawnWith === false) step.note('bookkeeping', 'default resources that no field is drawn with were replaced');
  else if (isDrawnWith === null) step.doubt(SUPPLIED);
  else step.forbid("the form's default resources changed");
}

/** The /DA of a field (clause 12.7.4.3) can name fonts and colour spaces, but draw none of these. */
const UNNAMED = ['XObject', 'ProcSet'];

function withoutUnnamed(resources: PdfObject): PdfObject {
  return resources instanceof PdfDictionary
    ? new PdfDictionary(new Map([...resources.entries].filter(([key]) => !UNNAMED.includes(key))))
    : resources;
}

function judgeDefault(step: RevisionStep, before: PdfObject, key: string): void {
  if (hasRedrawnWidget(step)) step.forbid(`the form's ${key} changed, ${REDRAWN}`);
  else if (before !== null || isDrawnAnew(step)) step.doubt(`the form's ${key} changed`);
  else step.note('bookkeeping', 'a default appearance for new fields was added');
}

/**
 * With /NeedAppearances a viewer draws every field but signatures anew, from what was signed. Programs that fill forms set
 * it, and take it back: then what somebody drew before shows again, which may be another sum than the value says.
 */
function judgeRedrawing(step: RevisionStep, wish: PdfObject): void {
  const isWished = wish === true;
  const hasFields = step.widgets().some(({ fieldType }) => fieldType !== 'Sig');
  if (!hasFields || isWished === isDrawnAnew(step)) {
    // Table 224 knows true and false; a lenient reader takes a number, say, for the one or the other.
    if (hasFields && wish !== null && typeof wish !== 'boolean') {
      step.doubt('whether existing fields are drawn anew was said in a way that readers take differently');
      return;
    }
    step.note('bookkeeping', 'whether fields are drawn anew was written down');
  } else if (isWished) step.doubt('existing fields were made to be drawn anew');
  else if (showsValues(step))
    step.note('bookkeeping', 'fields are shown by drawings that say the same as their values');
  else step.doubt('existing fields were made to show what had been drawn before, and not their values');
}

/** Whether each field that is drawn anew before the change shows its value and nothing else after it. */
function showsValues(step: RevisionStep): boolean {
  if (step.widgets().some(({ fieldType }) => fieldType === null)) return false;
  return [...step.fields()].every(([number, field]) => {
    const { dictionary, fieldType } = field;
    if (fieldType === 'Sig' || !isNamed(step.before.get(dictionary, 'Subtype'), 'Widget')) return true;
    // What the drawings of a button say is no value that they could be compared with.
    if (fieldType !== 'Tx' && fieldType !== 'Ch') return false;
    const after = step.valueOf('after', number);
    return after instanceof PdfDictionary && isMadeOfValue(step, field, after, []);
  });
}

function isExtended(step: RevisionStep, before: PdfObject, after: PdfObject, depth: number): boolean {
  if (isSameObject(before, after)) return true;
  if (!(before instanceof PdfDictionary) || !(after instanceof PdfDictionary) || depth > 1) return false;
  for (const [key, value] of before.entries) {
    const next = after.get(key);
    if (isSameObject(value, next)) continue;
    if (!isExtended(step, step.before.resolve(value), step.after.resolve(next), depth + 1)) return false;
  }
  return true;
}

/** Fields signed in the same revision may join the list of fields. */
export function judgeFieldList(step: RevisionStep, before: PdfObject, after: PdfObject): void {
  const older = step.before.resolve(before) ?? [];
  const newer = step.after.resolve(after);
  const kept = isPdfArray(older) ? withoutDropped(step, older, newer) : null;
  const added = kept !== null && isPdfArray(newer) ? additionsTo(kept, newer) : null;
  if (added === null) {
    step.forbid('form fields were removed, replaced or reordered');
    return;
  }
  for (const field of added) {
    // One that nobody can judge is named where its signature is.
    if (step.signatureOf(field) !== undefined || step.isUnknownSignature(field)) continue;
    if (step.isSignedLater(field)) step.doubt('an empty signature field was added, which was signed later');
    else if (isShownSignature(step, field)) step.doubt('the form lists a signature now that a page alone had shown');
    else judgeNewField(step, field);
  }
}

/** A signature that a page had shown already, without being listed in the form. */
function isShownSignature(step: RevisionStep, item: PdfObject): boolean {
  if (!(item instanceof PdfReference) || step.pageOf(item.number) === null) return false;
  const field = step.before.resolve(item);
  return isSignatureWidget(step.before, field) && step.before.get(field, 'V') instanceof PdfDictionary;
}

/** A list of fields or annotations without those of signatures that the revision dropped, which the change itself says. */
export function withoutDropped(step: RevisionStep, older: readonly PdfObject[], newer: PdfObject): PdfObject[] {
  const left = isPdfArray(newer) ? newer : [];
  return older.filter((item) => !step.isDropped(item) || left.some((other) => isSameObject(item, other)));
}

/**
 * A new field of the form with a name of its own, which nothing but a certification or a lock of its name forbids. A
 * widget outside of the form or of an older field shows what nobody asked for, and one whose signature does not hold is
 * a forgery.
 */
export function judgeNewField(step: RevisionStep, item: PdfObject, page: number | null = null): void {
  const at = (what: string): string => (page === null ? what : `page ${page}: ${what}`);
  const field = step.after.resolve(item);
  if (!(field instanceof PdfDictionary) || !isListed(step, item) || !isEmptyRoot(step, field)) {
    step.forbid(at('a form field was added that is not a valid new signature'));
    return;
  }
  const rectangle = rectangleOf(step.after, field.get('Rect'));
  step.note('field', at('a form field was added'), {
    fieldName: nameOfRoot(step, field),
    place: page === null ? null : { page, rectangle },
  });
}

function nameOfRoot({ after }: RevisionStep, field: PdfDictionary): string | null {
  const name = after.get(field, 'T');
  return name instanceof PdfString ? decodeTextString(name.bytes) : null;
}

function isListed({ after }: RevisionStep, item: PdfObject): boolean {
  const fields = after.get(interactiveForm(after) ?? new PdfDictionary(new Map()), 'Fields');
  return isPdfArray(fields) && fields.some((listed) => isSameObject(listed, item));
}

function isEmptyRoot(step: RevisionStep, field: PdfDictionary): boolean {
  const value = step.after.get(field, 'V');
  const name = step.after.get(field, 'T');
  const isNew =
    name !== null && ![...step.fields().values()].some((old) => isSameObject(old.dictionary.get('T'), name));
  return isNew && field.get('Parent') === null && field.get('Kids') === null && !(value instanceof PdfDictionary);
}

export function isWidget(step: RevisionStep, object: PdfObject, view: 'before' | 'after'): boolean {
  const annotation = step[view].resolve(object);
  return !(annotation instanceof PdfDictionary) || isNamed(step[view].get(annotation, 'Subtype'), 'Widget');
}
