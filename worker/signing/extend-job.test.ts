import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { requestInWork } from '../../service/domain/sample-request.suite.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { JobDetails } from '../../service/persistence/persistence.ts';
import { ObjectNotFound } from '../../service/storage/object-store.ts';
import type { ValidationData } from '../../service/validation-data/validation-data.ts';
import { createEngines } from '../engines/engines.ts';
import * as kit from '../engines/lasting-files.suite.ts';
import { extendJob } from './extend-job.ts';
import type { SigningContext } from './signing-context.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'extend-job-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CRLS = [kit.signersList('2026-06-08', false), kit.authoritiesList('2026-06-08')];
const AT_ONCE = kit.day('2026-03-02');
const MEGABYTES = 1_000_000;

interface Case {
  readonly kind: kit.FileKind;
  readonly bytes: Uint8Array;
  readonly level: 'T' | 'LT' | 'LTA';
  readonly evidence: () => Promise<ValidationData>;
}

/** Raises a file as a job does; `stamped` counts what the authority was asked for. */
async function raise({ kind, bytes, level, evidence }: Case): Promise<{ ended: unknown; stamped: number }> {
  const { format, packaging = null } = kind;
  const place = (key: string): string => path.join(folder, key);
  writeFileSync(place('input'), bytes);
  writeFileSync(place('original'), kit.contentOf(kind));
  const tokens: Uint8Array[] = [];
  const timestamping = kit.servicesOf({ level }, tokens);
  const context = {
    objects: {
      localCopy: (key: string) => {
        if (key !== 'input' && key !== 'original') return Promise.reject(new ObjectNotFound(key));
        const copy = { path: place(key), size: statSync(place(key)).size, release: () => Promise.resolve() };
        return Promise.resolve(copy);
      },
      stagingPath: () => Promise.resolve(place('output')),
      putOutput: () => Promise.reject(new Error('it was raised')),
    },
    turn: { at: (work: () => unknown) => work(), away: (wait: () => unknown) => wait() },
    timestamping,
    imprintHash: 'SHA-256',
    validationData: { validationData: evidence, requireUnrevoked: () => Promise.resolve() },
    now: () => AT_ONCE,
    onPromotionFailure: () => undefined,
  } as unknown as SigningContext;
  const fileOf = (key: string) => ({ storageKey: key, originalFileName: key, size: statSync(place(key)).size });
  const details = {
    request: requestInWork(kit.SIGNED, { ...kind, packaging, profile: level, kind: 'Extension' }),
    job: { attempt: 1 },
    input: fileOf('input'),
    additionalInputs: packaging === 'detached' ? [fileOf('original')] : [],
    appearance: null,
  } as unknown as JobDetails;
  const claim = { requestId: 'r', attempt: 1 } as never;
  const ended = await extendJob(context, createEngines()[format], () => Promise.resolve(claim), details).catch(
    (fault: unknown) => fault,
  );
  return { ended, stamped: tokens.length };
}

const listsOf = (crls: readonly Uint8Array[]) => (): Promise<ValidationData> =>
  Promise.resolve({ certificates: kit.ANCHORS, crls, ocspResponses: [] });
const large = (megabytes: number): Uint8Array => new Uint8Array(megabytes * MEGABYTES).fill(5);
const TOO_LARGE = {
  ...{ code: 'SIGNATURE_VALIDATION_DATA_UNAVAILABLE', kind: 'permanent' },
  sentence: expect.objectContaining({ code: 'EVIDENCE_TOO_LARGE' }) as unknown,
};
const nameOf = ({ format, packaging, containerSignature }: kit.FileKind): string =>
  [format, packaging ?? containerSignature].join(' ');
const limited = kit.FILE_KINDS.filter(({ format }) => format !== 'PAdES');

describe.each(limited.map((kind) => [nameOf(kind), kind] as const))('%s: a list of 35 MB', (_name, kind) => {
  it.each(['LT', 'LTA'] as const)('is too large for %s before an authority is asked', async (level) => {
    const { bytes } = await kit.makeFile(kind, { level: 'B' });
    const { ended, stamped } = await raise({ kind, bytes, level, evidence: listsOf([...CRLS, large(35)]) });
    expect(ended).toMatchObject(TOO_LARGE);
    expect(stamped).toBe(0);
  });

  it('is too large for a renewal before its authority is asked', async () => {
    const { bytes } = await kit.makeFile(kind, {
      level: 'LTA',
      stamped: '2026-03-01',
      archived: '2026-03-01',
      crls: CRLS,
    });
    const { ended, stamped } = await raise({ kind, bytes, level: 'LTA', evidence: listsOf([large(35)]) });
    expect(ended).toMatchObject(TOO_LARGE);
    expect(stamped).toBe(0);
  });

  it('takes no room at level T', async () => {
    const { bytes } = await kit.makeFile(kind, { level: 'B' });
    const { ended, stamped } = await raise({ kind, bytes, level: 'T', evidence: listsOf([large(35)]) });
    expect(ended).toMatchObject({ message: 'it was raised' });
    expect(stamped).toBe(1);
  });
});

it('a PDF has room for such a list', async () => {
  const kind = { format: 'PAdES' } as const;
  const { bytes } = await kit.makeFile(kind, { level: 'B' });
  const { stamped } = await raise({ kind, bytes, level: 'LT', evidence: listsOf([large(35)]) });
  expect(stamped).toBe(1);
});

describe('evidence that is missing', () => {
  const kind = { format: 'CAdES', packaging: 'encapsulated' } as const;
  type Missing = Pick<StationError, 'kind'> & { readonly waitReason?: 'GRACE_PERIOD_RUNNING' };
  const stampsFor = async (missing: Missing): Promise<number> => {
    const { bytes } = await kit.makeFile(kind, { level: 'B' });
    const evidence = (): Promise<ValidationData> =>
      Promise.reject(new StationError('SIGNATURE_VALIDATION_DATA_UNAVAILABLE', 'None.', missing));
    const { ended, stamped } = await raise({ kind, bytes, level: 'LT', evidence });
    expect(ended).toMatchObject({ message: 'None.' });
    return stamped;
  };

  it.each(['permanent', 'transient'] as const)(
    'and nobody waits for (%s) is told before an authority is asked',
    async (how) => {
      expect(await stampsFor({ kind: how })).toBe(0);
    },
  );

  it('and is waited for keeps no signature from its timestamp', async () => {
    expect(await stampsFor({ kind: 'transient', waitReason: 'GRACE_PERIOD_RUNNING' })).toBe(1);
  });
});
