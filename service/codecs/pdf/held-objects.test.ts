import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf } from '../../../e2e/documents/pdf/pdf-builder.ts';

/** Weighs about 14 MB when it is read, and many of them together more than anything that is allowed. */
const HEAVY = `[${'<<>>'.repeat(60_000)}]`;
const COUNT = 14;
/** Less than these objects take together, and enough for those that may be kept. */
const HEAP_MEBIBYTES = 160;
/** Also ends it where its memory is not enough. */
const READER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { pdf, files } = workerData;
  Promise.all(files.map((file) => import(file))).then(([opened, audit, source]) => {
    const read = () => audit.findReadingDifference(opened.openPdf(source.bytesSource(pdf)));
    try { parentPort.postMessage(String(read())); } catch (error) { parentPort.postMessage(error.code); }
  });`;
const FILES = ['pdf-document.ts', 'page-audit.ts', '../byte-source.ts'].map(
  (file) => new URL(file, import.meta.url).href,
);

/** What reading a document in little memory ends with: its cause or "null", or a code. */
function readInLittleMemory(pdf: Uint8Array): Promise<unknown> {
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MEBIBYTES };
  const worker = new Worker(READER, { eval: true, workerData: { pdf, files: FILES }, resourceLimits });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  }).finally(() => worker.terminate());
}

function withResources(kind: string, object: string): Buffer {
  const numbers = Array.from({ length: COUNT }, (_, index) => 20 + index);
  const resources = `/${kind} << ${numbers.map((number) => `/N${number} ${number} 0 R`).join(' ')} >>`;
  const page = `<</Type /Page /Parent 2 0 R /Contents 4 0 R /Resources <<${resources}>>>>`;
  const extra = Object.fromEntries(numbers.map((number) => [number, object]));
  return buildPdf({ pieces: onePage({ extra: { 3: page, ...extra } }) });
}

/** `revisions` cross-reference tables without entries, each with a trailer. */
function withTrailers(entry: string, revisions: number): Buffer {
  const pieces = [buildPdf({ pieces: onePage() })];
  let previous = Number(/startxref\s+(\d+)/u.exec(pieces[0]?.toString('latin1') ?? '')?.[1]);
  for (let revision = 0; revision < revisions; revision++) {
    const offset = pieces.reduce((sum, { length }) => sum + length, 0);
    const trailer = `<< /Size 9 /Root 1 0 R /Prev ${previous} ${entry} >>`;
    pieces.push(Buffer.from(`xref\n0 0\ntrailer\n${trailer}\nstartxref\n${offset}\n%%EOF\n`));
    previous = offset;
  }
  return Buffer.concat(pieces);
}

describe('objects of a document that together take more memory than there is', { timeout: 60_000 }, () => {
  it.each(['Properties', 'ColorSpace'])('are read one after the other among resources: %s', async (kind) => {
    expect(await readInLittleMemory(withResources(kind, HEAVY))).toBe('null');
  });

  it('are refused where they are needed at once: keys named twice', async () => {
    const twice = `<< /Key ${HEAVY} /Key ${HEAVY} >>`;
    expect(await readInLittleMemory(withResources('Properties', twice))).toBe('PDF_LIMIT_EXCEEDED');
  });

  it('are refused where they are needed at once: trailers', async () => {
    expect(await readInLittleMemory(withTrailers(`/Key ${HEAVY}`, COUNT))).toBe('PDF_LIMIT_EXCEEDED');
    expect(await readInLittleMemory(withTrailers('/Key []', 30))).toBe('null');
  });
});
