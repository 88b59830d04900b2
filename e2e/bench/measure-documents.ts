import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';
import { verifyDocument } from '../../service/verification/verify-document.ts';
import { preparePadesDocument, writePadesDocument } from '../../worker/engines/pades/pades-document.ts';
import { writeBigImages, writeManyObjects } from '../documents/pdf/make-pdfs.ts';
import type { Row } from './measure-station.ts';

const MEBIBYTE = 1_048_576;

/** Verifications per second of one core, in this process. */
export function measureVerification(signedPdf: Uint8Array): Row {
  const task = {
    format: 'PAdES' as const,
    document: { kind: 'bytes' as const, bytes: signedPdf },
    original: null,
    trust: { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] },
    revocationMode: 'Offline' as const,
    at: new Date(),
  };
  const judge = (rounds: number): number => {
    const startedAt = performance.now();
    for (let round = 0; round < rounds; round++) {
      if (!verifyDocument(task).signature.cryptoValid) throw new Error('The benchmark document does not verify.');
    }
    return (1_000 * rounds) / (performance.now() - startedAt);
  };
  judge(200);
  const rate = judge(1_000);
  return {
    what: 'verifications/s of a 100 KB PAdES, one core',
    measured: rate,
    unit: '/s',
    limit: 'at least 500/s',
    isReached: rate >= 500,
  };
}

/** Large documents, each in a process of its own so that its peak memory is its own. */
export function measureLargeDocuments(): Row[] {
  return [
    ...largeRows('objects', '100 MB PDF with 300,000 objects', { memory: 200, milliseconds: 2_000 }),
    ...largeRows('images', '500 MB PDF', { memory: 64 }),
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
    limit: `under ${limit.memory} MiB`,
    isReached: peakMebibytes < limit.memory,
  };
  if (limit.milliseconds === undefined) return [memory];
  return [
    {
      what: `prepare, digest and write, ${what}`,
      measured: milliseconds,
      unit: 'ms',
      limit: `under ${limit.milliseconds} ms`,
      isReached: milliseconds < limit.milliseconds,
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

/** The measuring process: makes the document, then prepares and writes it with an empty signature. */
async function measureOne(kind: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'station-bench-'));
  try {
    const input = path.join(folder, 'input.pdf');
    if (kind === 'objects') writeManyObjects(input, 300_000, 100 * MEBIBYTE);
    else writeBigImages(input, 25, 20 * MEBIBYTE);
    resetPeak();
    const before = peak();
    const startedAt = performance.now();
    const prepared = await preparePadesDocument(input, 'SHA-256', {
      kind: 'signature',
      at: new Date(),
      contentsBytes: 8_192,
      reason: null,
      page: 1,
      appearance: null,
    });
    const output = await writePadesDocument(prepared, new Uint8Array(8_000), path.join(folder, 'output.pdf'));
    const milliseconds = performance.now() - startedAt;
    const peakMebibytes = peak() - before;
    if (output.size <= statSync(input).size) throw new Error('Nothing was appended.');
    process.stdout.write(JSON.stringify({ milliseconds, peakMebibytes }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
