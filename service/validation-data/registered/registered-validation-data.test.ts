import { describe, expect, it } from 'vitest';
import { derNull } from '../../codecs/asn1/der-writer.ts';
import { parseOcspResponse } from '../../codecs/ocsp/ocsp-response.ts';
import * as builder from '../../codecs/x509/certificate-builder.ts';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import { OID_EXTENSION, OID_KEY_PURPOSE } from '../../codecs/x509/object-identifiers.ts';
import { StationError } from '../../domain/station-error.ts';
import { makeCrl, makeOcsp, NEXT_UPDATE, THIS_UPDATE } from '../../verification/certificate-path/evidence.suite.ts';
import { at, authority, issue, type Issued } from '../../verification/certificate-path/issued-certificates.suite.ts';
import type { TrustMaterial } from '../../verification/verification.ts';
import type { ValidationData, ValidationDataSource } from '../validation-data.ts';
import { createRegisteredValidationData } from './registered-validation-data.ts';

const root = authority('Root', null);
const ca = authority('CA', root);
const signer = issue('Signer', ca);
const tsaRoot = authority('Timestamp root', null);
const tsa = issue('Timestamps', tsaRoot);
const rootCrl = makeCrl({ issuer: root });
const caCrl = makeCrl({ issuer: ca });
const tsaCrl = makeCrl({ issuer: tsaRoot });
const ocsp = makeOcsp({ certificate: signer, issuer: ca });
const day = (number: number): Date => new Date(Date.UTC(2026, 9, number));

interface Circumstances {
  readonly material?: Partial<TrustMaterial>;
  readonly certificates?: readonly Issued[];
  readonly at?: Date;
  readonly gracePeriodMilliseconds?: number;
  readonly now?: Date;
}

const ders = ({ certificates = [signer, ca] }: Circumstances): Uint8Array[] => certificates.map(({ der }) => der);

function ask(circumstances: Circumstances): Promise<ValidationData> {
  return sourceOf(circumstances).validationData({ certificates: ders(circumstances), at: circumstances.at ?? at });
}

function sourceOf(circumstances: Circumstances): ValidationDataSource {
  const { material = {}, gracePeriodMilliseconds = null, now = day(20) } = circumstances;
  const all = { trustAnchors: [root.der, tsaRoot.der], intermediates: [], crls: [], ocspResponses: [], ...material };
  return createRegisteredValidationData({
    material: () => Promise.resolve(all),
    gracePeriodMilliseconds,
    now: () => now,
  });
}

async function refusal(circumstances: Circumstances): Promise<StationError> {
  const fault: unknown = await ask(circumstances).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (fault instanceof StationError) return fault;
  throw new Error('It was not refused.');
}

const UNAVAILABLE = 'SIGNATURE_VALIDATION_DATA_UNAVAILABLE';
const serial = (issued: Issued): string => parseCertificate(issued.der).serialNumberHex;

