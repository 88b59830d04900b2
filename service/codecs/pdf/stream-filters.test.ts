import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { dictionaryOf, type PdfDictionary } from './pdf-objects.ts';
import { decodeFilters, type FilterBounds } from './stream-filters.ts';

const MIB = 1024 * 1024;
const boundsOf = (maxBytes: number): FilterBounds => ({ maxBytes, onWork: () => undefined });

function decode(
  data: Uint8Array | string,
  name: string,
  parameters: PdfDictionary | null = null,
  limit = 1 << 20,
): string {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
  return Buffer.from(decodeFilters(bytes, [{ name, parameters }], boundsOf(limit))).toString('latin1');
}

/** LZW as clause 7.4.4 describes the encoder, with codes that grow one entry early. */
function lzwEncode(data: Uint8Array): Buffer {
  const table = new Map<string, number>();
  let bits = '';
  let width = 9;
  const put = (code: number): void => {
    bits += code.toString(2).padStart(width, '0');
  };
  const reset = (): void => {
    table.clear();
    for (let code = 0; code < 256; code++) table.set(String.fromCharCode(code), code);
  };
  put(256);
  reset();
  let text = '';
  for (const byte of data) {
    const longer = text + String.fromCharCode(byte);
    if (table.has(longer)) {
      text = longer;
      continue;
    }
    put(table.get(text) ?? 0);
    const next = table.size + 2;
    table.set(longer, next);
    text = String.fromCharCode(byte);
    if (next === 4094) {
      put(256);
      reset();
      width = 9;
    } else if (next >= (1 << width) - 1) width++;
  }
  put(table.get(text) ?? 0);
  put(257);
  return bytesOf(bits);
}

/** These codes, nine bits each. */
function lzwOf(codes: readonly number[]): Buffer {
  return bytesOf(codes.map((code) => code.toString(2).padStart(9, '0')).join(''));
}

function bytesOf(bits: string): Buffer {
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

describe('simple filters', () => {
  it('undoes LZW through every code width and a full table', () => {
    let state = 1;
    const data = Uint8Array.from({ length: 30_000 }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return state % 7;
    });
    const encoded = lzwEncode(data);
    expect(encoded.length).toBeLessThan(data.length);
    expect(decode(encoded, 'LZWDecode')).toBe(Buffer.from(data).toString('latin1'));
  });

  it('undoes ASCIIHex and ASCII85', () => {
    expect(decode('48 65 6c6C 6F 2>trailing', 'ASCIIHexDecode')).toBe('Hello ');
    // Vectors made with Python's base64.a85encode.
    expect(decode('87cURD]i,"Ebo80~>', 'ASCII85Decode')).toBe('Hello World!');
    expect(decode('z87cUR\nDZ~>', 'A85')).toBe('\0\0\0\0Hello');
  });

  it.each([
    ['#6', '07'],
    ['#?h', '075a'],
    ['#?n5', '075aad'],
    ['#?n50', '075aad00'],
    ['#?n50;Z', '075aad0053'],
    ['#?n50;l0', '075aad0053a6'],
    ['#?n50;l9?', '075aad0053a6f9'],
    ['#?n50;l9@aT)', '075aad0053a6f94c9f'],
  ])('undoes ASCII85 of any length: %s', (written, bytes) => {
    expect(Buffer.from(decode(written, 'ASCII85Decode'), 'latin1').toString('hex')).toBe(bytes);
  });

  it('lets a stream become as large as it may and no larger', () => {
    expect(decode('z'.repeat(1250), 'ASCII85Decode', null, 5000)).toHaveLength(5000);
    expect(() => decode('z'.repeat(1250) + '#6', 'ASCII85Decode', null, 5000)).toThrow(
      expect.objectContaining({ code: 'PDF_LIMIT_EXCEEDED' }),
    );
  });

  it('undoes LZW with the example of ISO 32000-2 clause 7.4.4.2', () => {
    const encoded = Buffer.from('800B6050220C0C8501', 'hex');
    expect(decode(encoded, 'LZWDecode')).toBe('-----A---B');
  });

  it('undoes run lengths', () => {
    expect(decode(Buffer.from([2, 0x41, 0x42, 0x43, 254, 0x44, 128, 9, 9]), 'RunLengthDecode')).toBe('ABCDDD');
  });

  it('undoes run lengths that are cut off as far as they go', () => {
    expect(decode(Buffer.from([1, 0x41, 0x42, 3, 0x43, 0x44]), 'RunLengthDecode')).toBe('ABCD');
    expect(decode(Buffer.from([0, 0x41, 254]), 'RunLengthDecode')).toBe('A\0\0\0');
  });

  it('undoes LZW whose codes stand for what they complete themselves, and begin anew', () => {
    // a, aa, aaa, a cleared table, b, bb.
    expect(decode(lzwOf([97, 258, 259, 256, 98, 258, 257]), 'LZWDecode')).toBe('aaaaaabbb');
  });

  it.each<[string, Buffer]>([
    ['RunLengthDecode', Buffer.alloc(8 * MIB, Buffer.from([0, 0x20]))],
    // Codes of nine bits, all of them a blank or a cleared table, so that no code is longer.
    ['LZWDecode', Buffer.alloc(4.5 * MIB, lzwOf([256, 32, 32, 32, 32, 32, 32, 32]))],
  ])('undoes %s of millions of bytes alone without memory for each', (name, data) => {
    const before = process.resourceUsage().maxRSS;
    expect(decode(data, name, null, 64 * MIB)).toHaveLength(name === 'LZWDecode' ? 3.5 * MIB : 4 * MIB);
    expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(150);
  });

  it('tells of the work of every step, also where the last one gives nothing', () => {
    let work = 0;
    const filters = ['FlateDecode', 'RunLengthDecode'].map((name) => ({ name, parameters: null }));
    const data = deflateSync(Buffer.alloc(MIB, 128));
    const bounds = { maxBytes: 2 * MIB, onWork: (bytes: number): void => void (work += bytes) };
    expect(decodeFilters(data, filters, bounds)).toHaveLength(0);
    expect(work).toBeGreaterThan(2 * MIB);
  });

  it.each([
    ['ASCIIHexDecode', 'xx'],
    ['ASCII85Decode', '\x7f'],
    ['ASCII85Decode', 'uuuuu~>'],
    ['ASCII85Decode', 'a~>'],
    ['LZWDecode', '\xff\xff'],
    ['FlateDecode', 'nonsense'],
  ])('refuses damaged %s data', (name, data) => {
    expect(() => decode(data, name)).toThrow(expect.objectContaining({ code: 'PDF_STRUCTURE_INVALID' }));
  });

  it('refuses unknown filters and long chains', () => {
    expect(() => decode('', 'JPXDecode')).toThrow(expect.objectContaining({ code: 'PDF_FILTER_UNSUPPORTED' }));
    const chain = Array.from({ length: 5 }, () => ({ name: 'ASCIIHexDecode', parameters: null }));
    expect(() => decodeFilters(new Uint8Array(0), chain, boundsOf(100))).toThrow(
      expect.objectContaining({ code: 'PDF_LIMIT_EXCEEDED' }),
    );
  });

  it('bounds expansion', () => {
    const bomb = deflateSync(Buffer.alloc(100_000));
    expect(() => decode(bomb, 'FlateDecode', null, 50_000)).toThrow(
      expect.objectContaining({ code: 'PDF_LIMIT_EXCEEDED' }),
    );
    expect(() => decode(Buffer.alloc(2000, 129), 'RunLengthDecode', null, 5000)).toThrow(
      expect.objectContaining({ code: 'PDF_LIMIT_EXCEEDED' }),
    );
    expect(() => decode('z'.repeat(10_000), 'ASCII85Decode', null, 5000)).toThrow(
      expect.objectContaining({ code: 'PDF_LIMIT_EXCEEDED' }),
    );
  });
});

