import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { PdfError } from '../../codecs/pdf/pdf-error.ts';
import { isNamed, isPdfArray, PdfStream, type PdfDictionary, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import { PlainDrawing, UnplainDrawing, type Ground } from '../../codecs/pdf/page-content/plain-drawing.ts';
import { execute } from '../../codecs/pdf/page-content/plain-operators.ts';
import type { ShownGlyph } from '../../codecs/pdf/page-content/plain-text.ts';
import { strictOperations } from '../../codecs/pdf/page-content/strict-operations.ts';
import type { Rectangle } from '../../codecs/pdf/rectangle.ts';
import { rectangleOf } from './widget-appearance.ts';

/** What a widget shows, in the units of its drawing, upright. */
export interface FieldDrawing {
  readonly box: Rectangle;
  readonly glyphs: readonly ShownGlyph[];
  readonly grounds: readonly Ground[];
}

/** Entries of a form XObject (ISO 32000-2 table 93) that change nothing of how it looks. */
const DRAWING_KEYS = new Set(
  'Type Subtype FormType BBox Matrix Resources Length Filter DecodeParms LastModified Name'.split(' '),
);
const MAX_DRAWING_BYTES = 256 * 1024;

/**
 * The drawing of a widget where it is one text on a light ground and nothing else, stretched by nothing; null where it
 * is anything else or cannot be read. `cells`: of a comb, else 1.
 */
export function readFieldDrawing(document: PdfDocument, widget: PdfDictionary, cells: number): FieldDrawing | null {
  try {
    return drawingOf(document, widget, cells);
  } catch (error) {
    if (error instanceof UnplainDrawing || error instanceof PdfError) return null;
    throw error;
  }
}

function drawingOf(document: PdfDocument, widget: PdfDictionary, cells: number): FieldDrawing | null {
  const stream = onlyAppearance(document, widget);
  if (stream === null || !isPlainForm(document, stream.dictionary)) return null;
  const box = rectangleOf(document, stream.dictionary.get('BBox'));
  const rectangle = rectangleOf(document, widget.get('Rect'));
  if (box === null || rectangle === null || !isUnstretched(document, widget, stream, { box, rectangle })) return null;
  const content = document.decodeStream(stream);
  if (content.length > MAX_DRAWING_BYTES) return null;
  const resources = document.dictionary(stream.dictionary, 'Resources');
  if (resources !== null && hasDefaultColours(document, resources)) return null;
  const drawing = new PlainDrawing(document, resources, box, cells);
  for (const operation of strictOperations(content)) execute(drawing, operation);
  drawing.finish();
  return { box, glyphs: drawing.glyphs, grounds: drawing.grounds };
}

/** A layer would decide whether it is seen at all; others are shown while the mouse is over the field. */
function onlyAppearance(document: PdfDocument, widget: PdfDictionary): PdfStream | null {
  const appearances = document.dictionary(widget, 'AP');
  if (appearances?.entries.size !== 1 || widget.get('OC') !== null) return null;
  const stream = document.get(appearances, 'N');
  return stream instanceof PdfStream ? stream : null;
}

/** Clause 8.6.5.6: colour spaces that stand in for those of the device. */
function hasDefaultColours(document: PdfDocument, resources: PdfDictionary): boolean {
  const spaces = document.dictionary(resources, 'ColorSpace');
  return spaces !== null && [...spaces.entries.keys()].some((key) => key.startsWith('Default'));
}

function isPlainForm(document: PdfDocument, dictionary: PdfDictionary): boolean {
  const isKnown = [...dictionary.entries.keys()].every((key) => DRAWING_KEYS.has(key));
  const type = document.get(dictionary, 'Type');
  const isForm = isNamed(document.get(dictionary, 'Subtype'), 'Form') && (type === null || isNamed(type, 'XObject'));
  return isKnown && isForm && !dictionary.hasDuplicateKeys;
}

/** Quarter turns (clause 8.3.3), as /R of the widget says them. */
const TURNS: Readonly<Record<number, string>> = { 0: '1,0,0,1', 90: '0,1,-1,0', 180: '-1,0,0,-1', 270: '0,-1,1,0' };
const STRETCH = 0.02;

/** Clause 12.5.5: the turned box is fitted into the rectangle, which must not change its size, nor its direction. */
function isUnstretched(
  document: PdfDocument,
  widget: PdfDictionary,
  stream: PdfStream,
  { box, rectangle }: { readonly box: Rectangle; readonly rectangle: Rectangle },
): boolean {
  const degrees = turnOf(document, widget);
  const matrix = numbersOf(document, document.get(stream.dictionary, 'Matrix'));
  const direction = matrix?.slice(0, 4).map((value) => value + 0);
  if (matrix === null || direction?.join(',') !== TURNS[degrees]) return false;
  const [width, height] = [box[2] - box[0], box[3] - box[1]];
  const isTurned = degrees === 90 || degrees === 270;
  const [x, y] = isTurned ? [height, width] : [width, height];
  const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= STRETCH * b;
  const [left, bottom, right, top] = rectangle;
  return width > 1 && height > 1 && isSame(x, right - left) && isSame(y, top - bottom);
}

/** /R of the widget from 0 to 359; NaN when it is no number. */
function turnOf(document: PdfDocument, widget: PdfDictionary): number {
  const characteristics = document.dictionary(widget, 'MK');
  const turn = (characteristics === null ? null : document.get(characteristics, 'R')) ?? 0;
  return typeof turn === 'number' ? ((turn % 360) + 360) % 360 : NaN;
}

const IDENTITY = [1, 0, 0, 1, 0, 0];

function numbersOf(document: PdfDocument, written: PdfObject): number[] | null {
  if (written === null) return IDENTITY;
  if (!isPdfArray(written) || written.length !== 6) return null;
  const numbers = written.map((item) => document.resolve(item)).filter((item) => typeof item === 'number');
  return numbers.length === 6 ? numbers : null;
}
