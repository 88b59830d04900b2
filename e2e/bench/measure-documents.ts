import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';
import { verifyDocument } from '../../service/verification/verify-document.ts';
import { makeTestCa } from '../actors/ca/make-test-ca.ts';
import { signFile, softwareSignerOf } from '../actors/engines/sign-with-engine.ts';
import { preparePadesDocument, writePadesDocument } from '../../worker/engines/pades/pades-document.ts';
import { writeBigImages, writeManyObjects } from '../documents/pdf/large-pdfs.ts';
import type { Row } from './row.ts';

const MEBIBYTE = 1_048_576;

const TWO_GIGABYTES = [
  { format: 'CAdES', packaging: 'encapsulated' },
  { format: 'CAdES', packaging: 'detached' },
  { format: 'ASiC_S', packaging: null },
  { format: 'ASiC_E', packaging: null },
] as const;

/** Large documents, each in a process of its own so that its peak memory is its own. */
export function measureLargeDocuments(): Row[] {
  return [
    ...largeRows('objects', '100 MB PDF with 300,000 objects', { memory: 32, milliseconds: 150 }),
    ...largeRows('images', '500 MB PDF', { memory: 16 }),
    ...TWO_GIGABYTES.flatMap(({ format, packaging }) => {
      const what = `2 GB ${format}${packaging === null ? '' : ` ${packaging}`}, signed and verified`;
      return largeRows(`${format}/${packaging ?? ''}`, what, { memory: 16 });
    }),
  ];
}

function largeRows(kind: string, what: string, limit: { memory: number; milliseconds?: number }): Row[] {
  const run = spawnSync(process.execPath, [fileURLToPath(import.meta.url), kind], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  const { milliseconds, peakMebibytes } = parseResult(run.stdout);
  const memory: Row = {
    what: `peak memory above idle, ${what}`,
    measured: peakMebibytes,
    unit: 'MiB',
    better: 'lower',
    limit: `under ${limit.memory} MiB`,
    isReached: peakMebibytes < limit.memory,
    limitedBy: 'what the document needs to be known of at once: the table of its objects, the pieces being read',
  };
  if (limit.milliseconds === undefined) return [memory];
  return [
    {
      what: `prepare, digest and write, ${what}`,
      measured: milliseconds,
      unit: 'ms',
      better: 'lower',
      limit: `under ${limit.milliseconds} ms`,
      isReached: milliseconds < limit.milliseconds,
      limitedBy: 'SHA-256 of the whole file and copying it',
    },
    memory,
  ];
}

function parseResult(text: string): { milliseconds: number; peakMebibytes: number } {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null || !('milliseconds' in parsed) || !('peakMebibytes' in parsed)) {
    throw new Error('The measuring process answered nonsense.');
  }
  return { milliseconds: Number(parsed.milliseconds), peakMebibytes: Number(parsed.peakMebibytes) };
}

/** The measuring process: makes the document, then lets the engine work on it. */
async function measureOne(kind: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'station-bench-'));
  try {
    const large = TWO_GIGABYTES.find(({ format, packaging }) => kind === `${format}/${packaging ?? ''}`);
    const run = large === undefined ? largePdf(folder, kind) : await twoGigabytes(folder, large);
    // The code is loaded and warm when the peak is reset; what is counted is what the document costs.
    resetPeak();
    const before = peak();
    const startedAt = performance.now();
    await run();
    const milliseconds = performance.now() - startedAt;
    process.stdout.write(JSON.stringify({ milliseconds, peakMebibytes: peak() - before }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function largePdf(folder: string, kind: string): () => Promise<void> {
  const input = path.join(folder, 'input.pdf');
  if (kind === 'objects') writeManyObjects(input, 300_000, 100 * MEBIBYTE);
  else writeBigImages(input, 25, 20 * MEBIBYTE);
  return async () => {
    const prepared = await preparePadesDocument(input, 'SHA-256', {
      kind: 'signature',
      at: new Date(),
      contentsBytes: 8_192,
      reason: null,
      page: 1,
      appearance: null,
    });
    const output = await writePadesDocument(prepared, new Uint8Array(8_000), path.join(folder, 'output.pdf'));
    if (output.size <= statSync(input).size) throw new Error('Nothing was appended.');
  };
}

/** Signs and verifies 2 GB, after the same with 2 MB. */
async function twoGigabytes(
  folder: string,
  { format, packaging }: (typeof TWO_GIGABYTES)[number],
): Promise<() => Promise<void>> {
  const ca = makeTestCa(path.join(folder, 'ca'));
  const signer = softwareSignerOf(ca, 'rsa-2048');
  const trust = { trustAnchors: [ca.trustAnchor], intermediates: [], crls: ca.crls(), ocspResponses: [] };
  const run = async (size: number): Promise<void> => {
    const input = path.join(folder, `input-${size}.bin`);
    writeFileSync(input, '');
    truncateSync(input, size);
    const output = path.join(folder, `output-${size}.bin`);
    const document = { path: input, size, originalFileName: 'input.bin' };
    await signFile(document, output, signer, { format, packaging });
    const report = await verifyDocument({
      ...{ format, trust, revocationMode: 'Offline', at: new Date() },
      document: { kind: 'file', path: output },
      original: packaging === 'detached' ? { kind: 'file', path: input } : null,
    });
    if (!report.isValid) throw new Error(`${format} of ${size} bytes: ${report.reasonCodes.join(', ')}`);
  };
  await run(2 * MEBIBYTE);
  return () => run(2_048 * MEBIBYTE);
}

/** Peak resident memory since the last reset, MiB. Linux: the high-water mark is reset through /proc. */
function peak(): number {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

function resetPeak(): void {
  globalThis.gc?.();
  writeFileSync('/proc/self/clear_refs', '5');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await measureOne(process.argv[2] ?? '');
