import { crc32 } from 'node:zlib';
import { invalidImage, requireSaneSize } from './image-limits.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The parts of a PNG (ISO/IEC 15948) that its picture depends on. */
export interface PngParts {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly colorType: number;
  readonly isInterlaced: boolean;
  /** Red, green and blue of each palette entry; empty without a palette. */
  readonly palette: Uint8Array;
  /** Contents of tRNS: an alpha for each palette entry, or the samples of the transparent color. */
  readonly transparency: Uint8Array | null;
  /** Contents of all IDAT chunks, joined. */
  readonly data: Uint8Array;
}

/** Bit depths by color type, clause 11.2.1. */
const BIT_DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, index) => bytes[index] === byte);
}

type PngHeader = Omit<PngParts, 'palette' | 'transparency' | 'data'>;

/** Reads the chunks; of those that are not about the picture only the check value counts. Throws PdfError. */
export function readPngParts(bytes: Uint8Array): PngParts {
  let header: PngHeader | undefined;
  let palette: Uint8Array = new Uint8Array();
  let transparency: Uint8Array | null = null;
  const data: Uint8Array[] = [];
  for (const { type, content } of walkChunks(bytes)) {
    if ((header === undefined) !== (type === 'IHDR')) throw invalidImage('its header is missing or repeated');
    if (type === 'IHDR') header = readHeader(content);
    else if (type === 'PLTE') palette = content;
    else if (type === 'tRNS') transparency = content;
    else if (type === 'IDAT') data.push(content);
  }
  if (header === undefined || data.length === 0) throw invalidImage('it has no picture');
  requireColors(header, palette, transparency);
  // In one piece: a picture cut into a hundred thousand chunks would be inflated in as many steps.
  return { ...header, palette, transparency, data: Buffer.concat(data) };
}

function requireColors({ colorType }: PngHeader, palette: Uint8Array, transparency: Uint8Array | null): void {
  const isIndexed = colorType === 3;
  const isSound = palette.length % 3 === 0 && palette.length <= 768;
  if (!isSound || (isIndexed && palette.length === 0)) throw invalidImage('its palette is damaged');
  if (transparency === null || isIndexed) return;
  if (transparency.length < (colorType === 0 ? 2 : 6)) throw invalidImage('its transparency is damaged');
}

function* walkChunks(bytes: Uint8Array): Generator<{ readonly type: string; readonly content: Uint8Array }> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let position = SIGNATURE.length;
  while (position + 12 <= buffer.length) {
    const length = buffer.readUInt32BE(position);
    const end = position + 8 + length;
    if (end + 4 > buffer.length) break;
    if (crc32(buffer.subarray(position + 4, end)) !== buffer.readUInt32BE(end)) throw invalidImage('it is damaged');
    const type = buffer.toString('latin1', position + 4, position + 8);
    if (type === 'IEND') return;
    yield { type, content: buffer.subarray(position + 8, end) };
    position = end + 4;
  }
  throw invalidImage('it ends too early');
}

function readHeader(content: Uint8Array): PngHeader {
  if (content.length !== 13) throw invalidImage('its header is damaged');
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const width = view.getUint32(0);
  const height = view.getUint32(4);
  requireSaneSize(width, height);
  const [bitDepth = 0, colorType = 0, compression, filter, interlace = 0] = content.subarray(8);
  const isKnown = BIT_DEPTHS[colorType]?.includes(bitDepth) === true;
  if (!isKnown || compression !== 0 || filter !== 0 || interlace > 1) throw invalidImage('its header is damaged');
  return { width, height, bitDepth, colorType, isInterlaced: interlace === 1 };
}
