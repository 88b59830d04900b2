import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { smallPdfs } from '../../../e2e/documents/pdf/make-pdfs.ts';
import { invalid } from '../fault.ts';
import { cmsOf, makeSigner, signPdf, type SignerFixture } from '../pades/signed-pdf.suite.ts';
import type { VerificationTask } from '../verification.ts';
import { createForkLauncher } from '../../processes/fork/fork-launcher.ts';
import { reportWithoutSignature } from '../report.ts';
import { createVerificationPool, type VerificationPool, type VerificationPoolOptions } from './verification-pool.ts';
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

function open(options: Partial<VerificationPoolOptions> = {}): VerificationPool {
  pool = createVerificationPool({
    launcher: createForkLauncher(),
    entry: ENTRY,
    env: {},
    size: 1,
    timeLimitOf: () => 20_000,
    heapMebibytes: 64,
    idleMilliseconds: 60_000,
    ...options,
  });
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

describe('the verification pool with real processes', () => {
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

  it('answers for a file that is not there and for one of another format', async () => {
    const verifier = open();
    const gone = await verifier.verify(task({ document: { kind: 'file', path: join(folder, 'gone.pdf') } }));
    expect(gone).toMatchObject({ overallStatus: 'INDETERMINATE', reasonCodes: ['VERIFICATION_CRASHED'] });
    expect(JSON.stringify(gone)).not.toContain(folder);
    const unknown = await verifier.verify(task({ format: 'ASiC_S' }));
    expect(unknown).toMatchObject({ overallStatus: 'INDETERMINATE', reasonCodes: ['ASIC_CONTAINER_INVALID'] });
    expect((await verifier.verify(task())).overallStatus).toBe('VALID');
  });

  it('ends a process that runs out of the time for documents so large, and goes on with the next document', async () => {
    const asked: number[] = [];
    const timeLimitOf = (bytes: number): number => {
      asked.push(bytes);
      return 2_000;
    };
    const verifier = open({ entry: artificial('slow.mjs', 'for (;;);'), timeLimitOf });
    const original = { kind: 'file', path: inFile('original', Buffer.alloc(1_000)) } as const;
    const gone = { kind: 'file', path: join(folder, 'gone') } as const;
    const [stuck, next] = await Promise.all([
      verifier.verify(task({ original })),
      verifier.verify(task({ format: 'CAdES', original: gone, originals: [original, original] })),
    ]);
    expect(asked).toEqual([signed.length + 1_000, signed.length + 2_000]);
    expect(stuck).toMatchObject({ overallStatus: 'INDETERMINATE', reasonCodes: ['VERIFICATION_TIMEOUT'] });
    expect(next).toMatchObject({ overallStatus: 'INVALID', detail: 'judged' });
  });

  it('survives a process that runs out of memory, and goes on with the next document', async () => {
    const greedy = 'const kept = []; for (;;) kept.push(new Array(10_000).fill(kept.length));';
    const verifier = open({ entry: artificial('greedy.mjs', greedy) });
    const [full, next] = await Promise.all([verifier.verify(task()), verifier.verify(task({ format: 'CAdES' }))]);
    expect(full).toMatchObject({ overallStatus: 'INDETERMINATE', reasonCodes: ['VERIFICATION_CRASHED'] });
    expect(next).toMatchObject({ overallStatus: 'INVALID', detail: 'judged' });
  });

  it('judges a document again whose process was killed from outside, once', async () => {
    const starts = join(folder, 'starts');
    const dying = (deaths: number): string =>
      artificial(
        `killed-${deaths}.mjs`,
        `fs.appendFileSync(${JSON.stringify(starts)}, 'x');
        if (fs.readFileSync(${JSON.stringify(starts)}).length <= ${deaths}) process.kill(process.pid, 'SIGKILL');
        else process.send({ outcome: judged });`,
      );
    for (const [deaths, expected] of [
      [1, { overallStatus: 'INVALID', detail: 'judged' }],
      [9, { overallStatus: 'INDETERMINATE', reasonCodes: ['VERIFICATION_CRASHED'] }],
    ] as const) {
      writeFileSync(starts, '');
      const verifier = open({ entry: dying(deaths) });
      const [first, next] = await Promise.all([verifier.verify(task()), verifier.verify(task({ format: 'CAdES' }))]);
      expect(first).toMatchObject(expected);
      expect(next).toMatchObject({ detail: 'judged' });
      expect(readFileSync(starts, 'utf8')).toBe('xx');
      await verifier.close();
    }
  });

  it('refuses what is over its limits, of one client only, and judges everything that it took in', async () => {
    const verifier = open({ limits: { perClient: 1, perKind: 9 } });
    const asked = (client: string) => verifier.verify(task({ asker: { kind: 'uploaded', client } }));
    // The first is begun at once, the second waits.
    const taken = [asked('a'), asked('a'), asked('b')];
    await expect(asked('a')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 });
    for (const { overallStatus } of await Promise.all(taken)) expect(overallStatus).toBe('VALID');
    expect((await asked('a')).overallStatus).toBe('VALID');
  });

  it('believes no answer of another shape', async () => {
    const verifier = open({ entry: artificial('liar.mjs', "process.send({ outcome: { overallStatus: 'VALID' } });") });
    expect(await verifier.verify(task())).toMatchObject({
      overallStatus: 'INDETERMINATE',
      reasonCodes: ['VERIFICATION_CRASHED'],
    });
  });

  it('gives the next document another process where one has grown too large', async () => {
    const large = `process.send({ outcome: { ...judged, detail: String(process.pid) }, isTooLarge: task.at.getTime() === 0 });`;
    const verifier = open({ entry: artificial('large.mjs', large) });
    const pidOf = async (at: Date): Promise<string | null> => (await verifier.verify(task({ at }))).detail;
    const pids = [await pidOf(new Date(1)), await pidOf(new Date(0)), await pidOf(new Date(1))];
    expect(pids[1]).toBe(pids[0]);
    expect(pids[2]).not.toBe(pids[0]);
  });

  it('lets an idle process leave and starts another for the next document', async () => {
    const verifier = open({ idleMilliseconds: 50 });
    expect((await verifier.verify(task())).overallStatus).toBe('VALID');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await verifier.verify(task())).overallStatus).toBe('VALID');
  });
});

/** A verifier that does something bad to a PDF and judges everything else INVALID. */
function artificial(name: string, badDeed: string): string {
  const outcome = JSON.stringify(reportWithoutSignature('CAdES', [invalid('SIG_NOT_FOUND', 'judged')], new Date()));
  return inFile(
    name,
    `import fs from 'node:fs';
    import { deserialize } from 'node:v8';
    const judged = ${outcome};
    process.on('message', (batch) => {
      const [task] = deserialize(batch);
      if (task.format === 'PAdES') { ${badDeed} }
      else process.send({ outcome: judged });
    });`,
  );
}