const ROWS = [
  [10, 20, 30, 40, 50, 60],
  [11, 22, 33, 250, 240, 5],
  [0, 255, 1, 254, 2, 253],
  [9, 9, 9, 9, 9, 9],
];

/** PNG specification clause 9, the encoder's direction, written apart from the decoder. */
function pngEncode(filter: number, pixelBytes: number): Buffer {
  const at = (row: number, index: number): number => (row < 0 || index < 0 ? 0 : (ROWS[row]?.[index] ?? 0));
  const paeth = (a: number, b: number, c: number): number => {
    const p = a + b - c;
    const candidates = [a, b, c].map((value, order) => ({ value, order, distance: Math.abs(p - value) }));
    candidates.sort((x, y) => x.distance - y.distance || x.order - y.order);
    return candidates[0]?.value ?? 0;
  };
  return Buffer.from(
    ROWS.flatMap((row, y) => [
      filter,
      ...row.map((value, x) => {
        const [a, b, c] = [at(y, x - pixelBytes), at(y - 1, x), at(y - 1, x - pixelBytes)];
        const predicted = [0, a, b, Math.floor((a + b) / 2), paeth(a, b, c)][filter] ?? 0;
        return (value - predicted + 256) % 256;
      }),
    ]),
  );
}

describe('predictors', () => {
  const expected = Buffer.from(ROWS.flat()).toString('latin1');

  it.each([0, 1, 2, 3, 4])('undoes PNG filter %i', (filter) => {
    for (const colors of [1, 3]) {
      const data = deflateSync(pngEncode(filter, colors));
      const parameters = dictionaryOf({ Predictor: 15, Colors: colors, Columns: 6 / colors });
      expect(decode(data, 'FlateDecode', parameters)).toBe(expected);
    }
  });

  it('undoes the TIFF predictor', () => {
    const data = ROWS.map((row) => row.map((value, x) => (value - (row[x - 3] ?? 0) + 256) % 256));
    const parameters = dictionaryOf({ Predictor: 2, Colors: 3, Columns: 2 });
    expect(decode(deflateSync(Buffer.from(data.flat())), 'FlateDecode', parameters)).toBe(expected);
  });

  it('refuses nonsense', () => {
    const data = deflateSync(Buffer.from([7, 1, 2, 3]));
    expect(() => decode(data, 'FlateDecode', dictionaryOf({ Predictor: 12, Columns: 3 }))).toThrow(
      expect.objectContaining({ code: 'PDF_STRUCTURE_INVALID' }),
    );
    expect(() => decode(data, 'FlateDecode', dictionaryOf({ Predictor: 12, Columns: -3 }))).toThrow(
      expect.objectContaining({ code: 'PDF_STRUCTURE_INVALID' }),
    );
    expect(() => decode(data, 'FlateDecode', dictionaryOf({ Predictor: 99 }))).toThrow(
      expect.objectContaining({ code: 'PDF_FILTER_UNSUPPORTED' }),
    );
  });
});
