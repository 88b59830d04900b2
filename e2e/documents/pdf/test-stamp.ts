import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { SignatureAppearance } from '../../../service/codecs/pdf/signature-options.ts';
import { signatureStamp, type StampContent } from '../../../service/codecs/pdf/stamp/signature-stamp.ts';
import type { StampFonts } from '../../../service/codecs/pdf/stamp/stamp-font.ts';
import { TrueTypeFont } from '../../../service/codecs/pdf/stamp/true-type-font.ts';

/** Stamps for tests, drawn with the product's fonts but without a shaper. */

const { resolve } = createRequire(import.meta.url);

function font(name: string): { font: TrueTypeFont; shape: null } {
  const bytes = readFileSync(resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
  return { font: new TrueTypeFont(bytes, name), shape: null };
}

export const TEST_FONTS: StampFonts = { regular: font('DejaVuSans'), bold: font('DejaVuSans-Bold') };

export function testStamp(content: Partial<StampContent> = {}): SignatureAppearance {
  const usual: StampContent = {
    signerName: 'Ann Test',
    at: new Date('2026-03-04T05:06:07Z'),
    utcOffsetMinutes: 0,
    signatureNote: null,
    image: null,
  };
  return signatureStamp({ ...usual, ...content }, TEST_FONTS);
}
