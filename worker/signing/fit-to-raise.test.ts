import { expect, it } from 'vitest';
import type { SignatureFinding } from '../../service/contract/http/verification.ts';
import type { ExtensionLevel } from '../engines/extender.ts';
import { refuseUnfit, signaturesToRaise, type Judged } from './fit-to-raise.ts';

const NOW = new Date('2026-10-01T00:00:00Z');

function finding(
  changes: Partial<SignatureFinding> & { cryptoValid?: boolean; notAfter?: string } = {},
): SignatureFinding {
  const { cryptoValid = true, notAfter = '2027-01-01T00:00:00.000Z', ...rest } = changes;
  return {
    ...{ name: 'Signature1', status: 'INDETERMINATE', profileReached: 'B', reasonCodes: ['CERT_UNTRUSTED'] },
    ...{ signature: { cryptoValid }, certificate: { notAfter } },
    ...rest,
  } as SignatureFinding;
}

const withoutLevel = finding({ profileReached: null, reasonCodes: ['SIG_SIGNING_CERTIFICATE_MISSING'] });

it.each<[string, SignatureFinding[], ExtensionLevel, string]>([
  ['without a signature', [], 'T', 'the document bears no signature'],
  [
    'with a signature of no level',
    [withoutLevel],
    'T',
    'the signature Signature1 is not even of level B (SIG_SIGNING_CERTIFICATE_MISSING)',
  ],
  [
    'with a broken one',
    [finding(), finding({ name: 'Two', cryptoValid: false })],
    'T',
    'the signature Two does not hold',
  ],
  ['that has the level', [finding({ profileReached: 'LT' })], 'T', 'it is of level LT already'],
  ['whose signer has ended', [finding({ notAfter: '2020-01-01T00:00:00.000Z' })], 'T', 'ended on 2020-01-01T'],
])('a document %s is refused, and what is said of it is so', (_what, signatures, level, reason) => {
  expect(() => refuseUnfit({ signatures }, level, NOW)).toThrow(reason);
});

it('a document timestamp is no signature, for all that a PDF lists it beside them', () => {
  const signature = { signerThumbprint: 'AA' } as SignatureFinding['signature'];
  const timestamps = [{ kind: 'DocumentTimestamp', certificate: { thumbprint: 'AA' } }] as Judged['timestamps'];
  const signatures = [finding({ profileReached: null, signature: { ...signature, cryptoValid: true } })];
  expect(() => refuseUnfit({ signatures, timestamps }, 'T', NOW)).toThrow('the document bears no signature');
});

it('a document with a signature of level B is raised, and what is of no level beside it stays', () => {
  const signatures = [withoutLevel, finding({ name: 'Two' })];
  expect(() => refuseUnfit({ signatures }, 'LTA', NOW)).not.toThrow();
  expect(signaturesToRaise(signatures).map(({ name }) => name)).toEqual(['Two']);
});
