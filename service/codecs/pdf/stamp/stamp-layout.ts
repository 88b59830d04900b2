import { isRightToLeftParagraph } from './bidirectional-text.ts';
import type { StampFonts } from './stamp-font.ts';
import type { StampImage } from './stamp-image.ts';
import { LineBreaker, textLine, type TextLine } from './text-line.ts';

/** What a stamp says, its texts cleaned. */
export interface StampText {
  /** Stands above the name. */
  readonly label: string;
  /** Null for what is not said. */
  readonly signerName: string | null;
  readonly identityNumber?: string | null;
  readonly time: string | null;
  readonly signatureNote: string | null;
}

/** How a stamp may look; lengths in points. */
export interface StampFrame {
  readonly maxWidth: number;
  readonly maxHeight: number;
  /** 1 is the usual size of the letters. */
  readonly scale: number;
  /** A note that is too long may end with an ellipsis. */
  readonly mayCutNote: boolean;
  /** Whether a name may take several lines; it may where nothing is said. */
  readonly mayBreakName?: boolean;
  /** The stamp becomes as large as the frame, what it says in its middle. */
  readonly isFilled?: boolean;
}

export type TextRole = 'label' | 'name' | 'identity' | 'time' | 'note';

export interface PlacedLine {
  readonly role: TextRole;
  readonly line: TextLine;
  readonly size: number;
  /** Start of the base line, from the lower left corner. */
  readonly x: number;
  readonly y: number;
}

export interface PlacedBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface StampLayout {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly PlacedLine[];
  readonly image: PlacedBox | null;
  /** The thin line between signer and note. */
  readonly rule: PlacedBox | null;
  /** False when part of the note was cut away. */
  readonly isWhole: boolean;
}

const MIN_WIDTH = 120;
const PADDING = 7;
/** Room for the bar at the left edge. */
const BAR = 3;
const IMAGE_GAP = 8;
const MIN_SIZE = 4.5;
const MAX_NAME_LINES = 3;
const SIZES: Readonly<Record<TextRole, number>> = { label: 6.2, name: 10.5, identity: 7, time: 7, note: 7.6 };
const LEADING: Readonly<Record<TextRole, number>> = { label: 1.3, name: 1.22, identity: 1.35, time: 1.35, note: 1.28 };
/** An image wider than this for its height goes above the text. */
const WIDE_IMAGE = 2.2;
const SIDE_IMAGE = { width: 62, height: 62 };
const TOP_IMAGE = { width: 190, height: 46 };

/** Narrower columns break words so often that they cannot be read. */
const MIN_COLUMN = 30;

/** The size of the image, and how much it takes from the text. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly besideText: number;
  readonly aboveText: number;
}

const NO_PICTURE: Picture = { width: 0, height: 0, besideText: 0, aboveText: 0 };

interface Row {
  readonly role: TextRole;
  readonly line: TextLine;
  readonly isRightToLeft: boolean;
  readonly isCut?: boolean;
}

/** Lays out one stamp after the other for ever smaller frames; what was measured once is kept. */
export class StampLayouter {
  readonly #text: StampText;
  readonly #image: StampImage | null;
  readonly #fonts: StampFonts;
  readonly #regular: LineBreaker;
  readonly #bold: LineBreaker;

  constructor(text: StampText, image: StampImage | null, fonts: StampFonts) {
    this.#text = text;
    this.#image = image;
    this.#fonts = fonts;
    this.#regular = new LineBreaker(fonts.regular);
    this.#bold = new LineBreaker(fonts.bold);
  }

  /** Null when the text does not fit into the frame. */
  layout(frame: StampFrame): StampLayout | null {
    const says = this.#text;
    if (says.signerName ?? says.identityNumber ?? says.time ?? says.signatureNote ?? null)
      return this.#layoutText(frame);
    return this.#layoutPicture(frame);
  }

