import type { PdfDocument } from './pdf-document.ts';
import { isNamed, isPdfArray, PdfDictionary, PdfName, PdfStream, type PdfObject } from './pdf-objects.ts';

/** Whether a value, references followed, is one that all readers take alike. */
type Rule = (value: PdfObject, document: PdfDocument) => boolean;
type Rules = Readonly<Record<string, Rule>>;

const isNumber = (value: PdfObject): boolean => typeof value === 'number';
const isPositiveInteger = (value: PdfObject): boolean => Number.isInteger(value) && Number(value) > 0;
const isDictionary = (value: PdfObject): boolean => value instanceof PdfDictionary;
/** No reader should find such an entry. */
const isNone = (): boolean => false;

const oneOf =
  (...values: readonly PdfObject[]): Rule =>
  (value) =>
    values.includes(value);

/** A list of numbers, of so many where that is said. */
function numbers(count: number | null, isRight: (value: PdfObject) => boolean = isNumber): Rule {
  return (value, document) =>
    isPdfArray(value) &&
    (count === null ? value.length > 0 : value.length === count) &&
    value.every((item) => isRight(document.resolve(item)));
}

/** A lower and an upper bound for each color. */
const ranges: Rule = (value, document) => numbers(null)(value, document) && isPdfArray(value) && value.length % 2 === 0;

const DEVICE_SPACES = new Set(['DeviceGray', 'DeviceRGB', 'DeviceCMYK']);
const isColorSpace: Rule = (value, document) => {
  const [family = null] = isPdfArray(value) ? value : [];
  return (value instanceof PdfName && DEVICE_SPACES.has(value.value)) || document.resolve(family) instanceof PdfName;
};

const BOX: Rules = { BBox: numbers(4) };
const MATRIX: Rules = { Matrix: numbers(6) };

/** What a drawing is placed by (ISO 32000-2 table 93). MuPDF takes a second kind for the kind, and shows nothing. */
const DRAWING: Rules = { ...BOX, ...MATRIX, Subtype2: isNone };

/** Table 87. The short names are those of pictures within contents, which some readers take here as well. */
const PICTURE: Rules = {
  ...{ Width: isPositiveInteger, Height: isPositiveInteger, IM: isNone, D: isNone },
  ...{ ImageMask: oneOf(true, false), Decode: ranges },
  Mask: (value, document) => value instanceof PdfStream || ranges(value, document),
};
const STENCIL: Rules = { ...PICTURE, BitsPerComponent: oneOf(1) };
const COLORED: Rules = { ...PICTURE, BitsPerComponent: oneOf(1, 2, 4, 8, 16), ColorSpace: isColorSpace };
/** Tables 74 and 75. */
const STEP: Rule = (value) => typeof value === 'number' && value !== 0;
const PATTERN: Rules = { ...MATRIX, PatternType: oneOf(1, 2) };
const TILES: Rules = { ...PATTERN, ...BOX, PaintType: oneOf(1, 2), XStep: STEP, YStep: STEP };

/** Table 77. */
const SHADING: Rules = {
  ...BOX,
  ShadingType: oneOf(1, 2, 3, 4, 5, 6, 7),
  Background: numbers(null),
};

/** Tables 57 and 142. */
const STATE: Rules = {
  ca: isNumber,
  LW: (value) => typeof value === 'number' && value >= 0,
};
const MASK: Rules = { G: (value) => value instanceof PdfStream };

const FONT: Rules = { Subtype: (value) => value instanceof PdfName };
/** Table 110. */
const DRAWN_FONT: Rules = {
  ...{ FontMatrix: numbers(6), CharProcs: isDictionary },
  Encoding: (value) => value instanceof PdfDictionary || value instanceof PdfName,
};

export type DrawnKind = 'drawing' | 'picture' | 'pattern' | 'shading' | 'state' | 'mask' | 'font';

/**
 * The entry of something drawn that is none of those the standard has for it: each reader then does something else, shows
 * it in another place, turned round, or not at all. Null where there is none; what is missing is none.
 */
export function findOddEntry(document: PdfDocument, kind: DrawnKind, dictionary: PdfDictionary): string | null {
  const rules = rulesOf(document, kind, dictionary);
  const found = Object.entries(rules).find(([key, isRight]) => {
    const value = document.get(dictionary, key);
    return value !== null && !isRight(value, document);
  });
  return found === undefined ? null : found[0];
}

function rulesOf(document: PdfDocument, kind: DrawnKind, dictionary: PdfDictionary): Rules {
  switch (kind) {
    case 'picture':
      return rulesOfPicture(document, dictionary);
    case 'pattern':
      return document.get(dictionary, 'PatternType') === 1 ? TILES : PATTERN;
    case 'font':
      return isNamed(document.get(dictionary, 'Subtype'), 'Type3') ? { ...FONT, ...DRAWN_FONT } : FONT;
    default:
      return { drawing: DRAWING, shading: SHADING, state: STATE, mask: MASK }[kind];
  }
}

function rulesOfPicture(document: PdfDocument, dictionary: PdfDictionary): Rules {
  return document.get(dictionary, 'ImageMask') === true ? STENCIL : COLORED;
}
