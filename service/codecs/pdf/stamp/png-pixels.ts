import { invalidImage } from './image-limits.ts';
import type { PixelSum } from './pixel-sum.ts';
import type { PngParts } from './png-chunks.ts';

/** Adds the pixel at `column` of an unfiltered row (its first byte is the filter) to its place in the image. */
export type PixelReader = (row: Uint8Array, column: number, x: number, y: number) => void;

/** The reader for an image's color type and bit depth; of 16 bits the upper eight count. */
export function pixelReader(parts: PngParts, pixels: PixelSum): PixelReader {
  switch (parts.colorType) {
    case 3:
      return paletteReader(parts, pixels);
    case 0:
      return grayReader(parts, pixels);
    case 2:
      return colorReader(parts, pixels);
    default:
      return alphaReader(parts, pixels);
  }
}

function paletteReader({ palette, transparency, bitDepth }: PngParts, pixels: PixelSum): PixelReader {
  return (row, column, x, y) => {
    const entry = smallSample(row, column, bitDepth);
    const at = entry * 3;
    if (at >= palette.length) throw invalidImage('a color is missing from its palette');
    const alpha = transparency?.[entry] ?? 255;
    pixels.add(x, y, palette[at] ?? 0, palette[at + 1] ?? 0, palette[at + 2] ?? 0, alpha);
  };
}

function grayReader({ transparency, bitDepth }: PngParts, pixels: PixelSum): PixelReader {
  const clear = transparency === null ? -1 : wideSample(transparency, 0);
  const scale = bitDepth < 8 ? 255 / (2 ** bitDepth - 1) : 1;
  return (row, column, x, y) => {
    const sample = bitDepth === 16 ? wideSample(row, 1 + column * 2) : smallSample(row, column, bitDepth);
    const gray = bitDepth === 16 ? sample >> 8 : sample * scale;
    pixels.add(x, y, gray, gray, gray, sample === clear ? 0 : 255);
  };
}

function colorReader({ transparency, bitDepth }: PngParts, pixels: PixelSum): PixelReader {
  const bytes = bitDepth / 8;
  const clear = transparency === null ? null : [0, 2, 4].map((at) => wideSample(transparency, at));
  return (row, column, x, y) => {
    const at = 1 + column * 3 * bytes;
    const isClear =
      clear?.every((sample, index) => {
        const place = at + index * bytes;
        return sample === (bytes === 2 ? wideSample(row, place) : row[place]);
      }) === true;
    pixels.add(x, y, row[at] ?? 0, row[at + bytes] ?? 0, row[at + 2 * bytes] ?? 0, isClear ? 0 : 255);
  };
}

/** Gray or color with an opacity of its own. */
function alphaReader({ colorType, bitDepth }: PngParts, pixels: PixelSum): PixelReader {
  const bytes = bitDepth / 8;
  const channels = colorType === 4 ? 2 : 4;
  const step = colorType === 4 ? 0 : bytes;
  return (row, column, x, y) => {
    const at = 1 + column * channels * bytes;
    const alpha = row[at + (channels - 1) * bytes] ?? 0;
    pixels.add(x, y, row[at] ?? 0, row[at + step] ?? 0, row[at + 2 * step] ?? 0, alpha);
  };
}

/** A sample of at most eight bits. */
function smallSample(row: Uint8Array, column: number, bitDepth: number): number {
  const bit = column * bitDepth;
  const byte = row[1 + (bit >> 3)] ?? 0;
  return (byte >> (8 - bitDepth - (bit & 7))) & (2 ** bitDepth - 1);
}

function wideSample(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}
