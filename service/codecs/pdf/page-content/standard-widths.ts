/** Families of the standard text fonts (ISO 32000-2 clause 9.6.2.2) and the names that others give them. */
const FAMILIES = [
  { pattern: /^(?:Helvetica|Arial(?:MT)?)$/, widths: 'sans' },
  { pattern: /^(?:Helvetica-Oblique|Arial(?:-ItalicMT|,Italic))$/, widths: 'sans' },
  { pattern: /^(?:Helvetica-Bold(?:Oblique)?|Arial(?:-Bold(?:Italic)?MT|,Bold(?:Italic)?))$/, widths: 'sansBold' },
  { pattern: /^(?:Times-Roman|TimesNewRoman(?:PSMT)?)$/, widths: 'serif' },
  { pattern: /^(?:Times-Bold|TimesNewRoman(?:PS-BoldMT|,Bold))$/, widths: 'serifBold' },
  { pattern: /^(?:Courier|CourierNew(?:PSMT)?)(?:-(?:Bold|Oblique|BoldOblique))?$/, widths: 'fixed' },
] as const;

/** Advance widths of U+0020 to U+007E in thousandths of the font size, as the fonts' metrics say. */
const ASCII = {
  sans:
    '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 ' +
    '584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 ' +
    '611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 ' +
    '722 500 500 500 334 260 334 584',
  sansBold:
    '278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 ' +
    '584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 ' +
    '611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 ' +
    '778 556 556 500 389 280 389 584',
  serif:
    '250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500 278 278 564 ' +
    '564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722 944 722 722 ' +
    '611 333 278 333 469 500 333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 278 500 500 ' +
    '722 500 500 444 480 200 480 541',
  serifBold:
    '250 333 555 500 500 1000 833 278 333 333 500 570 250 333 250 278 500 500 500 500 500 500 500 500 500 500 333 333 570 ' +
    '570 570 500 930 722 667 722 722 667 611 778 778 389 500 778 667 944 722 778 611 778 722 556 667 722 722 1000 722 722 ' +
    '667 333 278 333 581 500 333 500 556 444 556 444 333 500 556 278 333 556 278 833 556 500 556 556 444 389 333 556 500 ' +
    '722 500 500 444 394 220 394 520',
} as const;

const TABLES = Object.fromEntries(Object.entries(ASCII).map(([name, list]) => [name, list.split(' ').map(Number)]));

/** Of characters beyond ASCII: none is wider, and letters with a mark are as wide as without it. */
const WIDEST = 1000;
/** A dotless i under a mark. */
const NARROWEST_MARKED = 278;
const FIXED = 600;

/** The advance width of a character in parts of the font size. */
export type CharacterWidths = (character: string) => number;

/** Widths of a standard text font by its name; null for every other font. */
export function standardWidths(fontName: string): CharacterWidths | null {
  const family = FAMILIES.find(({ pattern }) => pattern.test(fontName));
  if (family === undefined) return null;
  if (family.widths === 'fixed') return () => FIXED / 1000;
  const table = TABLES[family.widths] ?? [];
  const ofAscii = (character: string): number | undefined => table[(character.codePointAt(0) ?? 0) - 0x20];
  return (character) => {
    const base = character.normalize('NFD')[0] ?? '';
    const known = ofAscii(base);
    if (known === undefined) return WIDEST / 1000;
    return (base === character ? known : Math.max(known, NARROWEST_MARKED)) / 1000;
  };
}
