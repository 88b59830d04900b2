import { createInflate } from 'node:zlib';
import { PdfName } from '../pdf-objects.ts';
import { addCompressed } from './embedded-font.ts';
import { invalidImage } from './image-limits.ts';
import { PixelSum } from './pixel-sum.ts';
import { readPngParts, type PngParts } from './png-chunks.ts';
import { pixelReader } from './png-pixels.ts';
import type { StampImage } from './stamp-image.ts';

/** First column and row, and distances, of the seven passes of an interlaced image (ISO/IEC 15948 clause 8.2). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const WHOLE = [[0, 0, 1, 1]] as const;
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Decodes a PNG of any kind row by row, so that a small file that becomes a large picture costs no memory, into 8-bit
 * RGB with a mask for its opacity. Throws PdfError.
 */
export async function readPngImage(bytes: Uint8Array): Promise<StampImage> {
  const parts = readPngParts(bytes);
  const pixels = new PixelSum(parts.width, parts.height);
  await decodeRows(parts, pixels);
  const { width, height } = pixels;
  const { colors, alpha } = pixels.finish();
  const entries = { Type: new PdfName('XObject'), Subtype: new PdfName('Image'), Width: width, Height: height };
  return {
    width: parts.width,
    height: parts.height,
    orientation: [1, 0, 0, 1, 0, 0],
    addTo: (update, allowsTransparency) => {
      const gray = { ...entries, ColorSpace: new PdfName('DeviceGray'), BitsPerComponent: 8 };
      const color = { ...entries, ColorSpace: new PdfName('DeviceRGB'), BitsPerComponent: 8 };
      if (alpha === null) return addCompressed(update, colors, color);
      if (!allowsTransparency) return addCompressed(update, onWhite(colors, alpha), color);
      return addCompressed(update, colors, { ...color, SMask: addCompressed(update, alpha, gray) });
    },
  };
}

function onWhite(colors: Uint8Array, alpha: Uint8Array): Uint8Array {
  return colors.map((sample, index) => {
    const opacity = (alpha[Math.floor(index / 3)] ?? 0) / 255;
    return Math.round(255 + (sample - 255) * opacity);
  });
}

interface RowPlace {
  readonly y: number;
  readonly startX: number;
  readonly stepX: number;
  readonly columns: number;
  readonly isFirstOfPass: boolean;
}

/** The rows in the order in which they are stored. */
function* rowPlaces({ width, height, isInterlaced }: PngParts): Generator<RowPlace> {
  for (const [startX, startY, stepX, stepY] of isInterlaced ? PASSES : WHOLE) {
    const columns = Math.ceil((width - startX) / stepX);
    if (columns <= 0) continue;
    for (let y = startY; y < height; y += stepY) {
      yield { y, startX, stepX, columns, isFirstOfPass: y === startY };
    }
  }
}

async function decodeRows(parts: PngParts, pixels: PixelSum): Promise<void> {
  const bitsPerPixel = (CHANNELS[parts.colorType] ?? 1) * parts.bitDepth;
  const distance = Math.max(1, bitsPerPixel >> 3);
  const read = pixelReader(parts, pixels);
  const places = rowPlaces(parts);
  let place = places.next();
  let row = new Uint8Array();
  let previous = new Uint8Array();
  let filled = 0;
  const startRow = (): void => {
    if (place.done === true) return;
    const length = 1 + Math.ceil((place.value.columns * bitsPerPixel) / 8);
    previous = place.value.isFirstOfPass ? new Uint8Array(length) : row;
    row = new Uint8Array(length);
    filled = 0;
  };
  startRow();
  for await (const chunk of inflated(parts.data)) {
    for (let position = 0; position < chunk.length;) {
      if (place.done === true) throw invalidImage('it has more rows than it says');
      const taken = Math.min(row.length - filled, chunk.length - position);
      row.set(chunk.subarray(position, position + taken), filled);
      position += taken;
      filled += taken;
      if (filled < row.length) continue;
      undoFilter(row, previous, distance);
      const { y, startX, stepX, columns } = place.value;
      for (let column = 0; column < columns; column++) read(row, column, startX + column * stepX, y);
      place = places.next();
      startRow();
    }
  }
  if (place.done !== true) throw invalidImage('it has fewer rows than it says');
}

async function* inflated(data: Uint8Array): AsyncGenerator<Uint8Array> {
  const inflate = createInflate();
  inflate.end(data);
  try {
    for await (const chunk of inflate) if (chunk instanceof Uint8Array) yield chunk;
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw invalidImage('its data is damaged', error);
    }
    throw error;
  }
}

/** Clause 9.2: the first byte of a row names its filter, which refers to the pixel before and the row above. */
function undoFilter(row: Uint8Array, above: Uint8Array, distance: number): void {
  const filter = row[0] ?? 0;
  if (filter > 4) throw invalidImage('its data is damaged');
  if (filter === 0) return;
  for (let index = 1; index < row.length; index++) {
    const left = index > distance ? (row[index - distance] ?? 0) : 0;
    const up = above[index] ?? 0;
    const upLeft = index > distance ? (above[index - distance] ?? 0) : 0;
    row[index] = (row[index] ?? 0) + predicted(filter, left, up, upLeft);
  }
}

function predicted(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const guess = left + up - upLeft;
  const toLeft = Math.abs(guess - left);
  const toUp = Math.abs(guess - up);
  const toUpLeft = Math.abs(guess - upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}
