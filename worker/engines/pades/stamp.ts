import { readFile } from 'node:fs/promises';
import { PdfError } from '../../../service/codecs/pdf/pdf-error.ts';
import type { SignatureAppearance } from '../../../service/codecs/pdf/signature-options.ts';
import { parseCertificate } from '../../../service/codecs/x509/certificate.ts';
import { makeStamp } from '../../../service/stamps/make-stamp.ts';
import type { EngineDocument, EngineTask } from '../engine.ts';

/** Above what any configuration should allow; keeps a wrong file from filling the memory. */
const MAX_IMAGE_BYTES = 32 * 1024 * 1024;

/**
 * The stamp a task asks for, null for an invisible signature: a note or an image implies a visible stamp (specification,
 * signatureNote and signatureImage), and so do a place and a template. Throws PdfError (PDF_STAMP_IMAGE_INVALID) and
 * errors of node:fs.
 */
export async function stampFor(
  { order, key, at, appearance }: EngineTask,
  signerName: (certificate: Uint8Array) => string,
): Promise<SignatureAppearance | null> {
  const { signatureNote, stampOptions } = order;
  if (!order.visibleSignature && signatureNote === null && appearance === null && stampOptions === null) return null;
  const template = stampOptions?.template ?? null;
  return makeStamp({
    ...{ signerName: signerName(key.certificate), at, signatureNote, template, language: stampOptions?.language },
    identityNumber: template === null ? null : parseCertificate(key.certificate).subject.attribute('serialNumber'),
    image: appearance === null ? null : await readImage(appearance),
  });
}

async function readImage({ path, size }: EngineDocument): Promise<Uint8Array> {
  if (size > MAX_IMAGE_BYTES) throw new PdfError('PDF_STAMP_IMAGE_INVALID', 'its file is too large');
  return readFile(path);
}
