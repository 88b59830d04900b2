import { overlap, union } from './page-obstacles.ts';
import { turned, viewOf, type PageView } from './page-geometry.ts';
import { pageLetters } from './page-content/painted-areas.ts';
import { walkPages, type PdfPage } from './page-tree.ts';
import type { PdfDocument } from './pdf-document.ts';
import { PdfError } from './pdf-error.ts';
import type { Rectangle } from './rectangle.ts';

/** More letters than a long book has: nobody waits for more to be looked through. */
const MAX_LETTERS = 5_000_000;
/** How far apart letters of one line may be to be read as one text, in parts of their height. */
const WIDEST_GAP = 2;
/** How far the middle of a letter may be off its line, in parts of its height. */
const LINE_TOLERANCE = 0.4;

export interface TextAnchor {
  readonly page: PdfPage;
  readonly view: PageView;
  /** In units of the page, turned as the reader sees it. */
  readonly rectangle: Rectangle;
}

interface Letter {
  readonly text: string;
  readonly rectangle: Rectangle;
}

/**
 * Where a text stands last in a document, on one line as the reader sees it; spaces and capitals make no difference.
 * Throws PdfError: PDF_ANCHOR_NOT_FOUND, PDF_LIMIT_EXCEEDED and those of reading.
 */
export function findTextAnchor(document: PdfDocument, wanted: string): TextAnchor {
  const needle = plain(wanted);
  let looked = 0;
  for (const page of [...walkPages(document)].reverse()) {
    const view = viewOf(document, page);
    const letters = lettersOf(document, page, view);
    looked += letters.length;
    for (const line of linesOf(letters).reverse()) {
      const rectangle = lastIn(line, needle);
      if (rectangle !== null) return { page, view, rectangle };
    }
    if (looked > MAX_LETTERS) throw new PdfError('PDF_LIMIT_EXCEEDED', 'too much text to look through for the anchor');
  }
  throw new PdfError('PDF_ANCHOR_NOT_FOUND', `no page has the text of ${needle.length} letters on one line`);
}

/** Those that can be seen. */
function lettersOf(document: PdfDocument, page: PdfPage, view: PageView): Letter[] {
  return pageLetters(document, page)
    .map(({ text, rectangle }) => ({ text: plain(text), rectangle: turned(rectangle, view.rotation) }))
    .filter(({ text, rectangle }) => text !== '' && overlap(rectangle, view.box));
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s|\0/g, '');
}

/** From the top of the page to its end, each from left to right. */
function linesOf(letters: readonly Letter[]): Letter[][] {
  const lines: Letter[][] = [];
  let level = Infinity;
  for (const letter of [...letters].sort((a, b) => middle(b) - middle(a))) {
    const line = lines.at(-1);
    if (line !== undefined && level - middle(letter) < height(letter) * LINE_TOLERANCE) line.push(letter);
    else {
      lines.push([letter]);
      level = middle(letter);
    }
  }
  return lines.map((line) => line.sort((a, b) => a.rectangle[0] - b.rectangle[0]));
}

function middle({ rectangle }: Letter): number {
  return (rectangle[1] + rectangle[3]) / 2;
}

function height({ rectangle }: Letter): number {
  return rectangle[3] - rectangle[1];
}

/** The place of the last occurrence in a line; null when there is none. */
function lastIn(line: readonly Letter[], needle: string): Rectangle | null {
  let text = '';
  const owners: Letter[] = [];
  let end = -Infinity;
  for (const letter of line) {
    if (letter.rectangle[0] - end > height(letter) * WIDEST_GAP) {
      text += '\0';
      owners.push(letter);
    }
    text += letter.text;
    owners.push(...new Array<Letter>(letter.text.length).fill(letter));
    end = letter.rectangle[2];
  }
  const start = text.lastIndexOf(needle);
  if (start < 0) return null;
  return owners.slice(start, start + needle.length).reduce<Rectangle | null>((found, { rectangle }) => {
    return found === null ? rectangle : union(found, rectangle);
  }, null);
}
