import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildPdf } from '../../../../e2e/documents/pdf/pdf-builder.ts';
import { onePage } from '../../../../e2e/documents/pdf/one-page.ts';
import { bytesSource } from '../../byte-source.ts';
import { IncrementalUpdate } from '../incremental-update.ts';
import { openPdf } from '../pdf-document.ts';
import { readStampImage } from './read-stamp-image.ts';

interface Choice {
  readonly colorType: number;
  readonly bitDepth: number;
  readonly isInterlaced?: boolean;
  readonly palette?: Uint8Array;
  readonly transparency?: Uint8Array;
}

const SIZE = 9;
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function chunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(content.length);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** Encodes samples given by `sampleAt` (all channels, in bit-depth units) with all five filters in turn. */
function png(choice: Choice, sampleAt: (x: number, y: number) => readonly number[], extra: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  header.set([choice.bitDepth, choice.colorType, 0, 0, choice.isInterlaced === true ? 1 : 0], 8);
  const rows: Buffer[] = [];
  for (const [startX, startY, stepX, stepY] of choice.isInterlaced === true ? PASSES : ([[0, 0, 1, 1]] as const)) {
    let above = Buffer.alloc(100);
    for (let y = startY; y < SIZE; y += stepY) {
      const samples: number[] = [];
      for (let x = startX; x < SIZE; x += stepX) samples.push(...sampleAt(x, y));
      if (samples.length === 0) continue;
      const bits = samples.map((sample) => sample.toString(2).padStart(choice.bitDepth, '0')).join('');
      const bytes = Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
      const channels = sampleAt(0, 0).length;
      rows.push(filtered(bytes, above, Math.max(1, (channels * choice.bitDepth) / 8), rows.length % 5));
      above = bytes;
    }
  }
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...extra,
    ...(choice.palette === undefined ? [] : [chunk('PLTE', choice.palette)]),
    ...(choice.transparency === undefined ? [] : [chunk('tRNS', choice.transparency)]),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function filtered(bytes: Buffer, above: Buffer, distance: number, filter: number): Buffer {
  const out = Buffer.alloc(bytes.length + 1);
  out[0] = filter;
  bytes.forEach((byte, index) => {
    const left = bytes[index - distance] ?? 0;
    const up = above[index] ?? 0;
    const corner = index < distance ? 0 : (above[index - distance] ?? 0);
    const guess = left + up - corner;
    const paeth = [left, up, corner].reduce((best, item) =>
      Math.abs(guess - item) < Math.abs(guess - best) ? item : best,
    );
    out[index + 1] = byte - ([0, left, up, (left + up) >> 1, paeth][filter] ?? 0);
  });
  return out;
}

/** RGB of every pixel in the PDF, and the mask. */
async function drawn(
  image: Buffer,
  allowsTransparency = true,
): Promise<{ colors: number[][]; alpha: number[] | null; update: string }> {
  const stamp = await readStampImage(image);
  const update = new IncrementalUpdate(openPdf(bytesSource(buildPdf({ pieces: onePage() }))));
  stamp.addTo(update, allowsTransparency);
  const text = Buffer.from(update.build().bytes);
  const streams: Buffer[] = [];
  for (let at = text.indexOf('stream\n'); at >= 0; at = text.indexOf('\nstream\n', at)) {
    at += text[at] === 0x0a ? 8 : 7;
    streams.push(inflateSync(text.subarray(at, text.indexOf('\nendstream', at))));
  }
  const colors = streams.pop() ?? Buffer.alloc(0);
  const mask = streams.pop();
  return {
    colors: Array.from({ length: SIZE * SIZE }, (_, pixel) => [...colors.subarray(pixel * 3, pixel * 3 + 3)]),
    alpha: mask === undefined ? null : [...mask],
    update: text.toString('latin1'),
  };
}

const PIXELS = Array.from({ length: SIZE * SIZE }, (_, index) => [index % SIZE, Math.floor(index / SIZE)] as const);

describe('PNG', () => {
  const depths = [
    [0, 1],
    [0, 2],
    [0, 4],
    [0, 8],
    [0, 16],
    [2, 8],
    [2, 16],
    [4, 8],
    [4, 16],
    [6, 8],
    [6, 16],
  ] as const;
  it.each(depths.flatMap(([colorType, bitDepth]) => [false, true].map((is) => [colorType, bitDepth, is] as const)))(
    'color type %i, %i bits, interlaced %s',
    async (colorType, bitDepth, isInterlaced) => {
      const max = 2 ** bitDepth - 1;
      const channels = { 0: 1, 2: 3, 4: 2, 6: 4 }[colorType];
      const hasAlpha = colorType >= 4;
      const sampleAt = (x: number, y: number): number[] =>
        Array.from({ length: channels }, (_, channel) => {
          if (hasAlpha && channel === channels - 1) return x === y ? max >> 1 : max;
          return (x * 37 + y * 101 * (channel + 1)) & max;
        });
      const { colors, alpha } = await drawn(png({ colorType, bitDepth, isInterlaced }, sampleAt));
      const scale = (sample: number): number => (bitDepth === 16 ? sample >> 8 : Math.round((sample * 255) / max));
      const expected = PIXELS.map(([x, y]) => {
        const [first = 0, second = 0, third = 0] = sampleAt(x, y);
        return (channels < 3 ? [first, first, first] : [first, second, third]).map(scale);
      });
      expect(colors).toEqual(expected);
      expect(alpha).toEqual(hasAlpha ? PIXELS.map(([x, y]) => (x === y ? scale(max >> 1) : 255)) : null);
    },
  );

  it.each([1, 2, 4, 8])('palette of %i bits with transparent entries', async (bitDepth) => {
    const palette = Uint8Array.of(255, 0, 0, 0, 128, 255);
    const sampleAt = (x: number, y: number): number[] => [(x + y) % 2];
    const { colors, alpha } = await drawn(
      png({ colorType: 3, bitDepth, palette, transparency: Uint8Array.of(255, 64) }, sampleAt),
    );
    expect(colors).toEqual(PIXELS.map(([x, y]) => ((x + y) % 2 === 0 ? [255, 0, 0] : [0, 128, 255])));
    expect(alpha).toEqual(PIXELS.map(([x, y]) => ((x + y) % 2 === 0 ? 255 : 64)));
  });

  it('is put on white where nothing may be transparent', async () => {
    const image = png({ colorType: 4, bitDepth: 8 }, (x) => [100, x === 0 ? 0 : 51]);
    const { colors, alpha } = await drawn(image, false);
    expect(alpha).toBeNull();
    expect(colors).toEqual(PIXELS.map(([x]) => (x === 0 ? [255, 255, 255] : [224, 224, 224])));
  });

  it('one transparent color', async () => {
    const image = png({ colorType: 2, bitDepth: 8, transparency: Uint8Array.of(0, 1, 0, 2, 0, 3) }, (x) => {
      return x === 0 ? [1, 2, 3] : [1, 2, 4];
    });
    expect((await drawn(image)).alpha).toEqual(PIXELS.map(([x]) => (x === 0 ? 0 : 255)));
  });

  it('leaves texts behind', async () => {
    const image = png({ colorType: 0, bitDepth: 8 }, () => [7], [chunk('tEXt', Buffer.from('Author\0Secret Person'))]);
    expect((await drawn(image)).update).not.toContain('Secret');
  });

  const sound = png({ colorType: 0, bitDepth: 8 }, (x, y) => [x * y]);
  const withSize = (width: number, height: number): Buffer => {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([8, 0, 0, 0, 0], 8);
    return Buffer.concat([sound.subarray(0, 8), chunk('IHDR', header), sound.subarray(33)]);
  };
  it.each([
    ['cut off', sound.subarray(0, -20)],
    ['only a header', sound.subarray(0, 33)],
    ['a changed byte', Buffer.from(sound).fill(0x55, 60, 61)],
    ['more rows than data', withSize(SIZE, SIZE + 1)],
    ['more data than rows', withSize(SIZE, SIZE - 1)],
    ['no pixels', withSize(0, 5)],
    ['too wide', withSize(10_001, 1)],
    ['too many pixels', withSize(5001, 5000)],
    ['a color outside the palette', png({ colorType: 3, bitDepth: 8, palette: new Uint8Array(3) }, () => [9])],
    ['no palette', png({ colorType: 3, bitDepth: 8 }, () => [0])],
    ['a GIF', Buffer.from('GIF89a-------')],
    ['nothing', Buffer.alloc(0)],
  ])('%s is refused', async (_, image) => {
    await expect(readStampImage(image)).rejects.toMatchObject({ code: 'PDF_STAMP_IMAGE_INVALID' });
  });

  it('makes a large picture small', async () => {
    const row = Buffer.alloc(1 + 5000 * 3, 200);
    row[0] = 0;
    const header = Buffer.alloc(13);
    header.writeUInt32BE(5000, 0);
    header.writeUInt32BE(5000, 4);
    header.set([8, 2, 0, 0, 0], 8);
    const data = deflateSync(Buffer.concat(Array.from({ length: 5000 }, () => row)), { level: 1 });
    const end = chunk('IEND', Buffer.alloc(0));
    const image = Buffer.concat([sound.subarray(0, 8), chunk('IHDR', header), chunk('IDAT', data), end]);
    const stamp = await readStampImage(image);
    expect([stamp.width, stamp.height]).toEqual([5000, 5000]);
    const { update } = await drawn(image);
    expect(update).toContain('/Width 1000');
  });
});

function segment(marker: number, content: Uint8Array | string): Buffer {
  const body = Buffer.from(typeof content === 'string' ? Buffer.from(content, 'latin1') : content);
  const head = Buffer.of(0xff, marker, 0, 0);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

interface JpegChoice {
  readonly before?: Buffer;
  readonly frame?: number;
  readonly width?: number;
  readonly components?: number;
  readonly end?: Buffer;
}

/** Sound as far as its segments go; the picture itself is nonsense. */
function jpeg({ before = Buffer.alloc(0), frame = 0xc0, width = 40, components = 3, end }: JpegChoice = {}): Buffer {
  const parts = Array.from({ length: components }, (_, index) => [index + 1, 0x11, 0]).flat();
  const scan = Array.from({ length: components }, (_, index) => [index + 1, 0]).flat();
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    before,
    segment(0xdb, Buffer.alloc(65)),
    segment(frame, Buffer.from([8, 0, 20, width >> 8, width & 255, components, ...parts])),
    segment(0xc4, Buffer.alloc(20)),
    segment(0xda, Buffer.from([components, ...scan, 0, 63, 0])),
    Buffer.of(1, 2, 0xff, 0, 3, 0xff, 0xd0, 4),
    end ?? Buffer.of(0xff, 0xd9),
  ]);
}

