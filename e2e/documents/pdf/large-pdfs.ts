import { closeSync, openSync, writeSync } from 'node:fs';
import { stream, type Pieces } from './pdf-builder.ts';
import { onePage } from './one-page.ts';

/** A file of `objects` small objects and about `bytes` bytes with a classic table. */
export function writeManyObjects(path: string, objects: number, bytes: number): void {
  const filling = 'x'.repeat(Math.max(0, Math.floor(bytes / objects) - 60));
  writeLarge(path, onePage(), objects, (number) => `<</N ${number} /S (${filling})>>`);
}

/** A file with `images` uncompressed image streams of `bytesEach`. */
export function writeBigImages(path: string, images: number, bytesEach: number): void {
  const data = Buffer.alloc(bytesEach, 0x7f);
  writeLarge(path, onePage(), images, () =>
    stream(`/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8`, data),
  );
}

function writeLarge(path: string, first: Pieces, more: number, piece: (number: number) => string | Uint8Array): void {
  const file = openSync(path, 'w');
  let position = 0;
  let pending: Buffer[] = [];
  const offsets: number[] = [];
  const flush = (): void => {
    writeSync(file, Buffer.concat(pending));
    pending = [];
  };
  const add = (bytes: string | Uint8Array): void => {
    const chunk = Buffer.from(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    pending.push(chunk);
    position += chunk.length;
    if (pending.length > 10_000 || chunk.length > 100_000) flush();
  };
  add('%PDF-1.7\n');
  const base = Object.keys(first).length;
  for (let number = 1; number <= base + more; number++) {
    offsets[number] = position;
    add(`${number} 0 obj\n`);
    add(first[number] ?? piece(number));
    add('\nendobj\n');
  }
  const start = position;
  add(`xref\n0 ${base + more + 1}\n0000000000 65535 f \n`);
  for (let number = 1; number <= base + more; number++) add(`${String(offsets[number]).padStart(10, '0')} 00000 n \n`);
  add(`trailer\n<</Size ${base + more + 1} /Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
  flush();
  closeSync(file);
}
