import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SignatureProfile } from '../../service/contract/vocabulary/signature-formats.ts';
import type { Claim } from '../../service/domain/claim.ts';
import { requestInWork } from '../../service/domain/sample-request.suite.ts';
import type { StagedSignature } from '../../service/domain/staged-signature.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { JobDetails } from '../../service/persistence/persistence.ts';
import type { FormatEngine } from '../engines/engine.ts';
import type { ExtendedFile } from '../engines/extender.ts';
import * as kit from '../engines/lasting-files.suite.ts';
import { extendJob } from './extend-job.ts';
import { raiseSignature } from './level-chain.ts';
import type { SigningContext } from './signing-context.ts';

/*
 * What an engine makes goes to nobody before the verifier has judged it, whatever the engine believes: here it writes what
 * it is told to. That the verifier finds each fault is for `level-check.test.ts`.
 */

const NOW = new Date('2026-06-11T00:00:00Z');
const KIND = kit.FILE_KINDS.find(({ format, packaging }) => format === 'CAdES' && packaging === 'encapsulated');
const CLAIM = { attempt: 1 } as Claim;
const REFUSED = { name: 'StationError', code: 'SIGNING_OPERATION_FAILED' };

let folder: string;
let handedOut: string[];
/** What is put aside for the next attempt. */
let kept: string[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hand-out-'));
  handedOut = [];
  kept = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function made(making: kit.Making): Promise<Uint8Array> {
  if (KIND === undefined) throw new Error('There is no such kind.');
  return (await kit.makeFile(KIND, making)).bytes;
}

/** A worker whose objects lie in the folder, and which notes what it puts under the output's key. */
function contextOf(): SigningContext {
  const localCopy = () =>
    Promise.resolve({ path: path.join(folder, 'input'), size: 1, release: () => Promise.resolve() });
  const turn = { at: (work: () => unknown) => work(), away: (work: () => unknown) => work() };
  return {
    objects: {
      localCopy,
      stagingPath: () => Promise.resolve(path.join(folder, 'output')),
      putOutput: (file: string) => Promise.resolve(handedOut.push(file)).then(() => null),
      putFile: (key: string) => Promise.resolve(kept.push(key)),
      delete: () => Promise.resolve(),
    },
    store: { completeJob: () => Promise.resolve('done'), stageSignature: () => Promise.resolve('done') },
    ...{ turn, imprintHash: 'SHA-256', now: () => NOW, newId: () => 'id', onPromotionFailure: () => undefined },
    describeCertificate: (der: Uint8Array) => ({
      thumbprint: createHash('sha1').update(der).digest('hex').toUpperCase(),
    }),
  } as unknown as SigningContext;
}

type Comparison = ExtendedFile['requireNothingWorse'];

function engineThatWrites(bytes: Uint8Array, requireNothingWorse: Comparison = () => Promise.resolve()): FormatEngine {
  const extend: FormatEngine['extend'] = ({ outputPath }) => {
    writeFileSync(outputPath, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return Promise.resolve({ size: bytes.length, sha256, requireNothingWorse });
  };
  return { extend, prepare: () => Promise.reject(new Error('Nothing is signed here.')) };
}

function detailsOf(kind: 'Signature' | 'Extension', profile: SignatureProfile = 'T'): JobDetails {
  const request = requestInWork(NOW, { format: 'CAdES', profile, packaging: 'encapsulated', kind });
  const input = { storageKey: 'input', originalFileName: 'a.p7m', contentType: 'application/pkcs7-mime' };
  return { request, job: { attempt: 1 }, input, additionalInputs: [], appearance: null } as unknown as JobDetails;
}

const staged = { signedAt: '2026-06-01T00:00:00Z', certificate: Buffer.from(kit.signer.der).toString('base64') };
const MUST_WAIT = new StationError('SIGNATURE_VALIDATION_DATA_UNAVAILABLE', 'A list has yet to come.', {
  ...{ kind: 'transient', waitReason: 'REVOCATION_DATA_DUE' },
});
const timestamped = { level: 'T', stamped: '2026-06-01' } as const;

describe('what is handed out', () => {
  const raise = (...written: Parameters<typeof engineThatWrites>) =>
    raiseSignature({
      ...{ context: contextOf(), engine: engineThatWrites(...written), details: detailsOf('Signature'), claim: CLAIM },
      staged: staged as StagedSignature,
    });
  const extend = (...written: Parameters<typeof engineThatWrites>) =>
    extendJob(contextOf(), engineThatWrites(...written), () => Promise.resolve(CLAIM), detailsOf('Extension'));

  it.each([
    ['of a signature', raise],
    ['of an extension', extend],
  ])('%s has reached its level, and nothing else is', async (_, work) => {
    const below = await made({ level: 'B' });
    writeFileSync(path.join(folder, 'input'), below);
    await expect(work(below)).rejects.toMatchObject(REFUSED);
    expect(handedOut).toEqual([]);
    expect(await work(await made(timestamped))).toBe('done');
    expect(handedOut).toHaveLength(1);
  });

  it.each([
    ['of a signature', raise],
    ['of an extension', extend],
  ])('%s leaves no signature worse off', async (_, work) => {
    writeFileSync(path.join(folder, 'input'), await made({ level: 'B' }));
    const seen: number[] = [];
    const comparison: Comparison = ({ signatures }) => {
      seen.push(signatures.length);
      return Promise.reject(new StationError('SIGNING_OPERATION_FAILED', 'Another signature would not hold.'));
    };
    await expect(work(await made(timestamped), comparison)).rejects.toMatchObject(REFUSED);
    // What the verifier says of the raised file, and of nothing else.
    expect(seen).toEqual([1]);
    expect(handedOut).toEqual([]);
  });

  it('later, when evidence is waited for, is made of a timestamped file that leaves no signature worse off', async () => {
    writeFileSync(path.join(folder, 'input'), await made({ level: 'B' }));
    const bytes = await made(timestamped);
    const wait = async (comparison?: Comparison): Promise<void> => {
      const engine = engineThatWrites(bytes, comparison);
      const extend: FormatEngine['extend'] = (task) =>
        task.level === 'T' ? engine.extend(task) : Promise.reject(MUST_WAIT);
      const details = detailsOf('Signature', 'LT');
      const raised = { context: contextOf(), engine: { ...engine, extend }, details, claim: CLAIM };
      await expect(raiseSignature({ ...raised, staged: staged as StagedSignature })).rejects.toBe(MUST_WAIT);
    };
    await wait(() => Promise.reject(new StationError('SIGNING_OPERATION_FAILED', 'Another signature would not hold.')));
    expect(kept).toEqual([]);
    await wait();
    expect([kept.length, handedOut]).toEqual([1, []]);
  });
});
