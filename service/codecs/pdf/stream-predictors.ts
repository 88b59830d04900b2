import { invalidStructure, PdfError } from './pdf-error.ts';
import { isCount, type PdfDictionary } from './pdf-objects.ts';

interface RowShape {
  readonly rowBytes: number;
  readonly pixelBytes: number;
}

/** Undoes a PNG or TIFF predictor, ISO 32000-2 clause 7.4.4.4. */
export function undoPredictor(bytes: Uint8Array, parameters: PdfDictionary | null): Uint8Array {
  const predictor = parameters?.get('Predictor') ?? 1;
  if (parameters === null || predictor === 1) return bytes;
  const colors = positive(parameters, 'Colors', 1, 32);
  const bits = positive(parameters, 'BitsPerComponent', 8, 16);
  const columns = positive(parameters, 'Columns', 1, 1 << 26);
  const rowBytes = Math.ceil((colors * bits * columns) / 8);
  const shape = { rowBytes, pixelBytes: Math.max(1, (colors * bits) >> 3) };
  if (predictor === 2) {
    if (bits !== 8) throw new PdfError('PDF_FILTER_UNSUPPORTED', 'TIFF predictor with other than 8 bits');
    return undoTiff(bytes, shape);
  }
  if (typeof predictor === 'number' && predictor >= 10 && predictor <= 15) return undoPng(bytes, shape);
  throw new PdfError('PDF_FILTER_UNSUPPORTED', 'unknown predictor');
}

function positive(parameters: PdfDictionary, key: string, fallback: number, max: number): number {
  const value = parameters.get(key) ?? fallback;
  if (!isCount(value) || value < 1 || value > max) throw invalidStructure(`predictor parameter ${key} out of range`);
  return value;
}

function undoTiff(bytes: Uint8Array, { rowBytes, pixelBytes }: RowShape): Uint8Array {
  const result = Uint8Array.from(bytes);
  for (let row = 0; row < result.length; row += rowBytes) {
    const end = Math.min(row + rowBytes, result.length);
    for (let index = row + pixelBytes; index < end; index++) {
      result[index] = (result[index] ?? 0) + (result[index - pixelBytes] ?? 0);
    }
  }
  return result;
}

/** Every row starts with a byte that names its own filter, so all PNG predictors decode alike. */
function undoPng(bytes: Uint8Array, { rowBytes, pixelBytes }: RowShape): Uint8Array {
  const rows = Math.ceil(bytes.length / (rowBytes + 1));
  const result = new Uint8Array(Math.max(0, bytes.length - rows));
  for (let row = 0; row < rows; row++) {
    const from = row * (rowBytes + 1);
    const to = row * rowBytes;
    const length = Math.min(rowBytes, bytes.length - from - 1);
    undoPngRow(bytes[from] ?? 0, bytes.subarray(from + 1, from + 1 + length), result, to, row === 0, {
      rowBytes,
      pixelBytes,
    });
  }
  return result;
}

function undoPngRow(
  filter: number,
  source: Uint8Array,
  result: Uint8Array,
  to: number,
  isFirst: boolean,
  { rowBytes, pixelBytes }: RowShape,
): void {
  if (filter === 0 || (filter === 2 && isFirst)) {
    result.set(source, to);
    return;
  }
  if (filter > 4) throw invalidStructure('unknown PNG row filter');
  for (let index = 0; index < source.length; index++) {
    const at = to + index;
    const hasLeft = index >= pixelBytes;
    const left = hasLeft ? byteAt(result, at - pixelBytes) : 0;
    const up = isFirst ? 0 : byteAt(result, at - rowBytes);
    const upLeft = hasLeft && !isFirst ? byteAt(result, at - rowBytes - pixelBytes) : 0;
    result[at] = byteAt(source, index) + prediction(filter, left, up, upLeft);
  }
}

function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0;
}

function prediction(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const estimate = left + up - upLeft;
  const distanceLeft = Math.abs(estimate - left);
  const distanceUp = Math.abs(estimate - up);
  const distanceUpLeft = Math.abs(estimate - upLeft);
  if (distanceLeft <= distanceUp && distanceLeft <= distanceUpLeft) return left;
  return distanceUp <= distanceUpLeft ? up : upLeft;
}
