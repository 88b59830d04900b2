import { isCount, isPdfArray, PdfDictionary, type PdfObject } from './pdf-objects.ts';

/** Parameters of Flate and LZW (ISO 32000-2 table 8); those of pictures' filters say how these decode. */
const KEYS = ['Predictor', 'Colors', 'BitsPerComponent', 'Columns', 'EarlyChange'];
const TIFF_PREDICTOR = 2;
/** From here to the last one: predictors of PNG, which are told apart by each row itself. */
const [FIRST_PNG_PREDICTOR, LAST_PNG_PREDICTOR] = [10, 15];

/**
 * Whether all readers undo the filters of a stream by the same parameters. Of a list of parameters beside one name, or of a
 * dictionary beside a list of filters, many take nothing (clause 7.3.8.2 pairs them); of 12.0 poppler takes none, and of
 * a predictor that is none of the standard each something else: the same bytes then show one text here and another there.
 * `resolve` follows references.
 */
export function hasPlainParameters(dictionary: PdfDictionary, resolve: (object: PdfObject) => PdfObject): boolean {
  const written = resolve(dictionary.get('DecodeParms'));
  if (written === null) return true;
  const list = (isPdfArray(written) ? written : [written]).map(resolve);
  const telling = list.filter((item) => item instanceof PdfDictionary).filter(changesData);
  if (telling.length === 0) return true;
  return isPdfArray(resolve(dictionary.get('Filter'))) === isPdfArray(written) && telling.every(isPlain);
}

/** Without a predictor the other entries say nothing. */
function changesData(parameters: PdfDictionary): boolean {
  return ['Predictor', 'EarlyChange'].some((key) => {
    const value = parameters.get(key);
    return value !== null && !(value === 1 && parameters.hasPlainIntegers(key));
  });
}

function isPlain(parameters: PdfDictionary): boolean {
  if (parameters.hasDuplicateKeys) return false;
  const areCounts = KEYS.every((key) => {
    const value = parameters.get(key);
    return value === null || (isCount(value) && parameters.hasPlainIntegers(key));
  });
  const predictor = Number(parameters.get('Predictor') ?? 1);
  const isPng = predictor >= FIRST_PNG_PREDICTOR && predictor <= LAST_PNG_PREDICTOR;
  return areCounts && (isPng || predictor === 1 || predictor === TIFF_PREDICTOR);
}
