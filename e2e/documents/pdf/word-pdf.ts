import type { Pieces } from './pdf-builder.ts';

const PIECES: Pieces = {
  1: '<</Type /Catalog /Pages 2 0 R>>',
  2: '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842]>>',
  3: '<</Type /Page /Parent 2 0 R /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>>>',
  4: '<</Length 41>>\nstream\nBT /F1 24 Tf 72 700 Td (Pay 10 EUR) Tj ET\nendstream',
  5: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
};

/**
 * A hybrid file as Word writes it (ISO 32000-2 clause 7.5.8.4): a table, then an empty one with the hidden part, whose
 * stream lies before both. Other writers leave out the end of the first table. `edit` changes the stream's object.
 */
export function wordPdf(hasOneEnd: boolean, edit: (text: string) => string = (text) => text): Buffer {
  let text = '%PDF-1.7\n';
  const offsets: number[] = [];
  for (const [number, body] of Object.entries(PIECES)) {
    offsets.push(text.length);
    text += `${number} 0 obj\n${String(body)}\nendobj\n`;
  }
  const container = text.length;
  text += '7 0 obj\n<</Type /ObjStm /N 1 /First 4 /Length 14>>\nstream\n8 0 (a hint)  \nendstream\nendobj\n';
  const hidden = text.length;
  offsets.push(hidden);
  const rows = String.fromCharCode(1, container >> 8, container & 255, 0, 2, 0, 7, 0);
  const dictionary = '<</Type /XRef /Size 9 /W [1 2 1] /Index [7 2] /Root 1 0 R /Length 8>>';
  text += edit(`6 0 obj\n${dictionary}\nstream\n${rows}\nendstream\nendobj\n`);
  const table = text.length;
  const inUse = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  text += `xref\n0 9\n0000000007 65535 f \n${inUse.join('')}0000000008 65535 f \n0000000000 65535 f \n`;
  text += 'trailer\n<</Size 9 /Root 1 0 R>>\n';
  if (!hasOneEnd) text += `startxref\n${table}\n%%EOF\n`;
  const second = text.length;
  text += `xref\n0 0\ntrailer\n<</Size 9 /Root 1 0 R /Prev ${table} /XRefStm ${hidden}>>\n`;
  return Buffer.from(`${text}startxref\n${second}\n%%EOF\n`, 'latin1');
}
