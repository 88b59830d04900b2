import type { IncrementalUpdate } from '../incremental-update.ts';
import { promisedPdfaPart } from '../pdfa-claim.ts';
import { dictionaryOf, PdfName, type PdfDictionary, type PdfObject, type PdfReference } from '../pdf-objects.ts';
import { addCompressed, EmbeddedFont, hex } from './embedded-font.ts';
import { measuredColors } from './measured-colors.ts';
import { advanceIn, type StampFonts } from './stamp-font.ts';
import type { StampImage } from './stamp-image.ts';
import type { PlacedBox, PlacedLine, StampLayout, TextRole } from './stamp-layout.ts';
import { allowsTransparency } from './transparency.ts';
import type { TrueTypeFont } from './true-type-font.ts';

const COLORS: Readonly<Record<TextRole, string>> = {
  label: '0.38 0.43 0.5',
  name: '0.07 0.12 0.2',
  identity: '0.28 0.33 0.4',
  time: '0.28 0.33 0.4',
  note: '0.1 0.14 0.2',
};
const BAR_COLOR = '0.12 0.36 0.6';
const FRAME_COLOR = '0.68 0.74 0.81';
const RULE_COLOR = '0.84 0.87 0.91';
const BAR_WIDTH = 2.6;
const CORNER = 2.5;
/** Handle length of a Bézier curve that looks like a quarter of a circle. */
const CIRCLE = 0.5523;

/** Draws a stamp as a form XObject turned by `rotation` (0, 90, 180, 270) and adds all it needs to the update. */
export function drawStamp(
  update: IncrementalUpdate,
  layout: StampLayout,
  parts: { readonly fonts: StampFonts; readonly image: StampImage | null },
  rotation: number,
): PdfReference {
  const fonts = new DrawnFonts(parts.fonts);
  // Without transparency the page itself shows between the letters: a stamp hides nothing.
  const hasPanel = allowsTransparency(update.document);
  // An image alone is drawn as it is.
  let content = layout.lines.length === 0 ? '' : frame(layout, hasPanel);
  if (layout.image !== null && parts.image !== null) content += drawImage(layout.image, parts.image);
  for (const line of layout.lines) content += drawLine(line, parts.fonts, fonts);
  const form = {
    Type: new PdfName('XObject'),
    Subtype: new PdfName('Form'),
    BBox: [0, 0, layout.width, layout.height].map(rounded),
    Matrix: turnMatrix(rotation),
    Resources: dictionaryOf({
      Font: fonts.addTo(update),
      ...(parts.image === null ? {} : { XObject: dictionaryOf({ I: parts.image.addTo(update, hasPanel) }) }),
      ...(hasPanel ? { ExtGState: dictionaryOf({ P: panelState() }) } : {}),
      ...(promisedPdfaPart(update.document) === null ? {} : { ColorSpace: measuredColors() }),
    }),
  };
  return addCompressed(update, Buffer.from(content, 'latin1'), form);
}

/** What the stamp stands on stays visible through the panel. */
function panelState(): PdfObject {
  return dictionaryOf({ Type: new PdfName('ExtGState'), ca: 0.86 });
}

/** Turns the drawing against the page's rotation; the viewer fits the turned box into /Rect (clause 12.5.5). */
function turnMatrix(rotation: number): number[] {
  if (rotation === 90) return [0, 1, -1, 0, 0, 0];
  if (rotation === 180) return [-1, 0, 0, -1, 0, 0];
  if (rotation === 270) return [0, -1, 1, 0, 0, 0];
  return [1, 0, 0, 1, 0, 0];
}

function frame({ width, height, rule }: StampLayout, hasPanel: boolean): string {
  const outline = roundedBox(0.4, 0.4, width - 0.8, height - 0.8);
  let content = '/Artifact BMC\n';
  if (hasPanel) content += `q /P gs 1 1 1 rg ${outline} f Q\n`;
  content += `q ${outline} W n ${BAR_COLOR} rg 0 0 ${BAR_WIDTH} ${number(height)} re f Q\n`;
  content += `q 0.6 w ${FRAME_COLOR} RG ${outline} S Q\n`;
  if (rule !== null) {
    content += `q ${rule.height} w ${RULE_COLOR} RG ${number(rule.x)} ${number(rule.y)} m `;
    content += `${number(rule.x + rule.width)} ${number(rule.y)} l S Q\n`;
  }
  return `${content}EMC\n`;
}

