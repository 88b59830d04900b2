import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { readCharacterMap } from './character-map.ts';
import { openInstalledFont } from './installed-font.ts';
import { TrueTypeFont } from './true-type-font.ts';
import { subsetFont } from './true-type-subset.ts';

const { resolve } = createRequire(import.meta.url);
const SANS = readFileSync(resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
/** A smaller one, with another number of units. */
const MATH = readFileSync(resolve('dejavu-fonts-ttf/ttf/DejaVuMathTeXGyre.ttf'));

/** The position of a table's entry in the directory, and of the table. */
function tableOf(font: Buffer, tag: string): { readonly entry: number; readonly start: number } {
  const entry = font.indexOf(tag, 12, 'latin1');
  return { entry, start: font.readUInt32BE(entry + 8) };
}

function changed(font: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(font);
  change(copy);
  return copy;
}

describe('the mapping of characters', () => {
  it('is the same by segments of 16 bits as by groups of 32', () => {
    const font = new TrueTypeFont(SANS, 'sans');
    const cmap = Buffer.from(font.table('cmap'));
    const records = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => 4 + index * 8);
    const isBasic = (record: number): boolean => cmap.readUInt32BE(record) === 0x0003_0001;
    const record = records.find(isBasic) ?? 0;
    cmap.copy(cmap, 4, record, record + 8);
    cmap.writeUInt16BE(1, 2);
    expect(cmap.readUInt16BE(cmap.readUInt32BE(8))).toBe(4);
    const segments = readCharacterMap(cmap);
    for (let codePoint = 0; codePoint < 0xffff; codePoint++) {
      if (segments(codePoint) !== font.glyphOf(codePoint)) throw new Error(`differs for ${codePoint}`);
    }
    expect(segments(0x41)).toBeGreaterThan(0);
    expect(segments(0x10041)).toBe(0);
  });

  it('follows offsets to a list of glyphs', () => {
    // One segment, a to c, whose glyphs 7, none and 9 stand in a list and move by 100; the last segment ends it.
    const words = [0, 1, 3, 1, 0, 12, 4, 42, 0, 4, 0, 0, 0, 0x63, 0xffff, 0, 0x61, 0xffff, 100, 1, 4, 0, 7, 0, 9];
    const glyphs = readCharacterMap(Buffer.from(words.flatMap((word) => [word >> 8, word & 255])));
    expect([0x60, 0x61, 0x62, 0x63, 0x64].map(glyphs)).toEqual([0, 107, 0, 109, 0]);
  });
});

describe('an installed font', () => {
  it.each([
    [0x0000, true],
    [0x0002, false],
    [0x0004, true],
    [0x0006, true],
    [0x0008, true],
    [0x0100, false],
    [0x0200, false],
    [0x0204, false],
  ])('with rights %i may be embedded: %s', (rights, isPermitted) => {
    const font = changed(MATH, (copy) => copy.writeUInt16BE(rights, tableOf(copy, 'OS/2').start + 8));
    expect(openInstalledFont(font, 'x') !== null).toBe(isPermitted);
  });

  it('is the first of a collection', () => {
    const header = Buffer.alloc(20);
    header.write('ttcf', 'latin1');
    header.writeUInt32BE(0x00010000, 4);
    header.writeUInt32BE(1, 8);
    header.writeUInt32BE(header.length, 12);
    const moved = changed(MATH, (copy) => {
      for (let index = 0; index < copy.readUInt16BE(4); index++) {
        const at = 12 + index * 16 + 8;
        copy.writeUInt32BE(copy.readUInt32BE(at) + header.length, at);
      }
    });
    const font = openInstalledFont(Buffer.concat([header, moved]), 'x');
    const single = new TrueTypeFont(MATH, 'x');
    const glyphs = Array.from('A\u2a03\u3016', (character) => single.glyphOf(character.codePointAt(0) ?? 0));
    expect(Array.from('A\u2a03\u3016', (item) => font?.glyphOf(item.codePointAt(0) ?? 0))).toEqual(glyphs);
    if (font === null) throw new Error('no font');
    expect(Buffer.from(subsetFont(font, glyphs).program)).toEqual(Buffer.from(subsetFont(single, glyphs).program));
  });

  it.each(['head', 'hhea', 'hmtx', 'maxp', 'cmap', 'loca', 'glyf'])('without a table %s is none', (tag) => {
    const gone = changed(MATH, (copy) => copy.write('none', tableOf(copy, tag).entry, 'latin1'));
    expect(openInstalledFont(gone, 'x')).toBeNull();
    const outside = changed(MATH, (copy) => copy.writeUInt32BE(0x7fffffff, tableOf(copy, tag).entry + 8));
    expect(openInstalledFont(outside, 'x')).toBeNull();
  });

  it('that is cut off or is something else is none', () => {
    for (const length of [0, 3, 12, 100, 1000, 10_000, tableOf(MATH, 'glyf').start + 1000]) {
      expect(openInstalledFont(MATH.subarray(0, length), 'x')).toBeNull();
    }
    expect(openInstalledFont(Buffer.from('<html>not a font</html>'.repeat(50)), 'x')).toBeNull();
  });

  it('with damaged bytes is none or can be drawn with', () => {
    let seed = 7;
    const random = (limit: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % limit;
    };
    let usable = 0;
    for (let round = 0; round < 400; round++) {
      const font = changed(MATH, (copy) => {
        const tags = ['head', 'hhea', 'maxp', 'cmap', 'loca', 'glyf', 'hmtx'];
        for (let count = 0; count < 30; count++) {
          const { start } = tableOf(MATH, tags[random(tags.length)] ?? 'glyf');
          copy.writeUInt8(random(256), start + random(400));
        }
        copy.fill(0xff, tableOf(MATH, 'glyf').start, tableOf(MATH, 'glyf').start + random(20_000));
      });
      const opened = openInstalledFont(font, 'x');
      if (opened === null) continue;
      usable++;
      const glyphs = Array.from({ length: 300 }, (_, index) => opened.glyphOf(0x20 + index * 37));
      expect(subsetFont(opened, [0, 1, 2, 3, 4, 5, ...glyphs]).program.length).toBeGreaterThan(100);
    }
    expect(usable).toBeGreaterThan(20);
  });
});
