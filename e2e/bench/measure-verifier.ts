import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { verifyDocument } from '../../service/verification/verify-document.ts';
import type { DocumentInput, VerificationOutcome } from '../../service/verification/verification.ts';
import { SIGNATURE_FORMATS, type SignatureFormat } from '../../service/contract/vocabulary/signature-formats.ts';

/**
 * `npm run bench:verifier`: what the dearest documents cost a verifier, each in a process of its own: processor seconds
 * for the verdict, and the most memory that the process ever held (VmHWM). Ends with 1 where a goal is missed.
 */
const SECONDS = 2;
const MEBIBYTES = 300;
/** As the station starts its verifiers. */
const HEAP = ['--max-old-space-size=512', '--max-semi-space-size=16'];

const [format, file] = process.argv.slice(2);
if (file === undefined) await measureAll();
else await measureOne(SIGNATURE_FORMATS.find((one) => one === format) ?? 'CAdES', file);

/** What makes the documents is loaded here alone, and takes no memory where they are judged. */
async function measureAll(): Promise<void> {
  const { HOSTILE_DOCUMENTS } = await import('./hostile-documents.ts');
  const { HOSTILE_TEXTS } = await import('./hostile-texts.ts');
  const folder = mkdtempSync(path.join(tmpdir(), 'station-hostile-'));
  try {
    for (const one of [...HOSTILE_DOCUMENTS, ...HOSTILE_TEXTS]) {
      const place = path.join(folder, 'document');
      const bytes = one.make();
      writeFileSync(place, bytes);
      const self = fileURLToPath(import.meta.url);
      const run = spawnSync(process.execPath, [...HEAP, self, one.format, place], { encoding: 'utf8' });
      if (run.status !== 0) throw new Error(run.stderr);
      const [seconds, mebibytes, says] = run.stdout.trim().split('\t');
      const isReached = Number(seconds) < SECONDS && Number(mebibytes) < MEBIBYTES;
      if (!isReached) process.exitCode = 1;
      const size = `${(bytes.length / 1_000_000).toFixed(1)} MB`.padStart(8);
      console.log(
        `${isReached ? 'reached' : 'MISSED '}  ${String(seconds).padStart(5)} s  ${String(mebibytes).padStart(4)} MiB  ${size}  ${one.format.padEnd(6)}  ${one.what}: ${String(says)}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureOne(kind: SignatureFormat, place: string): Promise<void> {
  const trust = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };
  const judge = (document: DocumentInput): Promise<VerificationOutcome> =>
    verifyDocument({ format: kind, document, original: null, trust, revocationMode: 'Offline', at: new Date() });
  // The code of the format is loaded once in a process, and here it has to be stripped of its types for that.
  await judge({ kind: 'bytes', bytes: new Uint8Array(1) });
  const before = process.cpuUsage();
  const { overallStatus, reasonCodes } = await judge({ kind: 'file', path: place });
  const { user, system } = process.cpuUsage(before);
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  const seconds = ((user + system) / 1e6).toFixed(2);
  console.log(`${seconds}\t${(Number(peak) / 1024).toFixed(0)}\t${overallStatus} ${reasonCodes.join(', ')}`);
}
