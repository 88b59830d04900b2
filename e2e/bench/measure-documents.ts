import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';
import type { Packaging } from '../../service/contract/vocabulary/signature-formats.ts';
import { verifyDocument } from '../../service/verification/verify-document.ts';
import { makeTestCa, type TestCa } from '../actors/ca/make-test-ca.ts';
import { localLevelServices } from '../actors/levels/local-level-services.ts';
import { signFile, softwareSignerOf } from '../actors/engines/sign-with-engine.ts';
import { createEngines } from '../../worker/engines/engines.ts';
import { preparePadesDocument, writePadesDocument } from '../../worker/engines/pades/pades-document.ts';
import { writeBigImages, writeManyObjects } from '../documents/pdf/large-pdfs.ts';
import type { Row } from './row.ts';

const MEBIBYTE = 1_048_576;

interface LargeKind {
  readonly format: 'CAdES' | 'XAdES' | 'ASiC_S' | 'ASiC_E';
  readonly packaging: Packaging | null;
  readonly containerSignature?: 'XAdES';
}

const TWO_GIGABYTES: readonly LargeKind[] = [
  { format: 'CAdES', packaging: 'encapsulated' },
  { format: 'CAdES', packaging: 'detached' },
  { format: 'ASiC_S', packaging: null },
  { format: 'ASiC_E', packaging: null },
  { format: 'ASiC_E', packaging: null, containerSignature: 'XAdES' },
];

/** Of large files that are raised to level LTA, too. */
const LASTING: readonly LargeKind[] = [...TWO_GIGABYTES, { format: 'XAdES', packaging: 'detached' }];

/** After the name of a kind: what is measured is the second signature. */
const AGAIN = ' again';
/** After the name of a kind: what is measured is the way from level B by T and LT to LTA. */
const RAISED = ' LTA';

/** Large documents, each in a process of its own so that its peak memory is its own. */
export function measureLargeDocuments(): Row[] {
  return [
    ...largeRows('objects', '100 MB PDF with 300,000 objects', { memory: 32, milliseconds: 150 }),
    ...largeRows('images', '500 MB PDF', { memory: 16 }),
    ...TWO_GIGABYTES.flatMap((kind) => [
      ...largeRows(nameOf(kind), `2 GB ${nameOf(kind)}, signed and verified`, { memory: 16 }),
      ...largeRows(`${nameOf(kind)}${AGAIN}`, `2 GB ${nameOf(kind)}, signed by another as well, and verified`, {
        memory: 16,
      }),
    ]),
    ...LASTING.flatMap((kind) =>
      largeRows(`${nameOf(kind)}${RAISED}`, `2 GB ${nameOf(kind)}, raised to T, LT and LTA and verified`, {
        memory: 16,
      }),
    ),
  ];
}

function nameOf({ format, packaging, containerSignature }: LargeKind): string {
  return [format, packaging, containerSignature].filter(Boolean).join(' ');
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
    const large = LASTING.find((one) => [AGAIN, RAISED, ''].some((more) => kind === nameOf(one) + more));
    const run =
      large === undefined
        ? largePdf(folder, kind)
        : await (kind.endsWith(RAISED)
            ? raisedGigabytes(folder, large)
            : twoGigabytes(folder, large, kind.endsWith(AGAIN)));
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
      appearancePageNumber: 1,
      appearance: null,
    });
    const output = await writePadesDocument(prepared, new Uint8Array(8_000), path.join(folder, 'output.pdf'));
    if (output.size <= statSync(input).size) throw new Error('Nothing was appended.');
  };
}

/** Signs and verifies 2 GB after the same with 2 MB; or, when they are signed already, with another signer. */
async function twoGigabytes(folder: string, kind: LargeKind, isAgain: boolean): Promise<() => Promise<void>> {
  const ca = makeTestCa(path.join(folder, 'ca'));
  const small = makeEmpty(folder, 2 * MEBIBYTE);
  const large = makeEmpty(folder, 2_048 * MEBIBYTE);
  const first = await signOnce(ca, kind, small);
  await verifyAll(ca, kind, small, first, 1);
  if (!isAgain) return async () => verifyAll(ca, kind, large, await signOnce(ca, kind, large), 1);
  await verifyAll(ca, kind, small, await signAgain(ca, kind, small, first), 2);
  const signed = await signOnce(ca, kind, large);
  return async () => verifyAll(ca, kind, large, await signAgain(ca, kind, large, signed), 2);
}

/** Raises a signature over 2 GB level by level after the same with 2 MB. */
async function raisedGigabytes(folder: string, kind: LargeKind): Promise<() => Promise<void>> {
  const ca = makeTestCa(path.join(folder, 'ca'));
  ca.renewCrls();
  const small = makeEmpty(folder, 2 * MEBIBYTE);
  const large = makeEmpty(folder, 2_048 * MEBIBYTE);
  await verifyAll(ca, kind, small, await raise(ca, kind, small, await signOnce(ca, kind, small)), 1);
  const signed = await signOnce(ca, kind, large);
  return async () => verifyAll(ca, kind, large, await raise(ca, kind, large, signed), 1);
}

async function raise(ca: TestCa, { format, packaging }: LargeKind, input: string, signed: string): Promise<string> {
  const services = localLevelServices(ca);
  const content = packaging === 'detached' ? documentOf(input) : null;
  let inputPath = signed;
  for (const level of ['T', 'LT', 'LTA'] as const) {
    const outputPath = `${signed}.${level}`;
    const task = { inputPath, outputPath, content, before: null, level, hash: 'SHA-256', at: new Date() } as const;
    await createEngines()[format].extend({ ...task, services });
    rmSync(inputPath);
    inputPath = outputPath;
  }
  return inputPath;
}

function makeEmpty(folder: string, size: number): string {
  const file = path.join(folder, `input-${size}.bin`);
  writeFileSync(file, '');
  truncateSync(file, size);
  return file;
}

function documentOf(file: string): { path: string; size: number; originalFileName: string } {
  return { path: file, size: statSync(file).size, originalFileName: 'input.bin' };
}

async function signOnce(ca: TestCa, { format, packaging, containerSignature }: LargeKind, input: string) {
  const output = `${input}.once`;
  const request = containerSignature === undefined ? {} : { containerSignature };
  await signFile(documentOf(input), output, softwareSignerOf(ca, 'rsa-2048'), { format, packaging, request });
  return output;
}

async function signAgain(ca: TestCa, { format, packaging }: LargeKind, input: string, signed: string) {
  const output = `${input}.twice`;
  const additionalDocuments = packaging === 'detached' ? [documentOf(input)] : [];
  const signing = { format, request: { operation: 'cosign' }, additionalDocuments } as const;
  await signFile(documentOf(signed), output, softwareSignerOf(ca, 'p-256'), signing);
  return output;
}

/** Throws unless that many signatures are VALID. */
async function verifyAll(ca: TestCa, kind: LargeKind, input: string, signed: string, signers: number): Promise<void> {
  const report = await verifyDocument({
    ...{ format: kind.format, revocationMode: 'Offline', at: new Date() },
    trust: { trustAnchors: [ca.trustAnchor], intermediates: [], crls: ca.crls(), ocspResponses: [] },
    document: { kind: 'file', path: signed },
    original: kind.packaging === 'detached' ? { kind: 'file', path: input } : null,
  });
  const isGood = report.isValid && report.signatures.length === signers;
  if (!isGood) throw new Error(`${nameOf(kind)}, ${signed}: ${report.reasonCodes.join(', ')}`);
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
