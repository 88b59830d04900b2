import { PDFDocument, StandardFonts } from 'pdf-lib';

/** A real PDF of two pages. */
export async function makePdf(title: string): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const number of [1, 2]) {
    document.addPage([595, 842]).drawText(`${title}, page ${String(number)}`, { x: 72, y: 720, size: 20, font });
  }
  return Buffer.from(await document.save());
}
