import { isPdfArray, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import { linesOf } from '../../codecs/pdf/page-content/plain-text.ts';
import type { Rectangle } from '../../codecs/pdf/rectangle.ts';
import type { FieldDrawing } from './field-drawing.ts';

/** Between the ground of the list and that of a selected option. */
const LEAST_CONTRAST = 0.05;

interface Selection {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** What /V says; null for what is no text. */
  readonly values: readonly (string | null)[];
  /** /I as written. */
  readonly indices: PdfObject;
}

/**
 * Whether a list box shows what is selected in it (ISO 32000-2 clause 12.7.5.4): some of its options in their order, and
 * below those that are selected, and no other ones, a ground of their own.
 */
export function showsSelection(drawing: FieldDrawing, { options, values, indices }: Selection): boolean {
  const lines = linesOf(drawing.glyphs, false);
  if (lines === null || lines.length === 0) return false;
  const texts = lines.map(({ text }) => text.trim());
  const starts = options.flatMap((_, start) =>
    texts.every((text, index) => options[start + index]?.label.trim() === text) ? [start] : [],
  );
  const [start = 0] = starts;
  if (starts.length !== 1 || !isSelectedAlike({ options, values, indices })) return false;
  const chosen = new Set(values.map((value) => options.findIndex((option) => option.value === value)));
  // What is selected has to be seen.
  if (![...chosen].every((index) => index >= start && index < start + lines.length)) return false;
  const whole = drawing.grounds.findLastIndex(({ rectangle }) => isWhole(rectangle, drawing.box));
  const brightness = drawing.grounds[whole]?.brightness ?? 1;
  // What lies under the ground of them all, or looks like it, marks nothing.
  if (drawing.grounds.slice(0, Math.max(whole, 0)).some(({ rectangle }) => !isWhole(rectangle, drawing.box)))
    return false;
  const marks = drawing.grounds.slice(whole + 1);
  if (marks.some((mark) => brightness - mark.brightness < LEAST_CONTRAST)) return false;
  const grounds = marks.map(({ rectangle }) => rectangle);
  const marked = lines.map(({ glyphs }) => grounds.filter((ground) => liesUnder(glyphs[0], ground)));
  const isRight = marked.every((under, index) => under.length === (chosen.has(start + index) ? 1 : 0));
  return isRight && grounds.length === chosen.size;
}

function isWhole(ground: Rectangle, box: Rectangle): boolean {
  return ground[3] - ground[1] >= 0.95 * (box[3] - box[1]) && ground[2] - ground[0] >= 0.95 * (box[2] - box[0]);
}

function liesUnder(
  glyph: { readonly baseline: number; readonly size: number } | undefined,
  ground: Rectangle,
): boolean {
  if (glyph === undefined) return false;
  const middle = glyph.baseline + 0.3 * glyph.size;
  return middle > ground[1] && middle < ground[3];
}

/** Values are options that nothing else is called, and /I, where it is there, says the same. */
export function isSelectedAlike({ options, values, indices }: Selection): boolean {
  const places = values.map((value) => {
    const all = options.flatMap((option, index) => (option.value === value ? [index] : []));
    return all.length === 1 ? (all[0] ?? -1) : -1;
  });
  if (places.length === 0 || places.includes(-1)) return false;
  if (indices === null) return true;
  if (!isPdfArray(indices) || indices.length !== places.length) return false;
  const named = new Set(indices);
  return places.every((place) => named.has(place));
}
