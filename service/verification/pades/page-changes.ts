import { isNamed, isPdfArray, PdfDictionary, PdfReference, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import { startsWith, widgetsOf } from './form-changes.ts';
import { changedKeys } from './object-equality.ts';
import { readable } from './pades-fault.ts';
import type { RevisionStep } from './revision-changes.ts';

const WORDS: Readonly<Record<string, string>> = {
  Contents: 'contents replaced',
  Resources: 'fonts, images or other resources replaced',
  MediaBox: 'page size changed',
  CropBox: 'visible area changed',
  Rotate: 'page turned',
  AA: 'actions added',
  Parent: 'page moved',
};

/** A page (ISO 32000-2 clause 7.7.3.3): only its annotations may grow. */
export function judgePage(step: RevisionStep, index: number, before: PdfObject, after: PdfObject): void {
  if (!(before instanceof PdfDictionary) || !(after instanceof PdfDictionary)) {
    step.forbid(`page ${index + 1} was replaced`);
    return;
  }
  for (const key of changedKeys(before, after)) {
    if (key === 'Annots') judgeAnnotations(step, index, before.get(key), after.get(key));
    else step.forbid(`page ${index + 1}: ${WORDS[key] ?? `${readable(key)} changed`}`);
  }
}

/** The annotations of a page: widgets of new signatures may follow; others need DocMDP's P 3. */
export function judgeAnnotations(step: RevisionStep, index: number, before: PdfObject, after: PdfObject): void {
  const page = `page ${index + 1}`;
  const older = step.before.resolve(before) ?? [];
  const newer = step.after.resolve(after) ?? [];
  if (!isPdfArray(older) || !isPdfArray(newer)) {
    step.forbid(`${page}: annotations replaced`);
    return;
  }
  if (!startsWith(newer, older)) {
    judgeRemoved(step, page, older, newer);
    return;
  }
  const widgets = widgetsOf(step);
  for (const item of newer.slice(older.length)) {
    if (item instanceof PdfReference && widgets.has(item.number)) continue;
    const annotation = step.after.resolve(item);
    const isWidget = !(annotation instanceof PdfDictionary) || isNamed(step.after.get(annotation, 'Subtype'), 'Widget');
    if (isWidget) step.forbid(`${page}: a form field was added that is not a valid new signature`);
    else step.note('annotation', `${page}: an annotation was added`);
  }
}

function judgeRemoved(
  step: RevisionStep,
  page: string,
  older: readonly PdfObject[],
  newer: readonly PdfObject[],
): void {
  const isWidget = (document: RevisionStep['after'], item: PdfObject): boolean => {
    const annotation = document.resolve(item);
    return !(annotation instanceof PdfDictionary) || isNamed(document.get(annotation, 'Subtype'), 'Widget');
  };
  const oldWidgets = older.filter((item) => isWidget(step.before, item));
  const newWidgets = newer.filter((item) => isWidget(step.after, item));
  const isHarmless = startsWith(newWidgets, oldWidgets) && newWidgets.length === oldWidgets.length;
  if (isHarmless) step.note('annotation', `${page}: annotations were removed or reordered`);
  else step.forbid(`${page}: form fields were removed or reordered`);
}
