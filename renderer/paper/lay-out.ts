import type { Block } from './blocks.ts';

/** A line of text on a page; points from its lower left corner. */
export interface PlacedLine {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly isBold: boolean;
  readonly text: string;
}

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = 50;
const LABEL_WIDTH = 126;
const LINE = 1.36;
const FOOT = 40;
/** Keeps the text off the foot of the page. */
const BOTTOM = 64;

interface Style {
  readonly size: number;
  readonly isBold: boolean;
  /** Points above it. */
  readonly space: number;
  readonly indent: number;
}

const STYLES: Readonly<Record<Block['kind'], Style>> = {
  title: { size: 15, isBold: true, space: 14, indent: 0 },
  heading: { size: 10.5, isBold: true, space: 10, indent: 0 },
  text: { size: 9.5, isBold: false, space: 4, indent: 0 },
  item: { size: 9, isBold: false, space: 2, indent: 10 },
  fact: { size: 9, isBold: false, space: 2, indent: LABEL_WIDTH },
  small: { size: 8, isBold: false, space: 8, indent: 0 },
};

/** Sets a report on pages. `measure` gives the width of a text in thousandths of its size. */
export function layOut(
  blocks: readonly Block[],
  measure: (text: string) => number,
  footOf: (page: number, pages: number) => string,
): readonly (readonly PlacedLine[])[] {
  const pages: PlacedLine[][] = [[]];
  let y = PAGE.height - MARGIN;
  blocks.forEach((block, index) => {
    const { size, isBold, space, indent } = STYLES[block.kind];
    const wrap = (text: string, width: number): string[] => wrapped(text, (width * 1000) / size, measure);
    const lines = wrap(block.text, PAGE.width - 2 * MARGIN - indent);
    const labels = block.kind === 'fact' ? wrap(block.label, LABEL_WIDTH - 10) : [];
    const rows = Math.max(lines.length, labels.length);
    // A heading stays with what it is about; what is longer than a page is broken anywhere.
    const next = block.kind === 'heading' ? 3 : 0;
    const isFull = y - space - Math.min(rows + next, 12) * size * LINE < BOTTOM;
    // Each file has a sheet of its own.
    if (isFull || (block.kind === 'title' && index > 0)) [y] = [nextPage(pages)];
    else if (index > 0) y -= space;
    for (let row = 0; row < rows; row += 1) {
      if (y - size * LINE < BOTTOM) y = nextPage(pages);
      y -= size * LINE;
      const put = (text: string | undefined, x: number, bold: boolean): void => {
        if (text !== undefined) pages.at(-1)?.push({ x, y, size, isBold: bold, text });
      };
      put(labels[row], MARGIN, true);
      if (block.kind === 'item' && row === 0) put('•', MARGIN, false);
      put(lines[row], MARGIN + indent, isBold);
    }
  });
  pages.forEach((page, index) =>
    page.push({ x: MARGIN, y: FOOT, size: 7.5, isBold: false, text: footOf(index + 1, pages.length) }),
  );
  return pages;
}

function nextPage(pages: PlacedLine[][]): number {
  pages.push([]);
  return PAGE.height - MARGIN;
}

/** Lines of at most `width`; a word that is longer than a line is broken between characters. */
function wrapped(text: string, width: number, measure: (text: string) => number): string[] {
  const lines = [''];
  for (const word of text.split(' ').flatMap((one) => broken(one, width, measure))) {
    const line = lines.at(-1) ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function broken(word: string, width: number, measure: (text: string) => number): string[] {
  if (measure(word) <= width) return [word];
  const parts = [''];
  for (const character of word) {
    const longer = (parts.at(-1) ?? '') + character;
    if (measure(longer) <= width) parts[parts.length - 1] = longer;
    else parts.push(character);
  }
  return parts;
}
