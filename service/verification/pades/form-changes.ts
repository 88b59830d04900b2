import type { FormField } from '../../codecs/pdf/form-fields.ts';
import { isNamed, isPdfArray, PdfDictionary, PdfReference, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import { changedKeys, isSameObject } from './object-equality.ts';
import { readable } from './pades-fault.ts';
import type { AddedSignature, RevisionStep } from './revision-changes.ts';

/** Entries of a new form that only lay out fields, of which there were none before. */
const KEYS_OF_NEW_FORM = new Set(['Fields', 'SigFlags', 'DA', 'DR']);

/** The interactive form (ISO 32000-2 clause 12.7.3): fields may be appended, flags raised. */
export function judgeForm(step: RevisionStep, before: PdfObject, after: PdfObject): void {
  const older = step.before.resolve(before);
  const newer = step.after.resolve(after);
  if (!(newer instanceof PdfDictionary)) {
    step.forbid('the form was removed');
    return;
  }
  const isNew = older === null;
  const base = older instanceof PdfDictionary ? older : new PdfDictionary(new Map());
  for (const key of changedKeys(base, newer)) {
    if (isNew && !KEYS_OF_NEW_FORM.has(key)) step.forbid(`the form has a new entry ${readable(key)}`);
    else if (key === 'Fields') judgeFieldList(step, base.get(key), newer.get(key));
    else if (key === 'SigFlags') judgeFlags(step, step.before.get(base, key), step.after.get(newer, key));
    else if (key === 'DR' || key === 'DA') judgeDefaults(step, base, newer, key);
    else step.forbid(`the form's ${readable(key)} changed`);
  }
}

/** Table 225: both bits only ever become set. */
function judgeFlags(step: RevisionStep, before: PdfObject, after: PdfObject): void {
  const old = typeof before === 'number' ? before : 0;
  const isRaised = typeof after === 'number' && after >= 0 && after <= 3 && (old & after) === old;
  if (!isRaised) step.forbid("the form's signature flags were taken back");
}

/** Fonts for new fields may join the default resources, as long as no viewer redraws old fields with them. */
function judgeDefaults(step: RevisionStep, before: PdfDictionary, after: PdfDictionary, key: 'DR' | 'DA'): void {
  const old = step.before.get(before, key);
  const isRedrawn = step.after.get(after, 'NeedAppearances') === true;
  const isAddition = old === null || (key === 'DR' && isExtended(step, old, step.after.get(after, key), 0));
  if (isRedrawn || !isAddition) step.forbid("the form's default resources changed");
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

/** The list of fields may grow at its end, by fields signed in the same revision. */
export function judgeFieldList(step: RevisionStep, before: PdfObject, after: PdfObject): void {
  const older = step.before.resolve(before) ?? [];
  const newer = step.after.resolve(after);
  if (!isPdfArray(older) || !isPdfArray(newer) || !startsWith(newer, older)) {
    step.forbid('form fields were removed, replaced or reordered');
    return;
  }
  for (const added of newer.slice(older.length)) {
    if (step.signatureOf(added) === undefined) step.forbid('a form field was added that is not a valid new signature');
  }
}

export function startsWith(list: readonly PdfObject[], start: readonly PdfObject[]): boolean {
  return list.length >= start.length && start.every((item, index) => isSameObject(item, list[index] ?? null));
}

/** What a signature field and its widget need; no actions, no scripts (tables 166, 191, 226, 235). */
const SIGNATURE_FIELD_KEYS = new Set(
  'Type Subtype FT T TU TM Ff V DV F Rect Contents P AP AS MK DA Q BS Border Lock SV Parent Kids NM M C H'.split(' '),
);
const HIDDEN_FLAGS = 2 | 32;

/** Judges the field of a signature added in this revision, with its widgets. */
export function judgeAddedSignature(step: RevisionStep, signature: AddedSignature): void {
  const name = `signature field "${readable(signature.fieldName)}"`;
  const field = objectOf(step, signature.field);
  if (!signature.isIntact || !(field instanceof PdfDictionary)) {
    step.forbid(`${name} was added with a signature that is not intact`);
    return;
  }
  const earlier = olderObjectOf(step, signature.field);
  for (const node of [field, ...kidsOf(step, field)]) {
    const unexpected = [...node.entries].find(
      ([key, value]) => !SIGNATURE_FIELD_KEYS.has(key) && !isSameObject(earlier.get(key), value),
    )?.[0];
    if (unexpected !== undefined) step.forbid(`${name} has an entry ${readable(unexpected)}`);
    if (signature.isTimestamp && isVisible(step, node)) step.forbid(`the document timestamp in ${name} is visible`);
  }
  step.note(signature.isTimestamp ? 'archive' : 'signature', `${name} was signed`, signature.fieldName);
}

/** The newer value of an object whose generation does not matter. */
function objectOf(step: RevisionStep, number: number): PdfObject {
  const location = step.after.find(number)?.location;
  return step.after.resolve(new PdfReference(number, location?.kind === 'file' ? location.generation : 0));
}

/** The field as it was before, empty when it is new. */
function olderObjectOf(step: RevisionStep, number: number): PdfDictionary {
  const location = step.before.find(number)?.location;
  const generation = location?.kind === 'file' ? location.generation : 0;
  const field = step.before.resolve(new PdfReference(number, generation));
  return field instanceof PdfDictionary ? field : new PdfDictionary(new Map());
}

function kidsOf(step: RevisionStep, field: PdfDictionary): PdfDictionary[] {
  const kids = step.after.get(field, 'Kids');
  if (!isPdfArray(kids)) return [];
  return kids.map((kid) => step.after.resolve(kid)).filter((kid) => kid instanceof PdfDictionary);
}

function isVisible(step: RevisionStep, widget: PdfDictionary): boolean {
  if (step.after.get(widget, 'AP') === null) return false;
  const flags = step.after.get(widget, 'F');
  if (typeof flags === 'number' && (flags & HIDDEN_FLAGS) !== 0) return false;
  const rectangle = step.after.get(widget, 'Rect');
  if (!isPdfArray(rectangle)) return true;
  const [left, bottom, right, top] = rectangle;
  return left !== right && bottom !== top;
}

/** Object numbers of the widgets that show a signature added in this revision. */
export function widgetsOf(step: RevisionStep): ReadonlySet<number> {
  const numbers = new Set<number>();
  for (const { field, isIntact } of step.signatures) {
    if (!isIntact) continue;
    numbers.add(field);
    const dictionary = objectOf(step, field);
    const kids = dictionary instanceof PdfDictionary ? step.after.get(dictionary, 'Kids') : null;
    if (isPdfArray(kids)) for (const kid of kids) if (kid instanceof PdfReference) numbers.add(kid.number);
  }
  return numbers;
}

const SIGNED_FIELD_KEYS = new Set(['V', 'AP', 'AS', 'M', 'F', 'MK', 'DA']);
const FILLED_FIELD_KEYS = new Set(['V', 'AP', 'AS', 'M', 'MK', 'RV', 'I', 'DA']);

/** A field or widget that was there before: an empty signature field was signed, or a form filled in. */
export function judgeField(step: RevisionStep, field: FormField, after: PdfObject): void {
  const name = `"${readable(field.fullName)}"`;
  if (!(after instanceof PdfDictionary)) {
    step.forbid(`form field ${name} was replaced`);
    return;
  }
  const keys = changedKeys(field.dictionary, after);
  if (field.fieldType !== 'Sig') {
    if (keys.every((key) => FILLED_FIELD_KEYS.has(key))) {
      step.note('formFill', `form field ${name} was filled in`, field.fullName);
    } else step.forbid(`form field ${name} was changed`);
    return;
  }
  if (step.before.resolve(field.value) !== null) {
    step.forbid(`signature field ${name} was changed after it was signed`, 'PDF_SIGNATURE_DICTIONARY_CHANGED');
    return;
  }
  const isSigned = step.signatures.some(({ fieldName, isIntact }) => isIntact && fieldName === field.fullName);
  const isExpected = keys.every((key) => SIGNED_FIELD_KEYS.has(key)) && !isNamed(after.get('FT'), 'Tx');
  if (!isSigned || !isExpected) step.forbid(`signature field ${name} was changed without being signed`);
}
