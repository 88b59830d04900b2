import { readFile } from 'node:fs/promises';
import { PdfError } from '../../../service/codecs/pdf/pdf-error.ts';
import type { SignatureAppearance } from '../../../service/codecs/pdf/signature-options.ts';
import { readStampImage } from '../../../service/codecs/pdf/stamp/read-stamp-image.ts';
import type { StampImage } from '../../../service/codecs/pdf/stamp/stamp-image.ts';
import { signatureStamp, stampNeedsShaping } from '../../../service/codecs/pdf/stamp/signature-stamp.ts';
import { cleanStampText } from '../../../service/codecs/pdf/stamp/text-line.ts';
import type { EngineDocument, EngineTask } from '../engine.ts';
import { InstalledFonts } from './installed-fonts.ts';
import { stampContentOf } from './stamp-content.ts';
import { loadStampFonts } from './stamp-fonts.ts';

/** Above what any configuration should allow; keeps a wrong file from filling the memory. */
const MAX_IMAGE_BYTES = 32 * 1024 * 1024;

/** One for the process: what was found once is kept. */
const installedFonts = new InstalledFonts();

/**
 * The stamp a task asks for, null for an invisible signature: a note or an image implies a visible stamp (specification,
 * signatureNote and signatureImage). The time is that of the station's clock on the wall with its distance to UTC.
 * Throws PdfError (PDF_STAMP_IMAGE_INVALID) and errors of node:fs.
 */
export async function stampFor(
  { order, key, at, appearance }: EngineTask,
  signerName: (certificate: Uint8Array) => string,
): Promise<SignatureAppearance | null> {
  const { signatureNote: note, stampOptions } = order;
  if (!order.visibleSignature && note === null && appearance === null && stampOptions === null) return null;
  const image = appearance === null ? null : await readImage(appearance);
  const text = { signerName: signerName(key.certificate), note };
  const loaded = await loadStampFonts(stampNeedsShaping(text));
  const fonts = await installedFonts.complete(loaded, cleanStampText(`${text.signerName}\n${note ?? ''}`));
  const said = stampContentOf(stampOptions?.template ?? null, key.certificate, at);
  return signatureStamp({ ...text, ...said, image }, fonts);
}

async function readImage({ path, size }: EngineDocument): Promise<StampImage> {
  if (size > MAX_IMAGE_BYTES) throw new PdfError('PDF_STAMP_IMAGE_INVALID', 'its file is too large');
  return readStampImage(await readFile(path));
}
