import type { IncrementalUpdate } from './incremental-update.ts';
import { dictionaryOf, PdfName, PdfString, type PdfReference } from './pdf-objects.ts';
import { serializeObject } from './serialize-object.ts';
import type { SignatureAppearance } from './signature-insertion.ts';

const WIDTH = 210;
const PADDING = 6;
const FONT_SIZE = 8;
const LINE_HEIGHT = 10;
/** Advance widths of Helvetica for the characters 32 to 126, in thousandths of the font size. */
const HELVETICA_WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];
/** Wider than almost every accented letter. */
const OTHER_WIDTH = 722;

export interface TextStamp {
  readonly signerName: string;
  readonly at: Date;
  readonly note: string | null;
}

/**
 * A plain stamp: signer, time and note in Helvetica inside a thin frame. WinAnsi only: a character outside Latin-1 is
 * drawn as a question mark.
 */
export function textStamp({ signerName, at, note }: TextStamp): SignatureAppearance {
  const time = `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const lines = [
    'Digitally signed by',
    ...wrapText(signerName),
    time,
    ...(note === null ? [] : note.split(/\r\n|\r|\n/).flatMap(wrapText)),
  ];
  const height = PADDING * 2 + lines.length * LINE_HEIGHT;
  return {
    width: WIDTH,
    height,
    draw: (update, rotation) => drawStamp(update, lines, height, rotation),
  };
}

function drawStamp(
  update: IncrementalUpdate,
  lines: readonly string[],
  height: number,
  rotation: number,
): PdfReference {
  const font = dictionaryOf({
    Type: new PdfName('Font'),
    Subtype: new PdfName('Type1'),
    BaseFont: new PdfName('Helvetica'),
    Encoding: new PdfName('WinAnsiEncoding'),
  });
  const form = dictionaryOf({
    Type: new PdfName('XObject'),
    Subtype: new PdfName('Form'),
    BBox: [0, 0, WIDTH, height],
    Matrix: turnMatrix(rotation),
    Resources: dictionaryOf({ Font: dictionaryOf({ F1: update.add(font) }) }),
  });
  let content = `q 0.5 w 0.5 0.5 ${WIDTH - 1} ${height - 1} re S Q\n`;
  content += `BT /F1 ${FONT_SIZE} Tf ${LINE_HEIGHT} TL ${PADDING} ${height - PADDING - FONT_SIZE} Td\n`;
  for (const line of lines) content += `${serializeObject(new PdfString(winAnsi(line)))} Tj T*\n`;
  return update.addStream(form, Buffer.from(`${content}ET\n`, 'latin1'));
}

/** Turns the drawing against the page's rotation; the viewer fits the turned box into /Rect (clause 12.5.5). */
function turnMatrix(rotation: number): number[] {
  if (rotation === 90) return [0, 1, -1, 0, 0, 0];
  if (rotation === 180) return [-1, 0, 0, -1, 0, 0];
  if (rotation === 270) return [0, -1, 1, 0, 0, 0];
  return [1, 0, 0, 1, 0, 0];
}

function winAnsi(text: string): Uint8Array {
  return Buffer.from(text.replaceAll(/[^\x20-\x7e\xa0-\xff]/gu, '?'), 'latin1');
}

function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += HELVETICA_WIDTHS[(character.codePointAt(0) ?? 0) - 32] ?? OTHER_WIDTH;
  return (width * FONT_SIZE) / 1000;
}

/** Breaks at spaces, and inside a word only where it alone is wider than the stamp. */
function wrapText(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap(breakWord)) {
    const extended = line === '' ? word : `${line} ${word}`;
    if (textWidth(extended) <= WIDTH - PADDING * 2) line = extended;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function breakWord(word: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (textWidth(part + character) > WIDTH - PADDING * 2) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}
