import { expect, it } from 'vitest';
import type { ProviderType } from '../../service/contract/vocabulary/provider-types.ts';
import { MAX_SIGNATURE_FILE_BYTES } from '../../service/codecs/asic/asic-container.ts';
import { VERIFIED_XML } from '../../service/verification/xades/verified-xml.ts';
import { requestInWork } from '../../service/domain/sample-request.suite.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { SignatureRequest } from '../../service/domain/records.ts';
import type { JobDetails, StartSigning } from '../../service/persistence/persistence.ts';
import type { ValidationDataSource } from '../../service/validation-data/validation-data.ts';
import { MOST_READ } from '../engines/evidence-room.ts';
import { signJob } from './sign-job.ts';
import type { SigningContext } from './signing-context.ts';

const NOW = new Date('2026-06-11T00:00:00Z');

/** A worker with one key of the type, and an engine that prepares whatever it is given. */
function contextWith(providerType: ProviderType): SigningContext {
  const certificate = Buffer.from('certificate');
  const key = { providerId: 'p', providerType, keyId: 'k', certificate, chain: [], algorithms: [{ hash: 'SHA-256' }] };
  return {
    device: { selectKey: () => Promise.resolve(key) },
    objects: {
      localCopy: () => Promise.resolve({ path: 'input', size: 1, release: () => Promise.resolve() }),
      stagingPath: () => Promise.resolve('output'),
    },
    turn: { at: (work: () => unknown) => work(), away: (work: () => unknown) => work() },
    engines: { PAdES: { prepare: () => Promise.resolve({ discard: () => Promise.resolve() }) } },
    now: () => NOW,
    newId: () => 'id',
    describeCertificate: () => ({ thumbprint: 'T', subject: 'S' }),
  } as unknown as SigningContext;
}

it.each<[ProviderType, boolean]>([
  ['Pfx', true],
  ['Pkcs11', false],
  ['SmartCard', false],
  ['Hsm', false],
])('has the start of a job on disk before a key of %s signs, unless nobody counts what it signs', async (type, may) => {
  const starts: Parameters<StartSigning>[] = [];
  const start: StartSigning = (...told) => {
    starts.push(told);
    return Promise.resolve('lost');
  };
  const input = { storageKey: 'input', originalFileName: 'a.pdf', contentType: 'application/pdf' };
  const job = { attempt: 1, stagedSignature: null };
  const details = { request: requestInWork(NOW), job, input, additionalInputs: [], appearance: null };
  expect(await signJob(contextWith(type), start, details as unknown as JobDetails)).toBe('lost');
  expect(starts.map(([audit, mayBeUndone]) => [audit.map((event) => event.eventType), mayBeUndone])).toEqual([
    [['SigningProviderSelected', 'CertificateResolved'], may],
  ]);
});

const MEGABYTES = 1_000_000;

it.each([
  ['CAdES', null, 24, 'wanted'],
  ['CAdES', null, 25, 'refused'],
  ['XAdES', null, 21, 'wanted'],
  ['XAdES', null, 22, 'refused'],
  ['ASiC_E', 'CAdES', 24, 'wanted'],
  ['ASiC_E', 'CAdES', 25, 'refused'],
  ['ASiC_S', 'XAdES', 18, 'wanted'],
  ['ASiC_S', 'XAdES', 19, 'refused'],
  ['PAdES', null, 100, 'wanted'],
] as const)(
  'spends no signature in %s (%s) for revocation data of %i MB that it has no room for',
  async (format, containerSignature, megabytes, outcome) => {
    const half = (filling: number) => new Uint8Array((megabytes * MEGABYTES) / 2).fill(filling);
    const shared = half(1);
    const lists = [[shared, half(2)], [new Uint8Array(shared)]];
    const { ended, starts } = await signWithEvidence({ format, containerSignature }, () =>
      Promise.resolve({ certificates: [], crls: lists.shift() ?? [], ocspResponses: [] }),
    );
    if (outcome === 'refused') {
      const code = 'SIGNATURE_VALIDATION_DATA_UNAVAILABLE';
      expect(ended).toMatchObject({ code, kind: 'permanent', sentence: { code: 'EVIDENCE_TOO_LARGE' } });
      expect(starts).toBe(0);
    } else {
      expect(ended).toBe('lost');
      expect(starts).toBe(1);
    }
  },
);

it.each([
  ['whose servers do not answer', null, 0],
  ['that comes with the end of a grace period', 'GRACE_PERIOD_RUNNING', 1],
] as const)('spends a signature for evidence %s (%s): %i times', async (_what, waitReason, times) => {
  const wait = waitReason === null ? {} : { waitReason, waitUntil: NOW };
  const fault = new StationError('SIGNATURE_VALIDATION_DATA_UNAVAILABLE', 'None yet.', { kind: 'transient', ...wait });
  const { ended, starts } = await signWithEvidence({ format: 'PAdES', containerSignature: null }, () =>
    Promise.reject(fault),
  );
  expect(starts).toBe(times);
  expect(ended).toBe(waitReason === null ? fault : 'lost');
});

/** Signs at level LT, up to where the device would be asked, with what the source of evidence answers. */
async function signWithEvidence(
  how: Pick<SignatureRequest, 'format' | 'containerSignature'>,
  validationData: ValidationDataSource['validationData'],
): Promise<{ readonly ended: unknown; readonly starts: number }> {
  const context = {
    ...contextWith('Pfx'),
    engines: { [how.format]: { prepare: () => Promise.resolve({ discard: () => Promise.resolve() }) } },
    timestamping: { ensureReady: () => Promise.resolve({ tokenBytes: 1, certificates: [] }) },
    validationData: { validationData },
  } as unknown as SigningContext;
  const request = { ...requestInWork(NOW), ...how, profile: 'LT' };
  const job = { attempt: 1, stagedSignature: null };
  const input = { storageKey: 'input', originalFileName: 'a.pdf', contentType: 'application/pdf' };
  const details = { request, job, input, additionalInputs: [], appearance: null } as unknown as JobDetails;
  let starts = 0;
  const start: StartSigning = () => {
    starts++;
    return Promise.resolve('lost');
  };
  const ended: unknown = await signJob(context, start, details).catch((fault: unknown) => fault);
  return { ended, starts };
}

it('knows how much of a signature is read again', () => {
  expect(MOST_READ).toEqual({ cms: MAX_SIGNATURE_FILE_BYTES, xml: VERIFIED_XML.bytes });
});