function exif(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]));
}

describe('JPEG', () => {
  it('is taken over without metadata and without what follows it', async () => {
    const before = Buffer.concat([exif(1), segment(0xfe, 'Secret comment'), segment(0xed, 'Photoshop Secret')]);
    const end = Buffer.concat([Buffer.of(0xff, 0xd9), Buffer.from('Secret rest')]);
    const stamp = await readStampImage(jpeg({ before, end }));
    const update = new IncrementalUpdate(openPdf(bytesSource(buildPdf({ pieces: onePage() }))));
    stamp.addTo(update, true);
    const text = Buffer.from(update.build().bytes);
    expect(text.includes('Secret') || text.includes('Exif')).toBe(false);
    expect(text.includes(jpeg())).toBe(true);
  });

  it.each([
    [1, 40, 20, [0, 0]],
    [2, 40, 20, [1, 0]],
    [3, 40, 20, [1, 1]],
    [4, 40, 20, [0, 1]],
    [5, 20, 40, [1, 1]],
    [6, 20, 40, [0, 1]],
    [7, 20, 40, [0, 0]],
    [8, 20, 40, [1, 0]],
  ])('orientation %i', async (orientation, width, height, origin) => {
    const stamp = await readStampImage(jpeg({ before: exif(orientation) }));
    expect([stamp.width, stamp.height]).toEqual([width, height]);
    expect(stamp.orientation.slice(4)).toEqual(origin);
    const [a, b, c, d] = stamp.orientation;
    expect(Math.abs(a * d - b * c)).toBe(1);
  });

  it.each([
    ['cut off', jpeg({ end: Buffer.alloc(0) })],
    ['arithmetic coding', jpeg({ frame: 0xc9 })],
    ['lossless', jpeg({ frame: 0xc3 })],
    ['two components', jpeg({ components: 2 })],
    ['too wide', jpeg({ width: 10_001 })],
    ['no width', jpeg({ width: 0 })],
    ['no scan', Buffer.concat([jpeg().subarray(0, 50), Buffer.of(0xff, 0xd9)])],
    ['two frames', jpeg({ before: segment(0xc0, Buffer.from([8, 0, 1, 0, 1, 1, 1, 0x11, 0])) })],
  ])('%s is refused', async (_, image) => {
    await expect(readStampImage(image)).rejects.toMatchObject({ code: 'PDF_STAMP_IMAGE_INVALID' });
  });
});
