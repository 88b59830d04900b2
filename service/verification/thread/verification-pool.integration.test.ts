import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { smallPdfs } from '../../../e2e/documents/pdf/make-pdfs.ts';
import { cmsOf, makeSigner, signPdf, type SignerFixture } from '../pades/signed-pdf.suite.ts';
import type { VerificationTask } from '../verification.ts';
import { createVerificationPool, type VerificationPool } from './verification-pool.ts';
import { createHash } from 'node:crypto';

const ENTRY = fileURLToPath(new URL('main.ts', import.meta.url));
let fixture: SignerFixture;
let folder = '';
let signed: Buffer;
let pool: VerificationPool | undefined;

beforeAll(() => {
  fixture = makeSigner();
  folder = mkdtempSync(join(tmpdir(), 'verification-pool-'));
  signed = signPdf(smallPdfs()['classic'] ?? Buffer.alloc(0), fixture.signer);
});

afterAll(() => {
  fixture.remove();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(async () => {
  await pool?.close();
});

function open(options: { entry?: string; timeoutMilliseconds?: number; size?: number } = {}): VerificationPool {
  pool = createVerificationPool({ entry: ENTRY, size: 1, timeoutMilliseconds: 20_000, heapMebibytes: 64, ...options });
  return pool;
}

function task(change: Partial<VerificationTask> = {}): VerificationTask {
  const document = { kind: 'bytes', bytes: signed } as const;
  const { trust } = fixture;
  return { format: 'PAdES', document, original: null, trust, revocationMode: 'Offline', at: new Date(), ...change };
}

function inFile(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

describe('the verification pool with its real thread', () => {
  it('judges a PDF in memory and in a file', async () => {
    const verifier = open();
    const inMemory = await verifier.verify(task());
    expect(inMemory).toMatchObject({ overallStatus: 'VALID', isValid: true, format: 'PAdES' });
    const path = inFile('signed.pdf', signed);
    const fromFile = await verifier.verify(task({ document: { kind: 'file', path } }));
    expect({ ...fromFile, checkedAt: inMemory.checkedAt }).toEqual(inMemory);
  });

  it('judges attached and detached CAdES', async () => {
    const original = Buffer.from('Pay 10 EUR');
    const bytes = Buffer.from(cmsOf(fixture.signer)(createHash('sha256').update(original).digest()));
    const document = { kind: 'bytes', bytes } as const;
    const verifier = open({ size: 2 });
    const [good, missing, other] = await Promise.all([
      verifier.verify(task({ format: 'CAdES', document, original: { kind: 'bytes', bytes: original } })),
      verifier.verify(task({ format: 'CAdES', document })),
      verifier.verify(task({ format: 'CAdES', document, original: { kind: 'bytes', bytes: signed } })),
    ]);
    expect(good.overallStatus).toBe('VALID');
    expect(missing).toMatchObject({ overallStatus: 'INDETERMINATE' });
    expect(missing.reasonCodes).toContain('SIG_DETACHED_CONTENT_MISSING');
    expect(other).toMatchObject({ overallStatus: 'INVALID' });
  });

  it('answers for a file that is not there and for a format it cannot judge', async () => {
    const verifier = open();
    const gone = await verifier.verify(task({ document: { kind: 'file', path: join(folder, 'gone.pdf') } }));
    expect(gone).toMatchObject({ overallStatus: 'INDETERMINATE', reasonCodes: ['VERIFICATION_CRASHED'] });
    expect(JSON.stringify(gone)).not.toContain(folder);
    const unknown = await verifier.verify(task({ format: 'ASiC_S' }));
    expect(unknown).toMatchObject({ overallStatus: 'INDETERMINATE', reasonCodes: ['VERIFICATION_CRASHED'] });
    expect((await verifier.verify(task())).overallStatus).toBe('VALID');
  });

  it('ends a thread that runs out of time, and goes on with the next document', async () => {
    const slow = `import { parentPort } from 'node:worker_threads';
      parentPort.on('message', (task) => {
        if (task.format === 'PAdES') for (;;);
        parentPort.postMessage({ outcome: { overallStatus: 'VALID' } });
      });`;
    const verifier = open({ entry: inFile('slow.mjs', slow), timeoutMilliseconds: 500 });
    const [stuck, next] = await Promise.all([verifier.verify(task()), verifier.verify(task({ format: 'CAdES' }))]);
    expect(stuck).toMatchObject({ overallStatus: 'INDETERMINATE', reasonCodes: ['VERIFICATION_TIMEOUT'] });
    expect(next.overallStatus).toBe('VALID');
  });

  it('ends a thread that runs out of memory, and goes on with the next document', async () => {
    const greedy = `import { parentPort } from 'node:worker_threads';
      parentPort.on('message', (task) => {
        const kept = [];
        while (task.format === 'PAdES') kept.push(new Array(10_000).fill(kept.length));
        parentPort.postMessage({ outcome: { overallStatus: 'VALID' } });
      });`;
    const verifier = open({ entry: inFile('greedy.mjs', greedy) });
    const [full, next] = await Promise.all([verifier.verify(task()), verifier.verify(task({ format: 'CAdES' }))]);
    expect(full).toMatchObject({ overallStatus: 'INDETERMINATE', reasonCodes: ['VERIFICATION_CRASHED'] });
    expect(next.overallStatus).toBe('VALID');
  });
});
