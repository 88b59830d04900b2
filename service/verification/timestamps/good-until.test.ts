import { describe, expect, it } from 'vitest';
import { issue } from '../certificate-path/issued-certificates.suite.ts';
import * as kit from './cms-signatures.suite.ts';
import { makeToken, makeTsa, root, tsa, valid } from './timestamping.suite.ts';

const day = (date: string): Date => new Date(`${date}T00:00:00Z`);
const signer = issue('Signer', root, { changes: valid('2026-01-01', '2027-01-01') });
const old = makeTsa('Old TSA', root, true, { changes: valid('2020-01-01', '2029-01-01') });
const [OLD_ENDS, TSA_ENDS] = ['2029-01-01T00:00:00.000Z', '2035-01-01T00:00:00.000Z'];

const plain = kit.signed(signer);
const stamp = (date: string, by = tsa): Uint8Array =>
  kit.signatureTimestamp(makeToken({ of: kit.signerInfoOf(plain).signatureValue, at: day(date), by }));
const withAll = (...attributes: readonly Uint8Array[]): Uint8Array => kit.withUnsigned(plain, attributes, signer);
const archived = (signature: Uint8Array, date: string): Uint8Array =>
  withAll(...kit.unsignedOf(signature), kit.archiveTimestamp(signature, day(date)));
const goodUntil = (signature: Uint8Array): string | null => {
  const finding = kit.judge(signature, { at: day('2028-09-01') });
  expect(finding.status).toBe('VALID');
  return finding.evidenceGoodUntil ?? null;
};

describe('until when the evidence is good', () => {
  it('is the end of the timestamp that proves that the signature was made in time', () => {
    expect(goodUntil(withAll(stamp('2026-06-01', old)))).toBe(OLD_ENDS);
    expect(goodUntil(withAll(stamp('2026-06-01', old), stamp('2026-06-02')))).toBe(TSA_ENDS);
  });

  it('is not put off by another timestamp of the signature alone that was made after its certificate had ended', () => {
    const late = withAll(stamp('2026-06-01', old), stamp('2028-06-01'));
    expect(goodUntil(late)).toBe(OLD_ENDS);
    expect(kit.judge(late, { at: day('2029-02-01') })).toMatchObject({ status: 'INDETERMINATE' });
  });

  it('is put off by one over all that was there', () => {
    const once = archived(withAll(stamp('2026-06-01', old)), '2028-06-01');
    expect(goodUntil(once)).toBe(TSA_ENDS);
    expect(goodUntil(archived(once, '2028-07-01'))).toBe(TSA_ENDS);
    expect(kit.judge(once, { at: day('2029-02-01') })).toMatchObject({ status: 'VALID' });
  });
});
