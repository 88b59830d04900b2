import { describe, expect, it } from 'vitest';
import { derExplicit, derOid, derSequence } from '../../codecs/asn1/der-writer.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import { encodeAttribute } from '../../codecs/cms/signed-attributes.ts';
import { attributesOf } from '../cades/cms-forgery.suite.ts';
import { makeCrl, makeOcsp } from '../certificate-path/evidence.suite.ts';
import { issue } from '../certificate-path/issued-certificates.suite.ts';
import * as kit from './cms-signatures.suite.ts';
import { makeToken, makeTsa, otherRoot, root, signerOf, tsa, valid } from './timestamping.suite.ts';

const signer = issue('Signer', root, { changes: valid('2026-01-01', '2027-01-01') });
const day = (date: string): Date => new Date(`${date}T00:00:00Z`);
const JUNE = day('2026-06-01');

describe('a signature whose certificate has expired', () => {
  it('is judged at the time of a timestamp by a trusted authority', () => {
    expect(kit.judge(kit.signed(signer))).toMatchObject({ status: 'INDETERMINATE', bestSignatureTime: null });
    const finding = kit.judge(kit.timestamped(signer, { at: JUNE }));
    expect(finding).toMatchObject({
      status: 'VALID',
      profileReached: 'T',
      bestSignatureTime: JUNE.toISOString(),
      evidenceGoodUntil: '2035-01-01T00:00:00.000Z',
      timestamps: [{ kind: 'SignatureTimestamp', status: 'VALID', isIntact: true, time: JUNE.toISOString() }],
    });
    expect(finding.reasonCodes).toEqual(expect.arrayContaining(['CERT_VALID_AT_PROVEN_TIME', 'TIMESTAMP_VALID']));
  });

  it.each([
    ['made after it had expired', { at: day('2028-01-01') }],
    ['by an authority that is not trusted', { at: JUNE, by: makeTsa('Foreign', otherRoot) }],
    ['by an authority whose purpose is not critical', { at: JUNE, by: makeTsa('Lax', root, false) }],
    ['by a document signer', { at: JUNE, by: issue('No TSA', root, { changes: valid('2020-01-01', '2035-01-01') }) }],
    [
      'by an authority that has expired since',
      { at: JUNE, by: makeTsa('Old', root, true, { changes: valid('2020-01-01', '2029-01-01') }) },
    ],
    [
      'by an authority that began later',
      { at: JUNE, by: makeTsa('New', root, true, { changes: valid('2028-01-01', '2035-01-01') }) },
    ],
    ['that says a time in the future', { at: day('2031-01-01') }],
    ['with an imprint by SHA-1', { at: JUNE, hash: 'SHA-1' }],
  ] as const)('stays INDETERMINATE with a timestamp %s', (_, request) => {
    const finding = kit.judge(kit.timestamped(signer, request));
    expect(finding).toMatchObject({ status: 'INDETERMINATE', signature: { cryptoValid: true } });
  });

  it.each([
    ['of other bytes', { of: Buffer.from('other bytes'), at: JUNE }],
    ['of the content', { of: Buffer.from('Pay 100 to Alice.\n'.repeat(20)), at: JUNE }],
    ['with another signature value', { at: JUNE, signatureValue: Buffer.alloc(70, 1) }],
  ])('stays INDETERMINATE with a timestamp %s, which is called invalid', (_, request) => {
    const finding = kit.judge(kit.timestamped(signer, request));
    expect(finding).toMatchObject({ status: 'INDETERMINATE', bestSignatureTime: null, profileReached: 'B' });
    expect(finding.timestamps).toMatchObject([{ status: 'INVALID', isIntact: false }]);
    expect(finding.reasonCodes).toContain('TIMESTAMP_INVALID');
  });

  it('takes nothing from a timestamp in the attribute of another kind', () => {
    const plain = kit.signed(signer);
    const token = makeToken({ of: kit.signerInfoOf(plain).signatureValue, at: JUNE });
    for (const oid of [
      oids.OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V3,
      oids.OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V2,
      oids.OID_ID_AA_ETS_CERT_CRL_TIMESTAMP,
      oids.OID_ID_AA_CONTENT_TIME_STAMP,
    ]) {
      const finding = kit.judge(kit.withUnsigned(plain, [encodeAttribute(oid, [token])], signer));
      expect(finding).toMatchObject({ status: 'INDETERMINATE', bestSignatureTime: null, profileReached: 'B' });
    }
  });

  const PLACES = [
    ['signature-time-stamp', oids.OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN],
    ['CAdES-C-timestamp', oids.OID_ID_AA_ETS_ESC_TIME_STAMP],
    ['time-stamped-certs-crls-references', oids.OID_ID_AA_ETS_CERT_CRL_TIMESTAMP],
    ['archive-time-stamp-v2', oids.OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V2],
    ['archive-time-stamp-v3', oids.OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V3],
  ] as const;
  const WORTHLESS = [
    ['by a stranger', { by: makeTsa('Stranger', otherRoot) }],
    ['by an authority whose purpose is not critical', { by: makeTsa('Loose', root, false) }],
    ['by a signer of documents', { by: issue('Clerk', root, { changes: valid('2020-01-01', '2035-01-01') }) }],
    ['of the future', { at: day('2031-01-01') }],
    ['with SHA-1', { hash: 'SHA-1' }],
    ['of other bytes', { of: Buffer.from('other') }],
    ['with a broken value', { signatureValue: Buffer.alloc(64, 7) }],
  ] as const;
  const plain = kit.signed(signer);
  it.each(PLACES.flatMap(([place, oid]) => WORTHLESS.map(([what, request]) => ({ place, oid, what, request }))))(
    'takes nothing from a $place $what',
    ({ oid, request }) => {
      const token = makeToken({ of: kit.signerInfoOf(plain).signatureValue, at: JUNE, ...request });
      const finding = kit.judge(kit.withUnsigned(plain, [encodeAttribute(oid, [token])], signer));
      expect(finding).toMatchObject({ status: 'INDETERMINATE', bestSignatureTime: null, evidenceGoodUntil: null });
      expect(finding.timestamps?.filter(({ status }) => status === 'VALID')).toEqual([]);
    },
  );

  it('takes nothing from the timestamp of another signature', () => {
    const other = kit.signed(signer, {}, day('2026-04-01'));
    const exchanged = kit.signatureTimestamp(makeToken({ of: kit.signerInfoOf(other).signatureValue, at: JUNE }));
    const finding = kit.judge(kit.withUnsigned(kit.signed(signer), [exchanged], signer));
    expect(finding).toMatchObject({ status: 'INDETERMINATE', bestSignatureTime: null });
  });
});

