import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TEST_FONTS } from '../../e2e/documents/pdf/test-stamp.ts';
import { textLine } from '../codecs/pdf/stamp/text-line.ts';
import { InstalledFonts } from './installed-fonts.ts';

const { resolve } = createRequire(import.meta.url);
/** Has brackets of Chinese that the product's fonts lack. */
const OTHER = resolve('dejavu-fonts-ttf/ttf/DejaVuMathTeXGyre.ttf');
const TEXT = 'a\u3016b';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fonts-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function install(name: string): string {
  mkdirSync(join(folder, 'truetype/some'), { recursive: true });
  const path = join(folder, 'truetype/some', name);
  copyFileSync(OTHER, path);
  return path;
}

it('finds a known font in any folder, whatever the case of its name, and keeps it', async () => {
  const path = install('SimSun.ttc');
  const fonts = new InstalledFonts([join(folder, 'missing'), folder]);
  const { regular, bold } = await fonts.complete(TEST_FONTS, TEXT);
  expect(regular.fallbacks?.map(({ postScriptName }) => postScriptName)).toEqual(['SimSun']);
  expect(bold.fallbacks).toEqual(regular.fallbacks);
  rmSync(path);
  expect((await fonts.complete(TEST_FONTS, TEXT)).regular.fallbacks?.[0]).toBe(regular.fallbacks?.[0]);
});

it('draws with it only what the own font lacks, in its widths', async () => {
  install('simsun.ttc');
  const { regular } = await new InstalledFonts([folder]).complete(TEST_FONTS, TEXT);
  const { glyphs, width } = textLine(`${TEXT}\u0915`, false, regular);
  expect(glyphs.map(({ text, font }) => [text, font?.postScriptName])).toEqual([
    ['a', undefined],
    ['\u3016', 'simsun'],
    ['b', undefined],
    ['\u0915', undefined],
  ]);
  const [other] = regular.fallbacks ?? [];
  if (other === undefined) throw new Error('no font');
  const own = (character: string): number =>
    regular.font.advanceOf(regular.font.glyphOf(character.codePointAt(0) ?? 0));
  const inOther = (other.advanceOf(other.glyphOf(0x3016)) / other.unitsPerEm) * regular.font.unitsPerEm;
  expect(width).toBeCloseTo(own('a') + inOther + own('b') + own('\u25a1'), 6);
});

it('looks for nothing while the own fonts have everything, and for no script that needs a shaper', async () => {
  const fonts = new InstalledFonts([folder]);
  for (const text of [
    'Ann M\u00fcller',
    '\u0928\u092e\u0938\u094d\u0924\u0947',
    '\u0e2a\u0e21\u0e0a\u0e32\u0e22',
    '\ue000',
  ]) {
    expect(await fonts.complete(TEST_FONTS, text)).toBe(TEST_FONTS);
  }
  // The folder is listed only now.
  install('msyh.ttc');
  expect((await fonts.complete(TEST_FONTS, TEXT)).regular.fallbacks).toHaveLength(1);
});

it('passes over files that are broken, and does without when there is no other', async () => {
  writeFileSync(join(folder, 'msyh.ttc'), 'no font');
  writeFileSync(join(folder, 'simhei.ttf'), Buffer.alloc(5000, 0xff));
  mkdirSync(join(folder, 'simsun.ttc'));
  expect(await new InstalledFonts([folder]).complete(TEST_FONTS, TEXT)).toBe(TEST_FONTS);
  install('wqy-zenhei.ttc');
  const { regular } = await new InstalledFonts([folder]).complete(TEST_FONTS, TEXT);
  expect(regular.fallbacks?.map(({ postScriptName }) => postScriptName)).toEqual(['wqy-zenhei']);
});
