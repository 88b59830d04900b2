import { deflateSync, crc32 } from 'node:zlib';
import { PdfError } from '../../../service/codecs/pdf/pdf-error.ts';
import { readStampImage } from '../../../service/codecs/pdf/stamp/read-stamp-image.ts';
import { describeFault } from '../fuzz-target.ts';
import type { FuzzedReader } from '../fuzzed-reader.ts';

/** Stamp images as people upload them: PNG of several colour types, and a JPEG's segments. */
export const imageReader: FuzzedReader = {
  makeSamples: () => ({
    inputs: [png(6, 8, 4), png(2, 16, 6), png(3, 4, 0.5, palette()), png(0, 1, 0.125), png(4, 8, 2), jpeg()],
    trust: null,
  }),
  open: ({ inputs }) => ({
    samples: inputs,
    brackets: [
      { open: chunk('tEXt', Buffer.from('a')), close: Buffer.alloc(0) },
      { open: chunk('IDAT', Buffer.alloc(0)), close: Buffer.alloc(0) },
      { open: Buffer.from([0xff, 0xe1, 0, 4, 1, 2]), close: Buffer.alloc(0) },
    ],
    judge: async (input) => {
      try {
        await readStampImage(input);
        return null;
      } catch (error) {
        return error instanceof PdfError ? null : describeFault(error);
      }
    },
  }),
};

const SIDE = 24;

function png(colourType: number, bitDepth: number, bytesPerPixel: number, extra: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header.set([bitDepth, colourType, 0, 0, 0], 8);
  const row = Math.ceil(SIDE * bytesPerPixel);
  // Every row by another of the five filters.
  const rows = Array.from({ length: SIDE }, (_, y) => Buffer.concat([Buffer.of(y % 5), Buffer.alloc(row, 17 * y)]));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = chunk('IDAT', deflateSync(Buffer.concat(rows)));
  return Buffer.concat([signature, chunk('IHDR', header), extra, data, chunk('IEND', Buffer.alloc(0))]);
}

function palette(): Buffer {
  const colours = Buffer.from(Array.from({ length: 48 }, (_, index) => index * 5));
  return Buffer.concat([chunk('PLTE', colours), chunk('tRNS', Buffer.alloc(16, 128))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Start, JFIF, EXIF with an orientation, a frame of three components, a scan, the end; the picture itself is not read. */
function jpeg(): Buffer {
  const segment = (marker: number, data: Buffer): Buffer => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  };
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0MM\0*', 'latin1'),
    Buffer.from([0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]),
  ]);
  const frame = Buffer.from([8, 0, SIDE, 0, SIDE, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]);
  const scan = Buffer.from([3, 1, 0, 2, 0, 3, 0, 0, 63, 0]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    segment(0xe1, exif),
    segment(0xdb, Buffer.alloc(65)),
    segment(0xc0, frame),
    segment(0xc4, Buffer.alloc(20)),
    segment(0xda, scan),
    Buffer.alloc(200, 0x55),
    Buffer.from([0xff, 0xd9]),
  ]);
}
