import { describe, expect, it } from 'vitest';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import { encodeAttribute } from '../../codecs/cms/signed-attributes.ts';
import { attributesOf, content } from '../cades/cms-forgery.suite.ts';
import { issue } from '../certificate-path/issued-certificates.suite.ts';
import * as kit from './cms-signatures.suite.ts';
import { makeToken, makeTsa, root, signerOf, valid, type TokenRequest } from './timestamping.suite.ts';

const signer = issue('Signer', root, { changes: valid('2026-01-01', '2027-01-01') });
const JUNE = new Date('2026-06-01T00:00:00Z');

describe('timestamps whose times do not tell which was first', () => {
  const old = makeTsa('Old TSA', root, true, { changes: valid('2020-01-01', '2029-01-01') });
  const later = (seconds: number): Date => new Date(JUNE.getTime() + seconds * 1000);
  const AN_ORDER = { accuracySeconds: 3, ordering: true, by: old } as const;

  /** A signature timestamp, and an archive timestamp over it whose time is so many seconds earlier. */
  function judgeSwapped(seconds: number, inner: Partial<TokenRequest>, outer: Partial<TokenRequest>) {
    const base = kit.timestamped(signer, { at: later(seconds), by: old, ...inner });
    const archive = kit.archiveTimestamp(base, JUNE, { request: outer });
    return kit.judge(kit.withUnsigned(base, [...kit.unsignedOf(base), archive], signer));
  }

  it.each([
    ['by the second that clocks may differ', 1, {}, {}],
    ['by less than the inner one is accurate', 4, { accuracySeconds: 3 }, {}],
    ['by less than the outer one is accurate', 4, {}, { accuracySeconds: 3 }],
    ['by less than both are accurate', 7, { accuracySeconds: 3 }, { accuracySeconds: 3 }],
    ['and of which another authority puts its own in order', 4, AN_ORDER, { accuracySeconds: 3, ordering: true }],
  ])('are in order where the outer one is earlier %s, and it keeps the inner one', (_, seconds, inner, outer) => {
    // The authority of the inner one has expired since.
    expect(judgeSwapped(seconds, inner, outer)).toMatchObject({
      status: 'VALID',
      timestamps: [{ status: 'VALID' }, { status: 'VALID' }],
      bestSignatureTime: JUNE.toISOString(),
    });
  });

  it.each([
    ['beyond what clocks may differ', 2, {}, {}],
    ['beyond what both are accurate', 8, { accuracySeconds: 3 }, { accuracySeconds: 3 }],
    ['and their one authority puts them in order', 4, AN_ORDER, AN_ORDER],
  ])('contradict each other where the outer one is earlier %s', (_, seconds, inner, outer) => {
    const finding = judgeSwapped(seconds, inner, outer);
    expect(finding).toMatchObject({ status: 'INDETERMINATE', timestamps: [{ isIntact: true }, { isIntact: true }] });
    expect(finding.reasonCodes).toContain('TIMESTAMP_ORDER_INVALID');
  });

  it.each([
    ['in one second', 0, {}],
    ['a little later', 2, { accuracySeconds: 2 }],
  ])('say nothing against a second archive timestamp of version 2 where the first one is of %s', (_, seconds, more) => {
    const base = kit.timestamped(signer, { at: JUNE });
    const archived = kit.withUnsigned(
      base,
      [...kit.unsignedOf(base), kit.archiveTimestampV2(base, { at: later(seconds), ...more })],
      signer,
    );
    const again = kit.archiveTimestampV2(archived, { at: JUNE, ...more });
    const finding = kit.judge(kit.withUnsigned(base, [...kit.unsignedOf(archived), again], signer));
    expect(finding.timestamps?.map(({ status }) => status)).toEqual(['VALID', 'VALID', 'VALID']);
  });

  it.each([
    [0, 'VALID', []],
    [4, 'VALID', []],
    [5, 'INDETERMINATE', ['TIMESTAMP_ORDER_INVALID']],
  ] as const)(
    'let what was signed along be %i seconds later where both are accurate to less',
    (seconds, status, codes) => {
      const token = makeToken({ of: content, at: later(seconds), accuracySeconds: 2 });
      const key = signerOf(signer);
      const attribute = encodeAttribute(oids.OID_ID_AA_CONTENT_TIME_STAMP, [token]);
      const signedAttributes = attributesOf(key, {
        signingTime: new Date('2026-03-01T00:00:00Z'),
        additional: [attribute],
      });
      const plain = kit.signed(signer, { signedAttributes });
      const stamp = makeToken({ of: kit.signerInfoOf(plain).signatureValue, at: JUNE, accuracySeconds: 1 });
      const finding = kit.judge(kit.withUnsigned(plain, [kit.signatureTimestamp(stamp)], signer));
      expect(finding).toMatchObject({ status });
      expect(finding.reasonCodes).toEqual(expect.arrayContaining([...codes]));
    },
  );
});
