import { dictionaryOf, PdfName, type PdfDictionary, type PdfObject } from '../pdf-objects.ts';

/** Of daylight (D65), in CIE 1931 XYZ. */
const WHITE_POINT = [0.9505, 1, 1.089];
/** The primaries of sRGB (IEC 61966-2-1), red, green and blue. */
const PRIMARIES = [0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505];
const GAMMA = 2.2;

/**
 * What RGB and gray of a drawing mean on any device (ISO 32000-1 clauses 8.6.5.2, 8.6.5.3 and 8.6.5.6): PDF/A takes colours
 * of a device only where an output intent says which device that is (ISO 19005-2 clause 6.2.4.3).
 */
export function measuredColors(): PdfDictionary {
  return dictionaryOf({
    DefaultRGB: space('CalRGB', { Gamma: [GAMMA, GAMMA, GAMMA], Matrix: PRIMARIES }),
    DefaultGray: space('CalGray', { Gamma: GAMMA }),
  });
}

function space(name: string, more: Readonly<Record<string, PdfObject>>): PdfObject {
  return [new PdfName(name), dictionaryOf({ WhitePoint: WHITE_POINT, ...more })];
}
