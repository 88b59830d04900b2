import { isPdfArray, PdfDictionary, PdfName, PdfReference, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import type { RevisionStep } from './revision-changes.ts';
import { isDrawnAlike } from './same-drawing.ts';

const STATE_KEYS = new Set(['V', 'AS', 'M', 'AP']);

/**
 * Whether check boxes or radio buttons show exactly their new value (ISO 32000-2 clause 12.7.5.2.3): only value and state
 * changed, so that the drawings are those that were signed, or drawn alike, and every button of the field is on if it
 * stands for the value, and off otherwise. `before` and `node` are the field or one of its buttons as it was and is now.
 * Throws PdfError.
 */
export function showsItsValue(
  step: RevisionStep,
  before: PdfDictionary,
  node: PdfDictionary,
  changed: readonly string[],
): boolean {
  if (!changed.every((key) => STATE_KEYS.has(key))) return false;
  if (changed.includes('AP') && !isDrawnAlike(step, before.get('AP'), node.get('AP'))) return false;
  const { after } = step;
  const above = node.get('T') === null ? node.get('Parent') : null;
  const field = above instanceof PdfReference ? after.resolve(above) : node;
  if (!(field instanceof PdfDictionary)) return false;
  const kids = after.get(field, 'Kids');
  const buttons = isPdfArray(kids) ? kids.map((kid) => after.resolve(kid)) : [field];
  const value = nameOf(after.get(field, 'V'));
  return value !== null && buttons.every((button) => button instanceof PdfDictionary && isInState(step, button, value));
}

function isInState(step: RevisionStep, button: PdfDictionary, value: string): boolean {
  const { after } = step;
  const appearances = after.dictionary(button, 'AP');
  const states = appearances === null ? null : after.dictionary(appearances, 'N');
  if (states === null) return false;
  const isMeant = value !== OFF && states.get(value) !== null;
  return nameOf(after.get(button, 'AS')) === (isMeant ? value : OFF);
}

const OFF = 'Off';

function nameOf(object: PdfObject): string | null {
  return object instanceof PdfName ? object.value : null;
}