describe('a signature whose certificate was revoked', () => {
  const revokedAt = day('2026-07-01');
  const crl = (thisUpdate: string, until: string): Uint8Array =>
    makeCrl({
      issuer: root,
      entries: [{ certificate: signer, revokedAt, reason: 'superseded' }],
      ...{ thisUpdate: day(thisUpdate), nextUpdate: day(until) },
    });
  const ocsp = makeOcsp({
    ...{ certificate: signer, issuer: root, status: { reason: 'keyCompromise', revokedAt } },
    ...{ thisUpdate: day('2026-09-25'), nextUpdate: day('2026-10-05') },
  });
  const sources = {
    'by CRL': { crls: [crl('2026-09-25', '2026-10-05')] },
    'by OCSP': { ocspResponses: [ocsp] },
    'by a stale CRL': { crls: [crl('2026-07-02', '2026-07-09')] },
  };
  for (const [name, known] of Object.entries(sources)) {
    for (const at of [day('2026-10-01'), kit.NOW]) {
      it(`${name} is VALID with a timestamp of before, INDETERMINATE with one of after or none (${at.toISOString()})`, () => {
        const circumstances = { ...known, at };
        expect(kit.judge(kit.timestamped(signer, { at: JUNE }), circumstances).status).toBe('VALID');
        const later = kit.judge(kit.timestamped(signer, { at: day('2026-08-01') }), circumstances);
        expect(later.status).toBe('INDETERMINATE');
        expect(later.certificate.reasonCodes).toContain('CERT_REVOKED');
        expect(kit.judge(kit.signed(signer), circumstances).status).toBe('INDETERMINATE');
      });
    }
    it(`${name} is INVALID where a content timestamp proves that it was made later`, () => {
      const withContentTimestamp = (time: Date, by = tsa): ReturnType<typeof kit.judge> => {
        const token = makeToken({ of: Buffer.from('Pay 100 to Alice.\n'.repeat(20)), at: time, by });
        const additional = [encodeAttribute(oids.OID_ID_AA_CONTENT_TIME_STAMP, [token])];
        const signedAttributes = attributesOf(signerOf(signer), { signingTime: day('2026-03-01'), additional });
        return kit.judge(kit.signed(signer, { signedAttributes }), known);
      };
      const proven = withContentTimestamp(day('2026-08-01'));
      expect(proven).toMatchObject({ status: 'INVALID', timestamps: [{ kind: 'ContentTimestamp', status: 'VALID' }] });
      expect(proven.reasonCodes).toContain('SIG_MADE_AFTER_REVOCATION');
      expect(withContentTimestamp(JUNE).status).toBe('INDETERMINATE');
      expect(withContentTimestamp(day('2026-08-01'), makeTsa('Stranger', otherRoot)).status).toBe('INDETERMINATE');
    });
  }

  it('is not VALID where the timestamp authority was revoked', () => {
    const revoked = makeTsa('Revoked TSA');
    const list = makeCrl({
      issuer: root,
      entries: [{ certificate: revoked }],
      ...{ thisUpdate: day('2030-05-01'), nextUpdate: day('2030-07-01') },
    });
    expect(kit.judge(kit.timestamped(signer, { at: JUNE, by: revoked })).status).toBe('VALID');
    expect(kit.judge(kit.timestamped(signer, { at: JUNE, by: revoked }), { crls: [list] }).status).toBe(
      'INDETERMINATE',
    );
  });
});

