import { describe, expect, it } from 'vitest';
import { derExplicit, derSequence } from '../../codecs/asn1/der-writer.ts';
import {
  OID_ID_AA_ETS_REVOCATION_VALUES,
  OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN,
} from '../../codecs/cms/object-identifiers.ts';
import { encodeAttribute } from '../../codecs/cms/signed-attributes.ts';
import type { SignatureProfile } from '../../contract/vocabulary/signature-formats.ts';
import { makeCrl } from '../certificate-path/evidence.suite.ts';
import { issue } from '../certificate-path/issued-certificates.suite.ts';
import { assembleReport } from '../report.ts';
import * as kit from './cms-signatures.suite.ts';
import { makeToken, makeTsa, otherRoot, root, valid } from './timestamping.suite.ts';

const signer = issue('Signer', root, { changes: valid('2026-01-01', '2027-01-01') });
const day = (date: string): Date => new Date(`${date}T00:00:00Z`);
const JUNE = day('2026-06-01');
const crl = makeCrl({ issuer: root, entries: [], thisUpdate: day('2026-06-15'), nextUpdate: day('2026-07-15') });
const revocationValues = encodeAttribute(OID_ID_AA_ETS_REVOCATION_VALUES, [
  derSequence(derExplicit(0, derSequence(crl)), derExplicit(1, derSequence())),
]);

type Levels = readonly [reached: SignatureProfile | null, byForm: SignatureProfile | null];

const levelsOf = (signedData: Uint8Array): Levels => {
  const { profileReached, profileByForm } = kit.judge(signedData);
  return [profileReached, profileByForm ?? null];
};

const limitationsOf = (signedData: Uint8Array): string =>
  assembleReport({ format: 'CAdES', findings: kit.judgeAll(signedData), faults: [], detail: null, at: kit.NOW })
    .limitations;

/** Timestamped, with evidence about signer and authority. */
function lasting(of?: Uint8Array): Uint8Array {
  const plain = kit.signed(signer);
  const token = makeToken({ of: of ?? kit.signerInfoOf(plain).signatureValue, at: JUNE });
  return kit.withUnsigned(plain, [kit.signatureTimestamp(token), revocationValues], signer);
}

function archived(base: Uint8Array, changes: kit.ArchiveChanges = {}): Uint8Array {
  const attributes = [...kit.unsignedOf(base), kit.archiveTimestamp(base, day('2028-06-01'), changes)];
  return kit.withUnsigned(base, attributes, signer);
}

