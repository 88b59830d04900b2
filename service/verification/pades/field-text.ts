import { interactiveForm, type FormField } from '../../codecs/pdf/form-fields.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { isCount, isPdfArray, PdfDictionary, PdfString, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import { decodeTextString } from '../../codecs/pdf/text-strings.ts';
import { linesOf, type ShownLine } from '../../codecs/pdf/page-content/plain-text.ts';
import { readFieldDrawing, type FieldDrawing } from './field-drawing.ts';
import { keepsWhatItCovers } from './field-grounds.ts';
import { plainFlags } from './flags.ts';
import { isSameObject } from './object-equality.ts';
import type { RevisionStep } from './revision-changes.ts';
import { isSelectedAlike, showsSelection } from './list-selection.ts';

/** Tables 226, 228 and 230: positions of flags. */
const FLAGS = {
  multiline: 1 << 12,
  password: 1 << 13,
  combo: 1 << 17,
  edit: 1 << 18,
  fileSelect: 1 << 20,
  comb: 1 << 24,
  richText: 1 << 25,
};
const MAX_WIDGETS = 64;
const MAX_DEPTH = 32;

const TEXT_KEYS = new Set(['V', 'AP', 'M', 'I', 'MK', 'TI']);

/** A text or choice field as it is now. */
interface TextField {
  readonly document: PdfDocument;
  /** The node with the name, and its ancestors. */
  readonly nodes: readonly PdfDictionary[];
  readonly widgets: readonly PdfDictionary[];
  readonly flags: number;
}

/**
 * Whether a text or choice field (ISO 32000-2 clauses 12.7.5.3 and 12.7.5.4) shows exactly its new value on every page
 * that has it: the drawing of each of its widgets is that text in a font that everybody knows, and nothing else, and
 * hides and shows no more of the page below than before.
 * `before` and `node` are the field or one of its widgets as it was and is now, `changed` the keys that changed.
 * Throws PdfError.
 */
export function showsItsText(
  step: RevisionStep,
  { dictionary: before, fullName }: FormField,
  node: PdfDictionary,
  changed: readonly string[],
): boolean {
  if (!changed.every((key) => TEXT_KEYS.has(key))) return false;
  if (!isAlike(step.before.get(before, 'MK'), step.after.get(node, 'MK'))) return false;
  const form = interactiveForm(step.after);
  const field = form?.get('XFA') === null ? fieldOf(step.after, node) : null;
  if (field === null || (field.flags & (FLAGS.password | FLAGS.fileSelect | FLAGS.richText)) !== 0) return false;
  if (field.nodes.some((one) => one.get('RV') !== null)) return false;
  // A list could be drawn anew from another option on.
  if (changed.includes('TI') && (field.flags & FLAGS.combo) === 0) return false;
  const cells = cellsOf(field);
  const isShown = field.widgets.every((widget) => {
    const drawing = readFieldDrawing(field.document, widget, cells);
    return drawing !== null && isDrawn(field, drawing);
  });
  return isShown && keepsWhatItCovers(step, fullName, { count: field.widgets.length, cells });
}

/** The same but for digits of colours that a program rounds when it writes them again. */
function isAlike(before: PdfObject, after: PdfObject): boolean {
  if (typeof before === 'number' && typeof after === 'number') return Math.abs(before - after) < 0.002;
  if (isPdfArray(before) && isPdfArray(after)) {
    return before.length === after.length && before.every((item, index) => isAlike(item, after[index] ?? null));
  }
  if (!(before instanceof PdfDictionary) || !(after instanceof PdfDictionary)) return isSameObject(before, after);
  return (
    before.entries.size === after.entries.size &&
    [...before.entries].every(([key, value]) => isAlike(value, after.get(key)))
  );
}

/** Above a widget without a name is its field. Null where values could come from elsewhere, or for too many widgets. */
function fieldOf(document: PdfDocument, node: PdfDictionary): TextField | null {
  const nodes = namedNodes(document, node);
  const [own = node, ...ancestors] = nodes;
  const widgets = widgetsOf(document, own);
  if (widgets === null || ancestors.some((one) => one.get('V') !== null)) return null;
  const flags = plainFlags(nodes.find((one) => one.get('Ff') !== null) ?? own, 'Ff');
  return flags === null ? null : { document, nodes, widgets, flags };
}

/** The node with the name, and its ancestors. */
function namedNodes(document: PdfDocument, node: PdfDictionary): PdfDictionary[] {
  const above = node.get('T') === null ? document.resolve(node.get('Parent')) : node;
  const own = above instanceof PdfDictionary ? above : node;
  const nodes = [own];
  for (let parent = document.get(own, 'Parent'); parent instanceof PdfDictionary && nodes.length < MAX_DEPTH;) {
    nodes.push(parent);
    parent = document.get(parent, 'Parent');
  }
  return nodes;
}

