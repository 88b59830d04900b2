import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { StampFont, StampFonts, TextShaper } from '../codecs/pdf/stamp/stamp-font.ts';
import { TrueTypeFont } from '../codecs/pdf/stamp/true-type-font.ts';

const require = createRequire(import.meta.url);

interface FontFile {
  readonly name: string;
  /** Gives the path in the installed package. Throws when that is missing. */
  readonly installed: () => string;
}

const REGULAR: FontFile = {
  name: 'DejaVuSans',
  installed: () => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
};
const BOLD: FontFile = {
  name: 'DejaVuSans-Bold',
  installed: () => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};

let plain: StampFonts | undefined;
let shaping: Promise<StampFonts> | undefined;

/**
 * The fonts of stamps, read once a process. Only with `needsShaping` the shaper for joined letters and placed marks is
 * loaded, which takes about a tenth of a second the first time. Throws errors of node:fs.
 */
export function loadStampFonts(needsShaping: boolean): Promise<StampFonts> {
  plain ??= {
    regular: { font: readFont(REGULAR), shape: null },
    bold: { font: readFont(BOLD), shape: null },
  };
  if (!needsShaping) return Promise.resolve(plain);
  // A failure to read is not for ever.
  shaping ??= addShapers(plain).catch((error: unknown) => {
    shaping = undefined;
    throw error;
  });
  return shaping;
}

/** A copy of the bytes of DejaVu Sans. Throws errors of node:fs. */
export function readStampFont(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(pathOf(REGULAR)));
}

function readFont(file: FontFile): TrueTypeFont {
  return new TrueTypeFont(readFileSync(pathOf(file)), file.name);
}

/** Beside the bundle (or above its chunks) where the fonts were copied, otherwise in the installed package. */
function pathOf({ name, installed }: FontFile): string {
  const folders = [join(import.meta.dirname, 'fonts'), join(import.meta.dirname, '../fonts')];
  const copied = folders.map((folder) => join(folder, `${name}.ttf`)).find((path) => existsSync(path));
  return copied ?? installed();
}

async function addShapers(fonts: StampFonts): Promise<StampFonts> {
  const { default: fontkit } = await import('@pdf-lib/fontkit');
  const withShaper = ({ font }: StampFont, file: FontFile): StampFont => {
    const shaped = fontkit.create(readFileSync(pathOf(file)));
    const shape: TextShaper = (text, isRightToLeft) => {
      const run = shaped.layout(text);
      const glyphs = run.glyphs.map((glyph, index) => {
        const { xAdvance = glyph.advanceWidth, xOffset = 0, yOffset = 0 } = run.positions[index] ?? {};
        const characters = String.fromCodePoint(...glyph.codePoints);
        return { glyph: glyph.id, text: characters, advance: xAdvance, xOffset, yOffset };
      });
      // It takes the direction from the script; a run without letters has none.
      return (run.direction === 'rtl') === isRightToLeft ? glyphs : glyphs.reverse();
    };
    return { font, shape };
  };
  return { regular: withShaper(fonts.regular, REGULAR), bold: withShaper(fonts.bold, BOLD) };
}
