import {
  isNamed,
  isOddItem,
  isPdfArray,
  PdfDictionary,
  PdfReference,
  type PdfObject,
} from '../../codecs/pdf/pdf-objects.ts';
import { isWidget, judgeNewField, withoutDropped } from './form-changes.ts';
import { additionsTo } from './list-changes.ts';
import { changedKeys } from './object-equality.ts';
import { readable } from '../readable.ts';
import type { ChangedObject, RevisionStep } from './revision-changes.ts';
import { widgetsOfSignatures } from './signature-widgets.ts';
import { rectangleOf } from './widget-appearance.ts';

const WORDS: Readonly<Record<string, string>> = {
  Contents: 'contents replaced',
  Resources: 'fonts, images or other resources replaced',
  MediaBox: 'page size changed',
  CropBox: 'visible area changed',
  Rotate: 'page turned',
  AA: 'actions added',
  Parent: 'page moved',
};

/** Entries that say nothing about how the page looks (tables 31 and 321), and what is private to a program. */
const UNSEEN = new Set(['LastModified', 'PieceInfo', 'Metadata', 'ID']);
/** What a page gets that becomes part of a structure; what it shows stays the same. */
const STRUCTURAL = new Set(['StructParents', 'Tabs']);
/** Second-class names (annex E) and those that some programs write their own name with. */
const PRIVATE = /^(?:[A-Z]{4}[:_]|ITXT$|X[A-Z])/;

/** Tables 31 and 9: how large a page is. */
const BOXES = new Set(['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox']);
/** What readers that count in single precision make of a number (ISO 32000-2 annex C.2): a part of it that nobody sees. */
const SINGLE_PRECISION = 2 ** -23;

/** A page (ISO 32000-2 clause 7.7.3.3): only its annotations may grow. */
export function judgePage(step: RevisionStep, index: number, before: PdfObject, after: PdfObject): void {
  if (!(before instanceof PdfDictionary) || !(after instanceof PdfDictionary)) {
    step.forbid(`page ${index + 1} was replaced`);
    return;
  }
  for (const key of changedKeys(before, after)) {
    if (key === 'Annots') judgeAnnotations(step, index, before.get(key), after.get(key));
    else if (before.get(key) === null && STRUCTURAL.has(key))
      step.doubt(`page ${index + 1}: ${readable(key)} was added`);
    else if (BOXES.has(key) && isRounded(step, before.get(key), after.get(key)))
      step.note('bookkeeping', `page ${index + 1}: page size written with other digits`);
    else if (UNSEEN.has(key) || PRIVATE.test(key)) step.doubt(`page ${index + 1}: ${readable(key)} changed`);
    else step.forbid(`page ${index + 1}: ${WORDS[key] ?? `${readable(key)} changed`}`);
  }
}

/** MuPDF writes a page once more with numbers of single precision, such as 595.27566 for 595.27563. Throws PdfError. */
function isRounded(step: RevisionStep, before: PdfObject, after: PdfObject): boolean {
  const [older, newer] = [step.before.resolve(before), step.after.resolve(after)];
  if (!isPdfArray(older) || !isPdfArray(newer) || older.length !== newer.length) return false;
  return newer.every((is, index) => {
    const was = older[index];
    if (typeof is !== 'number' || typeof was !== 'number' || isOddItem(newer, index)) return false;
    return Math.abs(is - was) <= SINGLE_PRECISION * Math.abs(was);
  });
}

/** The annotations of a page: widgets of new signatures may join them; others need DocMDP's P 3. */
export function judgeAnnotations(step: RevisionStep, index: number, before: PdfObject, after: PdfObject): void {
  const page = `page ${index + 1}`;
  const older = step.before.resolve(before) ?? [];
  const newer = step.after.resolve(after) ?? [];
  if (!isPdfArray(older) || !isPdfArray(newer)) {
    step.forbid(`${page}: annotations replaced`);
    return;
  }
  const kept = withoutDropped(step, older, newer);
  const added = additionsTo(kept, newer);
  if (added === null) judgeRemoved(step, index, kept, newer);
  else for (const item of added) judgeAdded(step, index, item);
}

function judgeAdded(step: RevisionStep, index: number, item: PdfObject): void {
  const widgets = widgetsOfSignatures(step);
  if (item instanceof PdfReference && widgets.has(item.number)) {
    step.placements.push({ widget: item.number, page: index });
  } else if (step.isSignedLater(item)) {
    step.doubt(`page ${index + 1}: an empty signature field was added, which was signed later`);
  } else if (isWidget(step, item, 'after')) {
    judgeNewField(step, item, index + 1);
  } else {
    const annotation = step.after.resolve(item);
    const written = annotation instanceof PdfDictionary ? annotation.get('Rect') : null;
    step.note('annotation', `page ${index + 1}: an annotation was added`, {
      place: { page: index + 1, rectangle: rectangleOf(step.after, written) },
    });
  }
}

function judgeRemoved(
  step: RevisionStep,
  index: number,
  older: readonly PdfObject[],
  newer: readonly PdfObject[],
): void {
  const oldWidgets = older.filter((item) => isWidget(step, item, 'before'));
  const newWidgets = newer.filter((item) => isWidget(step, item, 'after'));
  const page = `page ${index + 1}`;
  const added = additionsTo(oldWidgets, newWidgets);
  if (added === null) {
    step.forbid(`${page}: form fields were removed or reordered`);
    return;
  }
  const place = { page: index + 1, rectangle: null };
  step.note('annotation', `${page}: annotations were removed or reordered`, { place });
  for (const item of added) judgeAdded(step, index, item);
}

/**
 * A node of the page tree whose /Annots grew by fields of this revision's signatures, and nothing else (@signpdf, which
 * takes the first kid of the tree for a page). The entry means nothing there (ISO 32000-2 table 30), but PDF.js shows such
 * annotations on every page below. Throws PdfError.
 */
export function hasOnlySignaturesMore(step: RevisionStep, { before, after }: ChangedObject): boolean {
  if (!(before instanceof PdfDictionary) || !(after instanceof PdfDictionary)) return false;
  if (!isNamed(before.get('Type'), 'Pages') || changedKeys(before, after).join() !== 'Annots') return false;
  const older = step.before.resolve(before.get('Annots')) ?? [];
  const newer = step.after.resolve(after.get('Annots'));
  const added = isPdfArray(older) && isPdfArray(newer) ? additionsTo(older, newer) : null;
  const widgets = widgetsOfSignatures(step);
  return added?.every((item) => item instanceof PdfReference && widgets.has(item.number)) ?? false;
}
