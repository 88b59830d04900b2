import type { FormField } from '../../codecs/pdf/form-fields.ts';
import { PdfDictionary } from '../../codecs/pdf/pdf-objects.ts';
import type { Ground } from '../../codecs/pdf/page-content/plain-drawing.ts';
import { isOverNothing } from './covered-places.ts';
import { readFieldDrawing } from './field-drawing.ts';
import type { RevisionStep } from './revision-changes.ts';
import { appearanceStreams } from './widget-appearance.ts';

/**
 * Whether a field that was filled in hides and shows no more of its pages than before. The ground of its drawing lies
 * over the page: a new one hides what was printed there, and without the old one it comes to light ("hide" of the shadow
 * attacks). Where the grounds of a widget differ, nothing else may be shown in its place. `count`: of the field's widgets
 * now; `cells`: of a comb, else 1. Throws PdfError.
 */
export function keepsWhatItCovers(
  step: RevisionStep,
  fullName: string,
  { count, cells }: { readonly count: number; readonly cells: number },
): boolean {
  const widgets = [...step.fields().values()].filter((field) => field.fullName === fullName && !field.hasKids);
  return widgets.length === count && widgets.every((widget) => keepsGround(step, widget, cells));
}

function keepsGround(step: RevisionStep, { reference, dictionary }: FormField, cells: number): boolean {
  const number = reference?.number ?? -1;
  const page = step.pageOf(number);
  if (page === null) return true;
  const now = step.valueOf('after', number);
  if (!(now instanceof PdfDictionary)) return false;
  const [earlier, later] = [
    groundsBefore(step, dictionary, cells),
    readFieldDrawing(step.after, now, cells)?.grounds ?? null,
  ];
  const isSame = earlier !== null && later !== null && isSameGround(earlier, later);
  return isSame || isOverNothing(step, { widget: number, page }, dictionary.get('Rect'));
}

/** Null where it cannot be told. A widget that viewers draw by themselves has the ground that /MK says (table 192). */
function groundsBefore(step: RevisionStep, widget: PdfDictionary, cells: number): readonly Ground[] | null {
  const { before } = step;
  if (appearanceStreams(before, widget).length > 0) return readFieldDrawing(before, widget, cells)?.grounds ?? null;
  const characteristics = before.dictionary(widget, 'MK');
  return characteristics === null || before.get(characteristics, 'BG') === null ? [] : null;
}

/** Points by which programs set a ground apart from its frame. */
const INSET = 2;

function isSameGround(earlier: readonly Ground[], later: readonly Ground[]): boolean {
  const isIn = ({ rectangle }: Ground, others: readonly Ground[]): boolean =>
    others.some((other) => other.rectangle.every((edge, index) => Math.abs(edge - (rectangle[index] ?? NaN)) <= INSET));
  return earlier.every((ground) => isIn(ground, later)) && later.every((ground) => isIn(ground, earlier));
}
