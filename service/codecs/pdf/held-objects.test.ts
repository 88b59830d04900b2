import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf, stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../byte-source.ts';
import { openPdf } from './pdf-document.ts';
import { PdfReference } from './pdf-objects.ts';

/** Weighs about 14 MB when it is read, and many of them together more than anything that is allowed. */
const HEAVY = `[${'<<>>'.repeat(60_000)}]`;
const COUNT = 14;
/** Less than these objects take together, and enough for those that may be kept. */
const HEAP_MEBIBYTES = 160;
const FILES = ['pdf-document.ts', 'page-audit.ts', '../byte-source.ts'].map(
  (file) => new URL(file, import.meta.url).href,
);
const READER = `
  import { readFileSync } from 'node:fs';
  const [opened, audit, source] = await Promise.all(${JSON.stringify(FILES)}.map((file) => import(file)));
  const read = () => audit.findReadingDifference(opened.openPdf(source.bytesSource(readFileSync(process.argv[1]))));
  try { console.log(String(read())); } catch (error) { console.log(error.code); }`;

const folder = mkdtempSync(path.join(tmpdir(), 'held-objects-'));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * What reading a document in little memory ends with: its cause or "null", or a code. In a process of its own, which ends
 * where its memory is not enough: a thread at its limit can take the process around it along.
 */
async function readInLittleMemory(pdf: Uint8Array): Promise<string> {
  const place = path.join(folder, 'a.pdf');
  writeFileSync(place, pdf);
  const options = [`--max-old-space-size=${HEAP_MEBIBYTES}`, '--input-type=module', '--eval', READER, place];
  const { stdout } = await promisify(execFile)(process.execPath, options);
  return stdout.trim();
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

/** Objects 1000 and on, by turns in two object streams with heavy dictionaries, of which only one at a time is kept open. */
function inTwoStreams(count: number): Buffer {
  const half = count / 2;
  const container = (first: number): Buffer => {
    const header = Array.from({ length: half }, (_, index) => `${first + 2 * index} 0 `).join('');
    const dictionary = `/Type /ObjStm /N ${half} /First ${header.length} /Key ${HEAVY}`;
    return stream(dictionary, Buffer.from(`${header}7`.padEnd(5_000_000)));
  };
  const head = buildPdf({ pieces: { ...onePage(), 900: container(1000), 901: container(1001) } });
  const rows = Array.from({ length: count }, (_, index) => {
    const container = 900 + (index % 2);
    return [2, container >> 8, container & 0xff, 0, Math.floor(index / 2)];
  });
  const previous = /startxref\n(\d+)/.exec(head.toString('latin1'))?.[1] ?? '0';
  const entries = `/Type /XRef /Size 2000 /W [1 2 2] /Index [1000 ${count}] /Root 1 0 R /Prev ${previous}`;
  const section = stream(entries, Buffer.from(rows.flat()));
  return Buffer.concat([
    head,
    Buffer.from('1999 0 obj\n'),
    section,
    Buffer.from(`\nendobj\nstartxref\n${head.length}\n%%EOF\n`),
  ]);
}

it('are counted once, however often what holds them is opened', () => {
  const document = openPdf(bytesSource(inTwoStreams(12)));
  const values = Array.from({ length: 12 }, (_, index) => document.resolve(new PdfReference(1000 + index, 0)));
  expect(values).toEqual(values.map(() => 7));
});

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
