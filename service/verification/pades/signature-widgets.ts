import { freeParentKey } from '../../codecs/pdf/structure/parent-tree.ts';
import {
  isCount,
  isNamed,
  isPdfArray,
  PdfDictionary,
  PdfReference,
  type PdfObject,
} from '../../codecs/pdf/pdf-objects.ts';
import type { Rectangle } from '../../codecs/pdf/rectangle.ts';
import { hasFlag, mayHaveFlag } from './flags.ts';
import { isSameObject } from './object-equality.ts';
import { readable } from '../readable.ts';
import type { AddedSignature, RevisionStep } from './revision-changes.ts';
import { hasDrawing, isPoint, rectangleOf, staysInside } from './widget-appearance.ts';

/** What a signature field and its widget need (tables 166, 191, 226, 235); nothing that acts. */
const SIGNATURE_FIELD_KEYS = new Set(
  'Type Subtype FT T TU TM Ff V F Rect Contents P AP AS MK DA DR Q BS Border Lock SV NM M C H StructParent'.split(' '),
);
/** Entries of other annotations and fields, and whatever acts: they make it something else than a signature. */
const FOREIGN_KEYS = new Set(
  (
    'A AA OC RC DS DV Kids Parent Opt TI I MaxLen PMD Popup IC L LE LL LLE Vertices InkList QuadPoints BE IT RD CL Path ' +
    'Sy Name Open IRT RT ExData FS Sound Movie Dest PA OverlayText Repeat RO State StateModel BM CA ca AF'
  ).split(' '),
);
/** Table 167. */
export const HIDDEN = 2;
/** NoZoom and NoRotate: poppler, MuPDF and PDFium turn the drawing about its upper left corner. */
const LEAVES_RECTANGLE = 8 | 16;

/** Judges the field of a signature that was added in this revision, with its widget. Throws PdfError. */
export function judgeAddedSignature(step: RevisionStep, signature: AddedSignature): void {
  const name = `signature field "${readable(signature.fieldName)}"`;
  const { fieldName, isTimestamp } = signature;
  const field = step.valueOf('after', signature.field);
  if (!(signature.isIntact || signature.isUnknown) || !(field instanceof PdfDictionary)) {
    step.forbid(`${name} was added with a signature that is not intact`);
    return;
  }
  // Only whether it is intact is open. Its field and the rules of earlier signers hold for it as for any other one.
  if (!signature.isIntact) step.doubt(`${name} was added with a signature that cannot be judged`);
  if (step.valueOf('before', signature.field) === null) judgeNewField(step, signature, field, name);
  else if (!step.fields().has(signature.field)) step.forbid(`${name} was made of something else`);
  step.note(isTimestamp ? 'archive' : 'signature', `${name} was signed`, { fieldName });
}

function judgeNewField(step: RevisionStep, signature: AddedSignature, field: PdfDictionary, name: string): void {
  const parts = widgetParts(step, signature.field, field);
  if (parts === null || !isNamed(step.after.get(field, 'FT'), 'Sig')) {
    step.forbid(`${name} is not one widget of its own`);
    return;
  }
  for (const part of new Set([field, ...parts])) judgeEntries(step, part, part === field ? parts : [], name);
  if ([...step.fields().values()].some(({ fullName }) => fullName === signature.fieldName && fullName !== '')) {
    step.doubt(`${name} has the name of another field`);
  }
  if (signature.isTimestamp) for (const part of parts) judgeTimestampWidget(step, part, name);
  // Programs that read forms show it like any other widget, and nobody's name beside it.
  if (signature.isOutsideForm && parts.some((part) => isShown(step, 'after', part))) {
    step.doubt(`${name} is shown on a page, and not listed in the form`);
  }
}

/** The field itself when it is its widget, or its only new kid; none when it is shown nowhere; null when it is not so. */
function widgetParts(step: RevisionStep, number: number, field: PdfDictionary): PdfDictionary[] | null {
  if (field.get('Parent') !== null) return null;
  const subtype = step.after.get(field, 'Subtype');
  const kids = step.after.get(field, 'Kids');
  if (kids !== null) return subtype === null && isPdfArray(kids) ? onlyKid(step, number, kids) : null;
  if (isNamed(subtype, 'Widget')) return [field];
  return subtype === null && field.get('AP') === null && field.get('Rect') === null ? [] : null;
}

/** A widget that came with its field and is nothing else. */
function onlyKid(step: RevisionStep, field: number, kids: readonly PdfObject[]): PdfDictionary[] | null {
  const [kid = null] = kids.length === 1 ? kids : [];
  const widget = step.after.resolve(kid);
  if (!(kid instanceof PdfReference) || !(widget instanceof PdfDictionary)) return null;
  const parent = widget.get('Parent');
  const isOwn =
    parent instanceof PdfReference && parent.number === field && step.valueOf('before', kid.number) === null;
  const isField = ['T', 'FT', 'Kids'].some((key) => widget.get(key) !== null);
  return isOwn && !isField && isNamed(step.after.get(widget, 'Subtype'), 'Widget') ? [widget] : null;
}

