import type { StampLanguage, StampTemplate } from '../contract/vocabulary/stamp.ts';
import type { SignatureAppearance } from '../codecs/pdf/signature-options.ts';
import { readStampImage } from '../codecs/pdf/stamp/read-stamp-image.ts';
import { signatureStamp, stampNeedsShaping } from '../codecs/pdf/stamp/signature-stamp.ts';
import { cleanStampText } from '../codecs/pdf/stamp/text-line.ts';
import { InstalledFonts } from './installed-fonts.ts';
import { stampContentOf } from './stamp-content.ts';
import { loadStampFonts } from './stamp-fonts.ts';

/** One for the process: what was found once is kept. */
const installedFonts = new InstalledFonts();

/** What is known of a signature that shows itself. */
export interface StampFacts {
  readonly signerName: string;
  /** serialNumber of the certificate's subject; null without one. */
  readonly identityNumber: string | null;
  readonly at: Date;
  readonly signatureNote: string | null;
  readonly template: StampTemplate | null;
  /** Of the stamp's own words; English without it. */
  readonly language?: StampLanguage | undefined;
  /** JPEG or PNG. */
  readonly image: Uint8Array | null;
}

/**
 * The stamp of a signature in the fonts of the product, and of the machine for what those lack. The worker draws every
 * stamp with it, and a preview, too. Throws PdfError (PDF_STAMP_IMAGE_INVALID) and errors of node:fs.
 */
export async function makeStamp(facts: StampFacts): Promise<SignatureAppearance> {
  const { signerName, identityNumber, at, signatureNote, template, language = 'en' } = facts;
  const image = facts.image === null ? null : await readStampImage(facts.image);
  const loaded = await loadStampFonts(stampNeedsShaping({ signerName, signatureNote }));
  const fonts = await installedFonts.complete(loaded, cleanStampText(`${signerName}\n${signatureNote ?? ''}`));
  const content = stampContentOf(template, identityNumber, at);
  return signatureStamp({ signerName, signatureNote, image, language, ...content }, fonts);
}
