import { expect, it } from 'vitest';
import type { ProviderType } from '../../service/contract/vocabulary/provider-types.ts';
import { requestInWork } from '../../service/domain/sample-request.suite.ts';
import type { JobDetails, StartSigning } from '../../service/persistence/persistence.ts';
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