/** `parts`: the widget of the field, when `part` is the field. */
function judgeEntries(step: RevisionStep, part: PdfDictionary, parts: readonly PdfDictionary[], name: string): void {
  const type = step.after.get(part, 'Type');
  if (type !== null && !isNamed(type, 'Annot')) step.forbid(`${name} has another type`);
  const isSplit = parts.length > 0 && !parts.includes(part);
  const link = isSplit ? 'Kids' : part.get('FT') === null ? 'Parent' : null;
  for (const [key, value] of part.entries) {
    if (value === null || key === link || belongsToSignature(part, key)) continue;
    if (FOREIGN_KEYS.has(key)) step.forbid(`${name} has an entry ${readable(key)}`);
    else step.doubt(`${name} has an entry ${readable(key)}`);
  }
  if (!isFreeKey(step, step.after.get(part, 'StructParent'))) {
    step.doubt(`${name} takes the place of something else in the structure of the document`);
  }
}

/** LibreOffice names the signature as what its field is reset to, too. */
function belongsToSignature(part: PdfDictionary, key: string): boolean {
  if (SIGNATURE_FIELD_KEYS.has(key)) return true;
  const value = part.get('V');
  return key === 'DV' && value instanceof PdfReference && isSameObject(value, part.get('DV'));
}

/** A key that the structure of the document gives to nothing yet (clause 14.7.5.4). */
function isFreeKey(step: RevisionStep, key: PdfObject): boolean {
  if (key === null) return true;
  const root = step.before.dictionary(step.before.catalog, 'StructTreeRoot');
  return isCount(key) && (root === null || key >= freeParentKey(step.before, root));
}

/**
 * A document timestamp is nobody's will, so its widget must show nothing, on no screen and on no paper. One that does
 * is an annotation that anybody may have put there.
 */
function judgeTimestampWidget(step: RevisionStep, widget: PdfDictionary, name: string): void {
  const { after } = step;
  const isMarked = hasMarks(step, widget);
  const isDrawn = hasDrawing(after, widget);
  if (!isMarked && !isDrawn) return;
  const rectangle = rectangleOf(after, widget.get('Rect'));
  // Without a rectangle some viewers show a drawing as large as the page.
  const isNowhere = rectangle === null ? widget.get('Rect') === null && !isDrawn : isPoint(rectangle);
  if (isNowhere && !isMarked && staysInside(after, widget)) return;
  const isHidden = hasFlag(widget, HIDDEN) && !isDrawn;
  if (isNowhere || isHidden) step.doubt(`the document timestamp in ${name} could be made to show something`);
  else step.note('annotation', `the document timestamp in ${name} shows something`);
}

/** What viewers may show without a drawing. */
function hasMarks(step: RevisionStep, widget: PdfDictionary): boolean {
  const { after } = step;
  const characteristics = after.get(widget, 'MK');
  if (characteristics !== null && !isEmpty(characteristics)) return true;
  return ['C', 'Contents', 'DA', 'BS', 'Border'].some((key) => after.get(widget, key) !== null);
}

function isEmpty(object: PdfObject): boolean {
  return object instanceof PdfDictionary && object.entries.size === 0;
}

/** Object numbers of the widgets that show an intact signature added in this revision, with their signature. */
export function widgetsOfSignatures(step: RevisionStep): ReadonlyMap<number, AddedSignature> {
  const widgets = new Map<number, AddedSignature>();
  for (const signature of step.signatures) {
    if (!signature.isIntact && !signature.isUnknown) continue;
    widgets.set(signature.field, signature);
    const field = step.valueOf('after', signature.field);
    const kids = field instanceof PdfDictionary ? step.after.get(field, 'Kids') : null;
    if (!isPdfArray(kids) || kids.length !== 1) continue;
    for (const kid of kids) if (kid instanceof PdfReference) widgets.set(kid.number, signature);
  }
  return widgets;
}

/** Whether any viewer shows the widget at all, on screen or paper. */
export function isShown(step: RevisionStep, view: 'before' | 'after', widget: PdfDictionary): boolean {
  const document = step[view];
  if (hasFlag(widget, HIDDEN)) return false;
  const rectangle = rectangleOf(document, widget.get('Rect'));
  if (rectangle === null) return widget.get('Rect') !== null || hasDrawing(document, widget);
  if (isPoint(rectangle)) return !staysInside(document, widget);
  const characteristics = document.get(widget, 'MK');
  const isMarked = (characteristics !== null && !isEmpty(characteristics)) || document.get(widget, 'C') !== null;
  return isMarked || hasDrawing(document, widget);
}

/**
 * Whether all viewers show whatever a widget is drawn with after the change inside of its rectangle. A drawing that cannot
 * be fitted into a line Ghostscript shows in its own size.
 */
export function isKeptIn({ after }: RevisionStep, widget: PdfDictionary, rectangle: Rectangle): boolean {
  const isLine = !isPoint(rectangle) && (rectangle[0] === rectangle[2] || rectangle[1] === rectangle[3]);
  return !isLine && staysInside(after, widget) && !mayHaveFlag(widget, LEAVES_RECTANGLE);
}
