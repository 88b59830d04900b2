import { interactiveForm } from '../../codecs/pdf/form-fields.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { isPdfArray, PdfDictionary, PdfStream, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import type { Rectangle } from '../../codecs/pdf/rectangle.ts';
import type { RevisionStep } from './revision-changes.ts';

/**
 * Whether the document had a widget that viewers draw by themselves, from its value and the form's /DA and /DR
 * (ISO 32000-2 clause 12.7.4.3): one without a normal appearance. Signatures are never drawn so.
 */
export function hasRedrawnWidget(step: RevisionStep): boolean {
  return step
    .widgets()
    .some(({ dictionary, fieldType }) => fieldType !== 'Sig' && !hasAppearance(step.before, dictionary, fieldType));
}

/**
 * Whether the document asks viewers to draw all of its fields but signatures by themselves, whatever drawings they have
 * (/NeedAppearances, table 224).
 */
export function isDrawnAnew({ before }: RevisionStep): boolean {
  const form = interactiveForm(before);
  return form !== null && before.get(form, 'NeedAppearances') === true;
}

function hasAppearance(document: PdfDocument, widget: PdfDictionary, fieldType: string | null): boolean {
  const appearances = document.get(widget, 'AP');
  if (!(appearances instanceof PdfDictionary)) return false;
  const normal = document.get(appearances, 'N');
  // Check boxes have one for each state; the state without one is drawn as nothing.
  if (normal instanceof PdfDictionary) return fieldType === 'Btn' && normal.entries.size > 0;
  return normal instanceof PdfStream;
}

/** What an annotation would be drawn with; everything a viewer may ever show counts, the mouse over it or not. */
export function appearanceStreams(document: PdfDocument, annotation: PdfDictionary): PdfStream[] {
  const streams: PdfStream[] = [];
  const visit = (written: PdfObject, depth: number): void => {
    const object = document.resolve(written);
    if (object instanceof PdfStream) streams.push(object);
    else if (object instanceof PdfDictionary && depth < 3) {
      for (const value of object.entries.values()) visit(value, depth + 1);
    }
  };
  visit(annotation.get('AP'), 0);
  return streams;
}

/** Whether the stream has nothing but white space, comments and saved states in it. Throws PdfError. */
export function isBlank(document: PdfDocument, stream: PdfStream): boolean {
  return isBlankText(Buffer.from(document.decodeStream(stream)).toString('latin1'));
}

/** The same of what is in a stream, one character a byte. */
export function isBlankText(text: string): boolean {
  return /^[\s\0]*$/.test(text.replaceAll(/%[^\r\n]*/g, '').replaceAll(/[qQ]/g, ' '));
}

/** Whether the annotation has a drawing at all. Throws PdfError. */
export function hasDrawing(document: PdfDocument, annotation: PdfDictionary): boolean {
  return appearanceStreams(document, annotation).some((stream) => !isBlank(document, stream));
}

/**
 * Whether each drawing has a box that it is cut off at and fitted into the rectangle by (clause 12.5.5). Without one
 * viewers show it in its own size, whatever the rectangle is. Throws PdfError.
 */
export function staysInside(document: PdfDocument, annotation: PdfDictionary): boolean {
  return appearanceStreams(document, annotation).every(
    (stream) => rectangleOf(document, stream.dictionary.get('BBox')) !== null || isBlank(document, stream),
  );
}

/** Corners in order; null unless it is four numbers (clause 7.9.5). */
export function rectangleOf(document: PdfDocument, written: PdfObject): Rectangle | null {
  const object = document.resolve(written);
  if (!isPdfArray(object) || object.length !== 4) return null;
  const numbers = object.map((item) => document.resolve(item)).filter((item) => typeof item === 'number');
  const [x1, y1, x2, y2] = numbers;
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return null;
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

/** No extent in either direction: a drawing with a box is shrunk to a point. */
export function isPoint([left, bottom, right, top]: Rectangle): boolean {
  return left === right && bottom === top;
}