describe('validation data out of folders', () => {
  it('covers every certificate of every chain, OCSP before CRLs', async () => {
    const material = { crls: [tsaCrl, caCrl, rootCrl], ocspResponses: [ocsp] };
    const found = await ask({ material, certificates: [ca, tsa, signer] });
    expect(new Set(found.certificates)).toEqual(new Set([signer, ca, root, tsa, tsaRoot].map(({ der }) => der)));
    expect(new Set(found.crls)).toEqual(new Set([rootCrl, tsaCrl]));
    expect(found.ocspResponses.map((der) => parseOcspResponse(der).responseStatus)).toEqual(['successful']);
    expect(found.ocspResponses[0]).toEqual(ocsp);
  });

  it('finds issuers among the registered certificates', async () => {
    const material = { intermediates: [ca.der], crls: [caCrl, rootCrl] };
    const found = await ask({ material, certificates: [signer] });
    expect(found.certificates).toEqual([signer.der, ca.der, root.der]);
    expect(found.crls).toEqual([caCrl, rootCrl]);
  });

  it('names the certificate and what it lacks', async () => {
    const nothing = await refusal({});
    expect(nothing).toMatchObject({ code: UNAVAILABLE, kind: 'permanent' });
    expect(nothing.message).toContain(`No revocation evidence for CN=Signer, serial number ${serial(signer)}`);
    expect(nothing.message).toContain(`CN=CA, serial number ${serial(ca)}`);
    const oneMissing = await refusal({ material: { crls: [caCrl] } });
    expect(oneMissing.message).toContain('CN=CA,');
    expect(oneMissing.message).not.toContain('CN=Signer');
    const noIssuer = await refusal({ certificates: [signer], material: { crls: [caCrl, rootCrl] } });
    expect(noIssuer.code).toBe(UNAVAILABLE);
    expect(noIssuer.message).toContain('No certificate path for CN=Signer');
    const stranger = authority('Stranger', null);
    const untrusted = await refusal({ certificates: [issue('Unknown', stranger), stranger] });
    expect(untrusted.code).toBe(UNAVAILABLE);
    expect(untrusted.message).toContain('CN=Stranger');
  });

  const otherCa = authority('CA', root);
  const late = { thisUpdate: day(2), nextUpdate: day(9) };
  const BAD: readonly (readonly [string, Partial<TrustMaterial>])[] = [
    ['a CRL of somebody of the same name', { crls: [makeCrl({ issuer: otherCa }), rootCrl] }],
    [
      'a CRL that had run out',
      { crls: [makeCrl({ issuer: ca, thisUpdate: day(-20), nextUpdate: day(-10) }), rootCrl] },
    ],
    ['a CRL by SHA-1', { crls: [makeCrl({ issuer: ca, hash: 'sha1' }), rootCrl] }],
    [
      'an OCSP response of a stranger',
      { crls: [rootCrl], ocspResponses: [makeOcsp({ certificate: signer, issuer: ca, responder: tsaRoot })] },
    ],
    [
      'an OCSP response about another',
      { crls: [rootCrl], ocspResponses: [makeOcsp({ certificate: issue('Else', ca), issuer: ca })] },
    ],
    [
      'a responder that does not know',
      { crls: [rootCrl], ocspResponses: [makeOcsp({ certificate: signer, issuer: ca, status: 'unknown' })] },
    ],
    ['a CRL that lists it', { crls: [makeCrl({ issuer: ca, entries: [{ certificate: signer }] }), rootCrl] }],
    [
      'a response that says revoked beside a good CRL',
      {
        crls: [caCrl, rootCrl],
        ocspResponses: [makeOcsp({ certificate: signer, issuer: ca, status: { reason: 'keyCompromise' } })],
      },
    ],
  ];
  it.each(BAD)('does not take %s', async (_what, material) => {
    const fault = await refusal({ material });
    expect(fault.code).toBe(UNAVAILABLE);
    expect(fault.message).toContain('CN=Signer');
  });

  it('takes what was made later than the time asked for, and a revocation after it', async () => {
    const entries = [{ certificate: signer, revokedAt: day(2) }];
    const younger = makeCrl({ issuer: ca, entries, ...late });
    const found = await ask({ material: { crls: [younger, rootCrl] } });
    expect(found.crls).toEqual([younger, rootCrl]);
    const before = makeCrl({
      issuer: ca,
      entries: [{ certificate: signer, revokedAt: new Date('2026-09-30T23:59:59Z') }],
      ...late,
    });
    expect((await refusal({ material: { crls: [before, caCrl, rootCrl] } })).message).toBe(
      `The certificate of CN=Signer, serial number ${serial(signer)} was revoked at 2026-09-30T23:59:59.000Z, reason keyCompromise.`,
    );
  });

  it('takes nothing that was made in the future, and what is of now in its place', async () => {
    const early = makeOcsp({ certificate: signer, issuer: ca, ...late });
    const material = { crls: [caCrl, rootCrl], ocspResponses: [early] };
    expect(await ask({ material, now: day(1) })).toMatchObject({ crls: [caCrl, rootCrl], ocspResponses: [] });
    expect(await ask({ material, now: day(2) })).toMatchObject({ crls: [rootCrl], ocspResponses: [early] });
    const alone = await refusal({ material: { ...material, crls: [rootCrl] }, now: day(1) });
    expect(alone.message).toContain(`The OCSP response of ${day(2).toISOString()} does not cover the time`);
  });

  it('takes no list of after the end of a certificate, which need not be in it any more', async () => {
    const short = issue('Short', ca, { changes: { notAfter: day(2) } });
    const lists = [makeCrl({ issuer: ca, thisUpdate: day(3), nextUpdate: day(9) }), rootCrl];
    expect((await refusal({ certificates: [short, ca], material: { crls: lists } })).code).toBe(UNAVAILABLE);
    expect((await ask({ certificates: [short, ca], material: { crls: [caCrl, rootCrl] } })).crls).toEqual([
      caCrl,
      rootCrl,
    ]);
  });

  it('refuses a certificate that is an anchor itself, and one that was not valid then', async () => {
    const own = await refusal({ material: { trustAnchors: [signer.der] }, certificates: [signer] });
    expect(own.message).toContain('it is a trust anchor itself');
    const expired = await refusal({ material: { crls: [caCrl, rootCrl] }, at: new Date('2027-02-01T00:00:00Z') });
    expect(expired.message).toContain('CERT_EXPIRED');
  });

  it('waits for the grace period and asks for evidence of after it', async () => {
    const hour = 3_600_000;
    const early = { gracePeriodMilliseconds: hour, now: new Date(at.getTime() + hour - 1) };
    expect(await refusal({ ...early, material: { crls: [caCrl, rootCrl] } })).toMatchObject({
      ...{ code: UNAVAILABLE, kind: 'transient', waitReason: 'GRACE_PERIOD_RUNNING' },
      waitUntil: new Date(at.getTime() + hour),
    });
    expect(await refusal(early)).toMatchObject({ kind: 'permanent', waitReason: null });
    const old = { material: { crls: [caCrl, rootCrl] }, gracePeriodMilliseconds: hour };
    expect((await refusal(old)).message).toContain(new Date(at.getTime() + hour).toISOString());
    const crls = [makeCrl({ issuer: ca, ...late }), makeCrl({ issuer: root, ...late })];
    expect((await ask({ ...old, material: { crls: [caCrl, ...crls] } })).crls).toEqual(crls);
  });

  it('counts evidence that was made in the second in which the grace period ends, for its times have no parts of one', async () => {
    const signed = new Date(at.getTime() + 76);
    const made = { thisUpdate: new Date(at.getTime() + 9_000), nextUpdate: day(30) };
    const crls = [makeCrl({ issuer: ca, ...made }), makeCrl({ issuer: root, ...made })];
    const question = { material: { crls }, at: signed, gracePeriodMilliseconds: 8_000 };
    const before = await refusal({ ...question, now: new Date(at.getTime() + 8_500) });
    expect(before).toMatchObject({ waitReason: 'GRACE_PERIOD_RUNNING', waitUntil: made.thisUpdate });
    expect((await ask({ ...question, now: made.thisUpdate })).crls).toEqual(crls);
  });

  it('looks again soon where what is too old was made just now, as responders do it', async () => {
    const made = { thisUpdate: new Date(at.getTime() + 8_000), nextUpdate: day(30) };
    const crls = [makeCrl({ issuer: ca, ...made }), makeCrl({ issuer: root, ...made })];
    const now = new Date(at.getTime() + 9_500);
    const fault = await refusal({ material: { crls }, gracePeriodMilliseconds: 9_000, now });
    expect(fault).toMatchObject({
      ...{ waitReason: 'REVOCATION_DATA_DUE', waitUntil: new Date(now.getTime() + 10_000) },
    });
  });

  it('waits for the next list where the last one is too old, and looks for an early one every ten minutes', async () => {
    const young = issue('Young', ca, { changes: { notBefore: day(1), notAfter: day(30) } });
    const question = { certificates: [young, ca], at: day(2), material: { crls: [caCrl, rootCrl] } };
    const minute = 60_000;
    const before = (milliseconds: number): Date => new Date(NEXT_UPDATE.getTime() - milliseconds);
    const waits = { code: UNAVAILABLE, kind: 'transient', waitReason: 'REVOCATION_DATA_DUE' };
    const soon = await refusal({ ...question, now: before(9 * minute) });
    expect(soon).toMatchObject({ ...waits, waitUntil: NEXT_UPDATE });
    expect(soon.message).toContain('CN=Young');
    expect(soon.message).toContain(`due by ${NEXT_UPDATE.toISOString()}`);
    expect(await refusal({ ...question, now: before(48 * 60 * minute) })).toMatchObject({
      ...{ ...waits, waitUntil: before((48 * 60 - 10) * minute) },
    });
    const late = new Date(NEXT_UPDATE.getTime() + minute);
    expect(await refusal({ ...question, now: late })).toMatchObject({
      ...{ ...waits, waitUntil: new Date(late.getTime() + 5 * minute) },
    });
    const younger = makeCrl({ issuer: ca, thisUpdate: day(3), nextUpdate: day(9) });
    expect((await ask({ ...question, now: late, material: { crls: [caCrl, younger, rootCrl] } })).crls).toEqual([
      younger,
      rootCrl,
    ]);
  });

  it('does not wait where something is missing beside it, or the certificate is revoked', async () => {
    const young = issue('Young', ca, { changes: { notBefore: day(1), notAfter: day(30) } });
    const question = { certificates: [young, ca], at: day(2), now: day(3) };
    expect(await refusal({ ...question, material: { crls: [caCrl] } })).toMatchObject({
      ...{ kind: 'permanent', waitReason: null },
    });
    const entries = [{ certificate: young, revokedAt: day(1) }];
    const revoked = makeCrl({ issuer: ca, entries });
    expect(await refusal({ ...question, material: { crls: [revoked, rootCrl] } })).toMatchObject({
      ...{ kind: 'permanent', waitReason: null },
    });
  });

  it('knows who was revoked by a time, as far as anything is known', async () => {
    const requireUnrevoked = (crls: readonly Uint8Array[], circumstances: Circumstances = {}): Promise<void> => {
      const source = sourceOf({ ...circumstances, material: { crls } });
      return source.requireUnrevoked({ certificates: ders(circumstances), at: day(5), asksOnline: true });
    };
    const revokedOn = (date: Date, reason: 'keyCompromise' | 'certificateHold' = 'keyCompromise'): Uint8Array =>
      makeCrl({ issuer: ca, entries: [{ certificate: signer, revokedAt: date, reason }], ...late });
    const refused = { code: UNAVAILABLE, kind: 'permanent', waitReason: null };
    await expect(requireUnrevoked([revokedOn(day(4))])).rejects.toMatchObject(refused);
    await expect(requireUnrevoked([revokedOn(day(4), 'certificateHold')])).rejects.toMatchObject(refused);
    const ofCa = makeCrl({ issuer: root, entries: [{ certificate: ca, revokedAt: day(4) }], ...late });
    await expect(requireUnrevoked([ofCa])).rejects.toThrow('The certificate of CN=CA');
    // Revocations are of the past: one that was still to come when the list was made counts from then on.
    await expect(requireUnrevoked([revokedOn(day(6))])).rejects.toMatchObject(refused);
    const entries = [{ certificate: signer, revokedAt: day(6) }];
    const later = makeCrl({ issuer: ca, entries, thisUpdate: day(7), nextUpdate: day(9) });
    for (const crls of [[], [caCrl, rootCrl], [later]]) {
      await expect(requireUnrevoked(crls)).resolves.toBeUndefined();
    }
    // Nobody is asked about a certificate without a path.
    await expect(requireUnrevoked([], { certificates: [issue('Orphan', authority('Nobody', null))] })).resolves.toBe(
      undefined,
    );
  });

  describe('signed by delegates', () => {
    const responderExtensions = (isExempt: boolean): builder.NewExtension[] => [
      builder.keyUsageExtension(['digitalSignature']),
      builder.extendedKeyUsageExtension([OID_KEY_PURPOSE.ocspSigning]),
      ...(isExempt ? [{ oid: OID_EXTENSION.ocspNoCheck, critical: false, value: derNull() }] : []),
    ];
    const answer = (responder: Issued): Uint8Array =>
      makeOcsp({ certificate: signer, issuer: ca, responder, thisUpdate: THIS_UPDATE, nextUpdate: NEXT_UPDATE });

    it('asks for evidence about a delegate that is not exempt, and embeds it', async () => {
      const responder = issue('Responder', ca, { extensions: responderExtensions(false) });
      const material = { crls: [rootCrl], ocspResponses: [answer(responder)] };
      expect((await refusal({ material })).message).toContain('CN=Responder');
      const found = await ask({ material: { ...material, crls: [rootCrl, caCrl] } });
      expect(new Set(found.crls)).toEqual(new Set([caCrl, rootCrl]));
      expect(found.ocspResponses).toHaveLength(1);
      expect(found.certificates).toContainEqual(responder.der);
    });

    it('takes an exempt one at its word', async () => {
      const responder = issue('Responder', ca, { extensions: responderExtensions(true) });
      const found = await ask({ material: { crls: [rootCrl], ocspResponses: [answer(responder)] } });
      expect(found.crls).toEqual([rootCrl]);
      expect(found.certificates).toContainEqual(responder.der);
    });
  });
});
