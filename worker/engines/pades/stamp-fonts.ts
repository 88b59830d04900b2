import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { StampFont, StampFonts, TextShaper } from '../../../service/codecs/pdf/stamp/stamp-font.ts';
import { TrueTypeFont } from '../../../service/codecs/pdf/stamp/true-type-font.ts';

const NAMES = { regular: 'DejaVuSans', bold: 'DejaVuSans-Bold' } as const;

let plain: StampFonts | undefined;
let shaping: Promise<StampFonts> | undefined;

/**
 * The fonts of stamps, read once a process. Only with `needsShaping` the shaper for joined letters and placed marks is
 * loaded, which takes about a tenth of a second the first time. Throws errors of node:fs.
 */
export function loadStampFonts(needsShaping: boolean): Promise<StampFonts> {
  plain ??= {
    regular: { font: readFont(NAMES.regular), shape: null },
    bold: { font: readFont(NAMES.bold), shape: null },
  };
  if (!needsShaping) return Promise.resolve(plain);
  shaping ??= addShapers(plain);
  return shaping;
}

function readFont(name: string): TrueTypeFont {
  return new TrueTypeFont(readFileSync(fontPath(name)), name);
}

/** Beside the bundle where the fonts were copied, otherwise in the installed package. */
function fontPath(name: string): string {
  const file = `${name}.ttf`;
  const copied = [join(import.meta.dirname, 'fonts', file), join(import.meta.dirname, '../fonts', file)].find(
    existsSync,
  );
  return copied ?? createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}`);
}

async function addShapers(fonts: StampFonts): Promise<StampFonts> {
  const { default: fontkit } = await import('@pdf-lib/fontkit');
  const withShaper = ({ font }: StampFont): StampFont => {
    const shaped = fontkit.create(readFileSync(fontPath(font.postScriptName)));
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
  return { regular: withShaper(fonts.regular), bold: withShaper(fonts.bold) };
}
