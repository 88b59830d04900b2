import { randomBytes } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';

/** One page and an attachment that cannot be compressed. */
export async function hundredKilobytePdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage().drawText('Benchmark');
  await document.attach(randomBytes(98_000), 'filling.bin');
  return document.save();
}

/** An order of a thousand lines, as accounting programs write them. */
export function hundredKilobyteXml(): Uint8Array {
  const line = (number: number): string =>
    `  <line no="${String(number)}"><item code="A-${String(number)}">Paper &amp; pens</item><amount cur="EUR">12.50</amount></line>\n`;
  const lines = Array.from({ length: 1_020 }, (_, index) => line(index));
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<order xmlns="urn:example:order">\n${lines.join('')}</order>\n`,
  );
}