function roundedBox(x: number, y: number, width: number, height: number): string {
  const right = x + width;
  const top = y + height;
  const bend = CORNER * (1 - CIRCLE);
  const points = (...values: number[]): string => values.map(number).join(' ');
  return [
    `${points(x + CORNER, y)} m ${points(right - CORNER, y)} l`,
    `${points(right - bend, y, right, y + bend, right, y + CORNER)} c ${points(right, top - CORNER)} l`,
    `${points(right, top - bend, right - bend, top, right - CORNER, top)} c ${points(x + CORNER, top)} l`,
    `${points(x + bend, top, x, top - bend, x, top - CORNER)} c ${points(x, y + CORNER)} l`,
    `${points(x, y + bend, x + bend, y, x + CORNER, y)} c h`,
  ].join(' ');
}

function drawImage({ x, y, width, height }: PlacedBox, { orientation }: StampImage): string {
  const place = [width, 0, 0, height, x, y].map(number).join(' ');
  return `/Span <</Alt (Image of the signer)>> BDC q ${place} cm ${orientation.join(' ')} cm /I Do Q EMC\n`;
}

function drawLine(placed: PlacedLine, sources: StampFonts, fonts: DrawnFonts): string {
  const { font } = sources[placed.role === 'name' ? 'bold' : 'regular'];
  const { line, size } = placed;
  if (line.glyphs.length === 0) return '';
  const start = `BT ${COLORS[placed.role]} rg`;
  const text = showGlyphs(line.glyphs, font, fonts, size);
  return `${start} ${number(placed.x)} ${number(placed.y)} Td ${text}ET\n`;
}

interface DrawnFont {
  /** In the resources of the drawing. */
  readonly name: string;
  readonly embedded: EmbeddedFont;
}

/** The fonts that a drawing uses: its own two and those that help them out. */
class DrawnFonts {
  readonly #drawn = new Map<TrueTypeFont, DrawnFont>();

  constructor({ regular, bold }: StampFonts) {
    this.#drawn.set(regular.font, { name: 'R', embedded: new EmbeddedFont(regular.font, false) });
    this.#drawn.set(bold.font, { name: 'B', embedded: new EmbeddedFont(bold.font, true) });
  }

  of(font: TrueTypeFont): DrawnFont {
    const known = this.#drawn.get(font);
    if (known !== undefined) return known;
    const added = { name: `F${this.#drawn.size}`, embedded: new EmbeddedFont(font, false) };
    this.#drawn.set(font, added);
    return added;
  }

  addTo(update: IncrementalUpdate): PdfDictionary {
    const used = [...this.#drawn.values()].filter(({ embedded }) => embedded.isUsed);
    return dictionaryOf(Object.fromEntries(used.map(({ name, embedded }) => [name, embedded.addTo(update)])));
  }
}

/**
 * Codes in one TJ as long as they stand on the base line and follow their widths. Right-to-left text is shown from left
 * to right as well, as other programs do and readers expect when text is copied.
 */
function showGlyphs(glyphs: PlacedLine['line']['glyphs'], font: TrueTypeFont, fonts: DrawnFonts, size: number): string {
  const thousandths = 1000 / font.unitsPerEm;
  let content = '';
  let array = '';
  let codes = '';
  let rise = 0;
  let current: DrawnFont | null = null;
  const flush = (): void => {
    if (codes !== '') array += `<${codes}>`;
    codes = '';
  };
  const show = (): void => {
    flush();
    if (array !== '') content += `[${array}] TJ `;
    array = '';
  };
  const move = (units: number): void => {
    if (Math.abs(units) < 0.5) return;
    flush();
    array += `${number(-units * thousandths)} `;
  };
  for (const { glyph, text, advance, xOffset, yOffset, font: source = font } of glyphs) {
    const drawn = fonts.of(source);
    if (drawn !== current) {
      show();
      current = drawn;
      content += `/${drawn.name} ${number(size)} Tf `;
    }
    if (yOffset !== rise) {
      show();
      rise = yOffset;
      content += `${number((rise / font.unitsPerEm) * size)} Ts `;
    }
    move(xOffset);
    codes += hex(drawn.embedded.codeOf(glyph, text));
    move(advance - advanceIn(font, source, glyph) - xOffset);
  }
  show();
  return rise === 0 ? content : `${content}0 Ts `;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function number(value: number): string {
  return String(rounded(value));
}
