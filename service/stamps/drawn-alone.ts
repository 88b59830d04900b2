import { bytesSource } from '../codecs/byte-source.ts';
import { IncrementalUpdate } from '../codecs/pdf/incremental-update.ts';
import { findPage } from '../codecs/pdf/page-tree.ts';
import { openPdf } from '../codecs/pdf/pdf-document.ts';
import { dictionaryOf } from '../codecs/pdf/pdf-objects.ts';
import type { StampDrawing } from '../codecs/pdf/signature-options.ts';

/** A PDF of one page as large as the drawing, and nothing on it but that. */
export function drawnAlone(drawing: StampDrawing, isTransparent: boolean): Buffer {
  const empty = emptyPage(drawing.width, drawing.height, isTransparent ? '1.7' : '1.3');
  const document = openPdf(bytesSource(empty));
  const update = new IncrementalUpdate(document);
  const page = findPage(document, 1);
  const resources = dictionaryOf({ XObject: dictionaryOf({ S: drawing.draw(update, 0) }) });
  const contents = update.addStream(dictionaryOf({}), Buffer.from('/S Do', 'latin1'));
  update.replace(page.reference, page.dictionary.with({ Resources: resources, Contents: contents }));
  return Buffer.concat([empty, update.build().bytes]);
}

function emptyPage(width: number, height: number, version: string): Buffer {
  const objects = [
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 ${width.toFixed(3)} ${height.toFixed(3)}]>>`,
  ];
  let text = `%PDF-${version}\n`;
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 4\n0000000000 65535 f \n${rows}trailer\n<</Size 4 /Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