describe('the level of a signature', () => {
  it.each<[string, Uint8Array, Levels]>([
    ['nothing beside it', kit.signed(signer), ['B', 'B']],
    ['a timestamp', kit.timestamped(signer, { at: JUNE }), ['T', 'T']],
    ['a timestamp by a stranger', kit.timestamped(signer, { at: JUNE, by: makeTsa('Foreign', otherRoot) }), ['T', 'T']],
    ['evidence for all', lasting(), ['LT', 'LT']],
    ['an archive timestamp over all of it', archived(lasting()), ['LTA', 'LTA']],
  ])('is told twice alike with %s', (_, signedData, levels) => {
    expect(levelsOf(signedData)).toEqual(levels);
    expect(limitationsOf(signedData)).not.toContain('of the form');
  });

  it.each<[string, Uint8Array, Levels]>([
    ['a timestamp of other bytes', kit.timestamped(signer, { at: JUNE, of: Buffer.from('other') }), ['B', 'T']],
    ['evidence and a timestamp of other bytes', lasting(Buffer.from('other')), ['B', 'LT']],
    ['an archive timestamp of other bytes', archived(lasting(), { content: Buffer.from('other') }), ['LT', 'LTA']],
    ['an archive timestamp over what is gone', archived(lasting(), { extra: [Buffer.from('gone')] }), ['LT', 'LTA']],
  ])('is by form alone the higher one with %s, which the report says', (_, signedData, levels) => {
    expect(levelsOf(signedData)).toEqual(levels);
    expect(kit.judge(signedData).status).toBe('INDETERMINATE');
    const [reached, byForm] = levels.map(String);
    expect(limitationsOf(signedData)).toContain(
      `There is a signature of the form of level ${String(byForm)}; what holds of it comes to level ${String(reached)}.`,
    );
  });

  it('is LTA by an archive timestamp that is over the evidence, or by all of them together', () => {
    const stamped = kit.timestamped(signer, { at: JUNE });
    const extended = (signedData: Uint8Array, ...more: readonly Uint8Array[]): Uint8Array =>
      kit.withUnsigned(signedData, [...kit.unsignedOf(signedData), ...more], signer);
    const leftOut = archived(lasting(), { omit: [OID_ID_AA_ETS_REVOCATION_VALUES] });
    const later = extended(archived(stamped), revocationValues);
    const tokenLeftOut = archived(lasting(), { omit: [OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN] });
    for (const open of [leftOut, later]) {
      expect(levelsOf(open)).toEqual(['LT', 'LTA']);
      expect(kit.judge(open).status).toBe('VALID');
      const again = extended(open, kit.archiveTimestamp(open, day('2028-07-01')));
      expect(levelsOf(again)).toEqual(['LTA', 'LTA']);
    }
    expect(levelsOf(tokenLeftOut)).toEqual(['LTA', 'LTA']);
  });

  it('is not T by two timestamps in one attribute, which prove their time (EN 319 122-1 5.3)', () => {
    const plain = kit.signed(signer);
    const tokens = [JUNE, day('2026-06-02')].map((at) => makeToken({ of: kit.signerInfoOf(plain).signatureValue, at }));
    const together = encodeAttribute(OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN, tokens);
    const apart = tokens.map(kit.signatureTimestamp);
    for (const beside of [[], [revocationValues]]) {
      const finding = kit.judge(kit.withUnsigned(plain, [together, ...beside], signer));
      expect([finding.profileReached, finding.profileByForm]).toEqual(['B', 'B']);
      expect(finding.bestSignatureTime).toBe(JUNE.toISOString());
      expect(levelsOf(kit.withUnsigned(plain, [...apart, ...beside], signer))[0]).toBe(beside.length > 0 ? 'LT' : 'T');
    }
    expect(levelsOf(kit.withUnsigned(plain, [together, ...apart.slice(0, 1)], signer))).toEqual(['T', 'T']);
  });

  it('is not LT without evidence about the authority of a timestamp that makes no level and proves its time', () => {
    const plain = kit.signed(signer);
    const of = kit.signerInfoOf(plain).signatureValue;
    const unknown = makeTsa('Unrevocable', otherRoot);
    const earlier = ['2026-05-01', '2026-05-02'].map((date) => makeToken({ of, at: day(date), by: unknown }));
    const together = encodeAttribute(OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN, earlier);
    const beside = [kit.signatureTimestamp(makeToken({ of, at: JUNE })), revocationValues];
    expect(levelsOf(kit.withUnsigned(plain, beside, signer))).toEqual(['LT', 'LT']);
    expect(levelsOf(kit.withUnsigned(plain, [together, ...beside], signer))).toEqual(['T', 'T']);
  });

  it('is not T by a timestamp that was made after the certificate of the signer had ended', () => {
    expect(levelsOf(kit.timestamped(signer, { at: day('2026-12-31') }))).toEqual(['T', 'T']);
    expect(levelsOf(kit.timestamped(signer, { at: day('2027-01-02') }))).toEqual(['B', 'B']);
  });

  it('is none of a signature that does not hold, whatever stands beside it', () => {
    const plain = kit.signed(signer, { signatureValue: Buffer.alloc(64, 7) });
    const token = makeToken({ of: Buffer.alloc(64, 7), at: JUNE });
    const broken = kit.withUnsigned(plain, [kit.signatureTimestamp(token), revocationValues], signer);
    expect(levelsOf(broken)).toEqual([null, null]);
  });
});