  /** The image alone, without a frame around it. */
  #layoutPicture({ scale, maxWidth, maxHeight, isFilled = false }: StampFrame): StampLayout | null {
    const image = this.#image;
    if (image === null || maxWidth <= 0 || maxHeight <= 0) return null;
    const room = isFilled
      ? { width: maxWidth, height: maxHeight }
      : { width: Math.min(maxWidth, TOP_IMAGE.width * scale), height: Math.min(maxHeight, SIDE_IMAGE.height * scale) };
    const factor = Math.min(room.width / image.width, room.height / image.height);
    const picture = { width: image.width * factor, height: image.height * factor };
    const size = isFilled ? room : picture;
    const x = (size.width - picture.width) / 2;
    const y = (size.height - picture.height) / 2;
    return { ...size, lines: [], rule: null, image: { x, y, ...picture }, isWhole: true };
  }

  #layoutText(frame: StampFrame): StampLayout | null {
    const { scale, isFilled = false } = frame;
    const padding = PADDING * scale;
    const left = padding + BAR * scale;
    const maxInner = frame.maxWidth - left - padding;
    const picture = this.#pictureFor(maxInner, scale);
    const column = maxInner - picture.besideText;
    if (column < MIN_COLUMN) return null;
    const rows = this.#rowsFor(column, frame.maxHeight - 2 * padding - picture.aboveText, frame);
    if (rows === null) return null;
    const textHeight = this.#heightOf(rows, scale);
    const textWidth = Math.max(0, ...rows.map((row) => this.#widthOf(row, scale)));
    const wanted = Math.max(textWidth + picture.besideText, picture.width, MIN_WIDTH * scale - left - padding);
    const inner = isFilled ? maxInner : Math.min(wanted, maxInner);
    const needed = Math.max(textHeight, picture.aboveText === 0 ? picture.height : 0);
    const room = frame.maxHeight - 2 * padding - picture.aboveText;
    const bodyHeight = isFilled ? Math.max(needed, room) : needed;
    const height = bodyHeight + picture.aboveText + 2 * padding;
    if (height > frame.maxHeight + 0.01) return null;
    const body = { x: left, y: padding, width: inner, height: bodyHeight };
    const textTop = body.y + (bodyHeight + textHeight) / 2;
    const text = this.#place(rows, left + picture.besideText, inner - picture.besideText, textTop, scale);
    const image = this.#image === null ? null : placePicture(picture, body);
    const isWhole = !rows.some((row) => row.isCut);
    return { width: left + inner + padding, height, ...text, image, isWhole };
  }

  #pictureFor(maxInner: number, scale: number): Picture {
    const image = this.#image;
    if (image === null) return NO_PICTURE;
    const isAbove = image.width / image.height > WIDE_IMAGE;
    const limit = isAbove ? TOP_IMAGE : SIDE_IMAGE;
    const maxWidth = Math.min(limit.width * scale, isAbove ? maxInner : maxInner * 0.4);
    const factor = Math.min(maxWidth / image.width, (limit.height * scale) / image.height);
    const width = image.width * factor;
    const height = image.height * factor;
    const gap = IMAGE_GAP * scale;
    return { width, height, besideText: isAbove ? 0 : width + gap, aboveText: isAbove ? height + gap / 2 : 0 };
  }

  #rowsFor(column: number, room: number, frame: StampFrame): Row[] | null {
    const { scale } = frame;
    const head = this.#headRows(column, frame);
    if (head === null) return null;
    const rest = room - this.#heightOf(head, scale);
    if (rest < -0.01) return null;
    const { signatureNote } = this.#text;
    if (signatureNote === null) return head;
    const leading = sizeOf('note', scale) * LEADING.note;
    const count = Math.floor((rest - (head.length === 0 ? 0 : ruleGap(scale))) / leading + 0.001);
    if (count < 1) return null;
    const units = this.#units('note', column, scale);
    const lines = this.#regular.break(signatureNote, units, count);
    const isCut = lines.length > count;
    if (isCut && !frame.mayCutNote) return null;
    const isRightToLeft = isRightToLeftParagraph(signatureNote);
    const rows = this.#regular.cut(lines, count, units).map((line) => this.#row('note', line, isRightToLeft));
    return [...head, ...rows.map((row) => ({ ...row, isCut }))];
  }

  /** Signer, number and time; null where they look better in smaller letters. */
  #headRows(column: number, { scale, mayCutNote, mayBreakName = true }: StampFrame): Row[] | null {
    const { label, signerName, identityNumber = null, time } = this.#text;
    const name = signerName === null ? [] : this.#nameRows(signerName, column, scale);
    if (name.length > 1 && !mayBreakName) return null;
    const rows: Row[] = [];
    for (const [role, said] of [
      ['label', signerName === null ? null : label],
      ['identity', identityNumber],
      ['time', time],
    ] as const) {
      if (said === null) continue;
      const lines = this.#regular.break(said, this.#units(role, column, scale), 3);
      // Smaller letters look better than a broken line, down to the last resort.
      if (lines.length > 1 && !mayCutNote) return null;
      rows.push(...lines.map((line) => this.#row(role, line, false)), ...(role === 'label' ? name : []));
    }
    return rows;
  }

  #nameRows(signerName: string, column: number, scale: number): Row[] {
    const units = this.#units('name', column, scale);
    const lines = this.#bold.break(signerName, units, MAX_NAME_LINES);
    const isRightToLeft = isRightToLeftParagraph(signerName);
    return this.#bold.cut(lines, MAX_NAME_LINES, units).map((line) => this.#row('name', line, isRightToLeft));
  }

  #row(role: TextRole, text: string, isRightToLeft: boolean): Row {
    const font = role === 'name' ? this.#fonts.bold : this.#fonts.regular;
    return { role, line: textLine(text, isRightToLeft, font), isRightToLeft };
  }

  #unitsPerEm(role: TextRole): number {
    return (role === 'name' ? this.#fonts.bold : this.#fonts.regular).font.unitsPerEm;
  }

  /** Points as font units of a role's letters. */
  #units(role: TextRole, points: number, scale: number): number {
    return (points / sizeOf(role, scale)) * this.#unitsPerEm(role);
  }

  #widthOf({ role, line }: Row, scale: number): number {
    return (line.width / this.#unitsPerEm(role)) * sizeOf(role, scale);
  }

  #heightOf(rows: readonly Row[], scale: number): number {
    const rule = hasRule(rows) ? ruleGap(scale) : 0;
    return rows.reduce((sum, { role }) => sum + sizeOf(role, scale) * LEADING[role], rule);
  }

  #place(
    rows: readonly Row[],
    left: number,
    width: number,
    top: number,
    scale: number,
  ): Pick<StampLayout, 'lines' | 'rule'> {
    let y = top;
    let rule: PlacedBox | null = null;
    const lines = rows.map((row) => {
      const size = sizeOf(row.role, scale);
      if (row.role === 'note' && rule === null && hasRule(rows)) {
        rule = { x: left, y: y - ruleGap(scale) / 2, width, height: 0.4 };
        y -= ruleGap(scale);
      }
      const leading = size * LEADING[row.role];
      const baseline = y - (leading - size) / 2 - size * 0.79;
      y -= leading;
      const x = row.isRightToLeft ? left + width - this.#widthOf(row, scale) : left;
      return { role: row.role, line: row.line, size, x, y: baseline };
    });
    return { lines, rule };
  }
}

function sizeOf(role: TextRole, scale: number): number {
  return Math.max(SIZES[role] * scale, MIN_SIZE);
}

/** Between signer and note, where both are there. */
function hasRule(rows: readonly Row[]): boolean {
  return rows.at(-1)?.role === 'note' && rows[0]?.role !== 'note';
}

function ruleGap(scale: number): number {
  return 6 * scale;
}

/** Above the body of the stamp, or in its middle at the left. */
function placePicture({ width, height, aboveText }: Picture, body: PlacedBox): PlacedBox {
  if (aboveText === 0) return { x: body.x, y: body.y + (body.height - height) / 2, width, height };
  return { x: body.x + (body.width - width) / 2, y: body.y + body.height + aboveText - height, width, height };
}
