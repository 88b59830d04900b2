import { hasRightToLeft, mirrored, visualRuns } from './bidirectional-text.ts';
import {
  clustersOf,
  needsShaping,
  shapedGlyphs,
  simpleGlyphs,
  type ShapedGlyph,
  type StampFont,
} from './stamp-font.ts';

/** A line of text ready to be drawn. */
export interface TextLine {
  /** From left to right. */
  readonly glyphs: readonly ShapedGlyph[];
  /** Font units. */
  readonly width: number;
}

export function textLine(text: string, isRightToLeft: boolean, font: StampFont): TextLine {
  const isShaped = needsShaping(text);
  const isMixed = isRightToLeft || hasRightToLeft(text);
  const glyphs = isShaped || isMixed ? complexGlyphs(text, isRightToLeft, font) : simpleGlyphs(text, font);
  const width = glyphs.reduce((sum, { advance }) => sum + advance, 0);
  return { glyphs, width };
}

function complexGlyphs(text: string, isRightToLeft: boolean, font: StampFont): ShapedGlyph[] {
  return visualRuns(text, isRightToLeft).flatMap((run) => {
    const drawn = run.isRightToLeft ? Array.from(run.text, mirrored).join('') : run.text;
    // Numbers in a right-to-left text run from left to right and join nothing.
    const { shape } = font;
    const isShaped = run.isRightToLeft ? needsShaping(drawn) : /\p{M}/u.test(drawn);
    if (isShaped && shape !== null) return shapedGlyphs(drawn, { ...font, shape }, run.isRightToLeft);
    const glyphs = simpleGlyphs(drawn, font);
    return run.isRightToLeft ? glyphs.reverse() : glyphs;
  });
}

/**
 * Measures and breaks text of one font. Words are measured once, letters joined as they will be drawn; a word that
 * alone is too wide is broken between clusters, by their widths apart, which are never less than joined.
 */
export class LineBreaker {
  readonly #font: StampFont;
  readonly #widths = new Map<string, number>();

  constructor(font: StampFont) {
    this.#font = font;
  }

  /** Font units. */
  widthOf(text: string): number {
    const known = this.#widths.get(text);
    if (known !== undefined) return known;
    const { width } = textLine(text, false, this.#font);
    this.#widths.set(text, width);
    return width;
  }

  /** Lines of at most `maxWidth` font units; line ends in the text stay. Stops after `maxLines` and one more. */
  break(text: string, maxWidth: number, maxLines: number): string[] {
    const lines: string[] = [];
    for (const paragraph of text.split('\n')) {
      if (lines.length > maxLines) break;
      lines.push(...this.#breakParagraph(paragraph, maxWidth));
    }
    return lines;
  }

  #breakParagraph(paragraph: string, maxWidth: number): string[] {
    const space = this.widthOf(' ');
    const lines: string[] = [];
    let line = '';
    let width = 0;
    for (const word of paragraph.split(' ').flatMap((item) => this.#breakWord(item, maxWidth))) {
      const wordWidth = this.widthOf(word);
      if (line === '') {
        line = word;
        width = wordWidth;
      } else if (width + space + wordWidth <= maxWidth) {
        line += ` ${word}`;
        width += space + wordWidth;
      } else {
        lines.push(line);
        line = word;
        width = wordWidth;
      }
    }
    return [...lines, line];
  }

  #breakWord(word: string, maxWidth: number): string[] {
    if (this.widthOf(word) <= maxWidth) return [word];
    const parts: string[] = [];
    let part = '';
    let width = 0;
    for (const cluster of clustersOf(word)) {
      const clusterWidth = this.widthOf(cluster);
      if (part !== '' && width + clusterWidth > maxWidth) {
        parts.push(part);
        part = '';
        width = 0;
      }
      part += cluster;
      width += clusterWidth;
    }
    return [...parts, part];
  }

  /** The first `count` lines, the last of them ended by an ellipsis when there are more. */
  cut(lines: readonly string[], count: number, maxWidth: number): string[] {
    if (lines.length <= count) return [...lines];
    const kept = lines.slice(0, count);
    const clusters = clustersOf((kept.pop() ?? '').trimEnd());
    while (clusters.length > 0 && this.widthOf(`${clusters.join('')}\u2026`) > maxWidth) clusters.pop();
    return [...kept, `${clusters.join('').trimEnd()}\u2026`];
  }
}

/**
 * Tabs are spaces; line ends are line feeds; what steers direction (UAX #9) or has no width goes, and so do marks
 * piled up on a letter beyond what any language needs.
 */
export function cleanStampText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/[\p{Cc}--\n]|[\p{Default_Ignorable_Code_Point}--[\u200c\u200d]]/gv, '')
    .replaceAll(/(\p{M}{4})\p{M}+/gu, '$1')
    .replaceAll(/ +$/gm, '')
    .replace(/\n+$/, '');
}