describe('archive timestamps', () => {
  const old = makeTsa('Old TSA', root, true, { changes: valid('2020-01-01', '2029-01-01') });
  const base = kit.timestamped(signer, { at: JUNE, by: old });
  const archived = (...[at, changes]: [Date, kit.ArchiveChanges?]): Uint8Array =>
    kit.withUnsigned(base, [...kit.unsignedOf(base), kit.archiveTimestamp(base, at, changes)], signer);

  it('keep an older timestamp whose authority has expired since', () => {
    expect(kit.judge(base)).toMatchObject({ status: 'INDETERMINATE' });
    const finding = kit.judge(archived(day('2028-06-01')));
    expect(kit.judge(archived(day('2028-06-01'), { indexHash: 'SHA-512' }))).toMatchObject({ status: 'VALID' });
    expect(finding).toMatchObject({ status: 'VALID', bestSignatureTime: JUNE.toISOString() });
    expect(finding.timestamps).toMatchObject([{ status: 'VALID' }, { kind: 'ArchiveTimestamp', status: 'VALID' }]);
  });

  it('keep it where they list revocation data that lies in an attribute, and only while it lies there', () => {
    const crl = makeCrl({ issuer: root, thisUpdate: day('2028-01-01'), nextUpdate: day('2028-07-01') });
    const values = encodeAttribute(oids.OID_ID_AA_ETS_REVOCATION_VALUES, [
      derSequence(derExplicit(0, derSequence(crl)), derExplicit(1, derSequence())),
    ]);
    const carrying = kit.withUnsigned(base, [...kit.unsignedOf(base), values], signer);
    const token = kit.archiveTimestamp(carrying, day('2028-06-01'), { extraRevocation: [crl] });
    const judge = (...attributes: readonly Uint8Array[]): ReturnType<typeof kit.judge> =>
      kit.judge(kit.withUnsigned(base, attributes, signer));
    expect(judge(...kit.unsignedOf(carrying), token)).toMatchObject({ status: 'VALID' });
    expect(judge(...kit.unsignedOf(base), token).reasonCodes).toContain('TIMESTAMP_INVALID');
  });

  it('prove themselves that the signature was there', () => {
    const plain = kit.signed(signer);
    const only = kit.withUnsigned(plain, [kit.archiveTimestamp(plain, JUNE)], signer);
    expect(kit.judge(only)).toMatchObject({
      status: 'VALID',
      bestSignatureTime: JUNE.toISOString(),
      profileReached: 'B',
    });
  });

  it.each([
    ['over another content', { content: Buffer.from('other') }, day('2028-06-01'), 'TIMESTAMP_INVALID'],
    ['over something that is gone', { extra: [Buffer.from('removed')] }, day('2028-06-01'), 'TIMESTAMP_INVALID'],
    ['that leaves the timestamp out', { omit: [oids.OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN] }, day('2028-06-01'), null],
    ['older than what it covers', {}, day('2025-01-01'), 'TIMESTAMP_ORDER_INVALID'],
    ['made after the authority had expired', {}, day('2029-06-01'), null],
    ['by a stranger', { request: { by: makeTsa('Foreign', otherRoot) } }, day('2028-06-01'), null],
    ['with SHA-1', { request: { hash: 'SHA-1' as const } }, day('2028-06-01'), null],
    ['with an index by SHA-1', { indexHash: 'SHA-1' as const }, day('2028-06-01'), null],
  ])('do not keep it %s', (_, changes, at, reason) => {
    const finding = kit.judge(archived(at, changes));
    expect(finding.status).toBe('INDETERMINATE');
    if (reason !== null) expect(finding.reasonCodes).toContain(reason);
  });

  it.each([
    ['version 3', oids.OID_ID_AA_ATS_HASH_INDEX_V3],
    ['version 3 that is called version 2, as nobody signs which it is', oids.OID_ID_AA_ATS_HASH_INDEX_V2],
  ])('do not keep what was put beside a timestamp into its attribute later, by an index of %s', (_, version) => {
    const plain = kit.signed(signer);
    const tokenOf = (at: Date, by = tsa): Uint8Array =>
      makeToken({ of: kit.signerInfoOf(plain).signatureValue, at, by });
    const lawful = tokenOf(day('2026-08-01'));
    const stamped = kit.withUnsigned(plain, [kit.signatureTimestamp(lawful)], signer);
    const archive = Buffer.from(kit.archiveTimestamp(stamped, day('2028-06-01')));
    Buffer.from(derOid(version)).copy(archive, archive.indexOf(derOid(oids.OID_ID_AA_ATS_HASH_INDEX_V3)));
    const judge = (...tokens: readonly Uint8Array[]): ReturnType<typeof kit.judge> => {
      const attribute = encodeAttribute(oids.OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN, tokens);
      return kit.judge(kit.withUnsigned(plain, [attribute, archive], signer));
    };
    const time = day('2026-08-01').toISOString();
    expect(judge(lawful)).toMatchObject({ status: 'VALID', bestSignatureTime: time });
    const forged = judge(lawful, tokenOf(JUNE, old));
    expect(forged.bestSignatureTime).toBe(time);
    expect(forged.timestamps).toContainEqual(
      expect.objectContaining({ status: 'INDETERMINATE', time: JUNE.toISOString() }),
    );
  });
});