/** Null where one could have a value of its own. */
function widgetsOf(document: PdfDocument, own: PdfDictionary): PdfDictionary[] | null {
  const kids = document.get(own, 'Kids');
  if (!isPdfArray(kids)) return [own];
  const widgets = kids.map((kid) => document.resolve(kid)).filter((widget) => widget instanceof PdfDictionary);
  const isStrange = ({ entries }: PdfDictionary): boolean =>
    ['T', 'V', 'Kids', 'FT', 'Ff'].some((key) => entries.has(key));
  const isFew = kids.length > 0 && kids.length <= MAX_WIDGETS && widgets.length === kids.length;
  return isFew && !widgets.some(isStrange) ? widgets : null;
}

function inherited(document: PdfDocument, nodes: readonly PdfDictionary[], key: string): PdfObject {
  const owner = nodes.find((node) => node.get(key) !== null);
  return owner === undefined ? null : document.get(owner, key);
}

function isDrawn(field: TextField, drawing: FieldDrawing): boolean {
  const { document, nodes, flags } = field;
  const value = inherited(document, nodes, 'V');
  const type = inherited(document, nodes, 'FT');
  const isChoice = type !== null && typeof type === 'object' && 'value' in type && type.value === 'Ch';
  if (!isChoice) return showsText(field, drawing, textOf(value));
  const options = readOptions(document, inherited(document, nodes, 'Opt'));
  if (options === null) return false;
  if ((flags & FLAGS.combo) === 0) {
    const values = isPdfArray(value) ? value.map((item) => textOf(document.resolve(item))) : [textOf(value)];
    return showsSelection(drawing, { options, values, indices: inherited(document, nodes, 'I') });
  }
  const indices = inherited(document, nodes, 'I');
  if (indices !== null && !isSelectedAlike({ options, values: [textOf(value)], indices })) return false;
  return showsText(field, drawing, labelOf(options, textOf(value), (flags & FLAGS.edit) !== 0));
}

function textOf(value: PdfObject): string | null {
  if (value === null) return '';
  return value instanceof PdfString ? decodeTextString(value.bytes) : null;
}

export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

/** Table 234: each a text, or what is exported and what is shown. */
function readOptions(document: PdfDocument, written: PdfObject): FieldOption[] | null {
  if (!isPdfArray(written) || written.length > 2000) return null;
  const options: FieldOption[] = [];
  for (const item of written) {
    const option = document.resolve(item);
    const pair = isPdfArray(option) ? option.map((part) => document.resolve(part)) : [option, option];
    const [value, label] = pair;
    if (pair.length !== 2 || !(value instanceof PdfString) || !(label instanceof PdfString)) return null;
    options.push({ value: decodeTextString(value.bytes), label: decodeTextString(label.bytes) });
  }
  return options;
}

/** What a combo box shows for a value; null where that is not certain. */
function labelOf(options: readonly FieldOption[], value: string | null, isEditable: boolean): string | null {
  const labels = new Set(options.filter((option) => option.value === value).map(({ label }) => label));
  const [label] = labels;
  if (labels.size > 1 || value === null) return null;
  if (label !== undefined) return label;
  // Some programs write down what is shown.
  const isLabel = options.some((option) => option.label === value);
  return isEditable || isLabel || value === '' ? value : null;
}

function showsText(field: TextField, drawing: FieldDrawing, text: string | null): boolean {
  if (text === null) return false;
  const cells = cellsOf(field);
  const lines = linesOf(drawing.glyphs, cells > 1);
  if (lines === null) return false;
  if (cells > 1) return isOneLine(lines, text) && isInCells(drawing, cells);
  return (field.flags & FLAGS.multiline) === 0 ? isOneLine(lines, text) : isWrapped(lines, text);
}

/** MaxLen of a comb; 1 for every other field. */
function cellsOf({ document, nodes, flags }: TextField): number {
  const isComb = (flags & FLAGS.comb) !== 0 && (flags & FLAGS.multiline) === 0;
  const count = isComb ? inherited(document, nodes, 'MaxLen') : null;
  return isCount(count) && count > 0 ? count : 1;
}

function isOneLine(lines: readonly ShownLine[], text: string): boolean {
  return lines.length <= 1 && (lines[0]?.text ?? '').trimEnd() === text.trimEnd();
}

/** Lines may end where the value has a space, and end where it has an end of line. */
function isWrapped(lines: readonly ShownLine[], text: string): boolean {
  let rest = text.replaceAll(/\r\n?/g, '\n');
  for (const line of lines) {
    const shown = line.text.trim();
    rest = rest.trimStart();
    if (!rest.startsWith(shown)) return false;
    rest = rest.slice(shown.length);
    if (rest !== '' && shown !== '' && !/^\s/.test(rest)) return false;
  }
  return rest.trim() === '';
}

/** MaxLen cells of the same width, and no character left out between the first and the last. */
function isInCells({ box, glyphs }: FieldDrawing, count: number): boolean {
  const width = (box[2] - box[0]) / count;
  const cells = glyphs.map(({ left, right }) => Math.floor(((left + right) / 2 - box[0]) / width));
  return cells.every((cell, index) => cell >= 0 && cell < count && cell === (cells[0] ?? 0) + index);
}
