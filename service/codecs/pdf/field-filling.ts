import type { IncrementalUpdate } from './incremental-update.ts';
import { pageRotation, userUnit } from './page-geometry.ts';
import { PdfError } from './pdf-error.ts';
import { dictionaryOf, PdfName, type PdfObject, type PdfReference } from './pdf-objects.ts';
import type { Rectangle } from './rectangle.ts';
import { requireSeedValue } from './seed-value.ts';
import type { PdfSignatureOptions, SignatureAppearance, StampDrawing } from './signature-options.ts';
import { pageOfWidget, type FieldWidget, type SigningField } from './signing-field.ts';

/** A drawing is made smaller to fit into its field, down to what can still be read. */
const SMALLEST_SCALE = 0.6;

/**
 * Signs in a field that is there: its value is set and, for a visible signature, its drawing; nothing else of it changes.
 * Throws PdfError: PDF_SEED_VALUE_UNMET, PDF_FIELD_UNUSABLE, PDF_NO_ROOM_FOR_STAMP.
 */
export function fillField(
  update: IncrementalUpdate,
  field: SigningField,
  signature: PdfReference,
  { appearance, certification = null, reason, seeded }: PdfSignatureOptions,
): void {
  if (field.seedValue !== null) {
    if (seeded === undefined) throw new PdfError('PDF_SEED_VALUE_UNMET', 'the field has a seed value');
    requireSeedValue(update.document, field.seedValue, { ...seeded, reason, certification });
  }
  const { widget } = field;
  const drawing = appearance === null ? {} : { AP: drawn(update, widget, appearance) };
  if (widget === null || widget.reference.number === field.reference.number) {
    update.replace(field.reference, field.dictionary.with({ ...drawing, V: signature }));
    return;
  }
  update.replace(field.reference, field.dictionary.with({ V: signature }));
  if (appearance !== null) update.replace(widget.reference, widget.dictionary.with(drawing));
}

/** The appearance dictionary of a stamp that fills the field as well as its proportions allow. */
function drawn(update: IncrementalUpdate, widget: FieldWidget | null, appearance: SignatureAppearance): PdfObject {
  const rectangle = widget?.rectangle ?? null;
  if (widget === null || rectangle === null) {
    throw new PdfError('PDF_NO_ROOM_FOR_STAMP', 'the signature field has no place on a page');
  }
  const { document } = update;
  const page = pageOfWidget(document, widget);
  const rotation = pageRotation(document, page);
  const unit = userUnit(document, page);
  const [width, height] = [(rectangle[2] - rectangle[0]) * unit, (rectangle[3] - rectangle[1]) * unit];
  const isTurned = rotation === 90 || rotation === 270;
  const room = isTurned ? { width: height, height: width } : { width, height };
  const largest = { width: room.width / SMALLEST_SCALE, height: room.height / SMALLEST_SCALE };
  for (const drawing of appearance.drawings(largest)) {
    const scale = Math.min(1, room.width / drawing.width, room.height / drawing.height);
    if (scale < SMALLEST_SCALE) continue;
    return dictionaryOf({ N: framed(update, drawing, { rotation, scale: scale / unit, rectangle }) });
  }
  throw new PdfError('PDF_NO_ROOM_FOR_STAMP', 'the signature field is too small for a legible stamp');
}

/**
 * A form as large as the field with the drawing in its middle: a viewer stretches an appearance to its rectangle
 * (clause 12.5.5), and a stamp of other proportions would be bent.
 */
function framed(
  update: IncrementalUpdate,
  drawing: StampDrawing,
  { rotation, scale, rectangle }: { readonly rotation: number; readonly scale: number; readonly rectangle: Rectangle },
): PdfReference {
  const [width, height] = [rectangle[2] - rectangle[0], rectangle[3] - rectangle[1]];
  const isTurned = rotation === 90 || rotation === 270;
  const drawnWidth = (isTurned ? drawing.height : drawing.width) * scale;
  const drawnHeight = (isTurned ? drawing.width : drawing.height) * scale;
  // The drawing is turned around its corner, so that it lies left of or below it.
  const x = (width - drawnWidth) / 2 + (rotation === 90 || rotation === 180 ? drawnWidth : 0);
  const y = (height - drawnHeight) / 2 + (rotation === 180 || rotation === 270 ? drawnHeight : 0);
  const form = dictionaryOf({
    Type: new PdfName('XObject'),
    Subtype: new PdfName('Form'),
    BBox: [0, 0, rounded(width), rounded(height)],
    Resources: dictionaryOf({ XObject: dictionaryOf({ S: drawing.draw(update, rotation) }) }),
  });
  const place = [scale, 0, 0, scale, x, y].map(rounded).join(' ');
  return update.addStream(form, Buffer.from(`q ${place} cm /S Do Q`, 'latin1'));
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
