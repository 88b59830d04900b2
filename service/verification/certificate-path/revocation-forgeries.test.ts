import { describe, expect, it } from 'vitest';
import { derExplicit, derInteger, derNull, derSequence, derValue } from '../../codecs/asn1/der-writer.ts';
import * as builder from '../../codecs/x509/certificate-builder.ts';
import { encodeName } from '../../codecs/x509/name.ts';
import { REVOCATION_MODES } from '../../contract/vocabulary/revocation-modes.ts';
import { makeCrl, makeOcsp, NEXT_UPDATE, type CrlRequest, type OcspRequest, type Reason } from './evidence.suite.ts';
import { authority, evaluate, issue, newKeys, type Circumstances, type Issued } from './issued-certificates.suite.ts';

const root = authority('Root', null);
const ca = authority('CA', root);
const leaf = issue('Leaf', ca);
const unknown: builder.NewExtension = { oid: '1.2.3.4', critical: true, value: derNull() };

const judge = (circumstances: Circumstances) => evaluate(leaf, [root], [ca], circumstances);
const day = (number: number): Date => new Date(Date.UTC(2026, 8, number));
/** Windows around the time of judging, 1 October 2026, and those that miss it. */
const WINDOWS: readonly (readonly [string, Pick<CrlRequest, 'thisUpdate' | 'nextUpdate'>])[] = [
  ['current', {}],
  ['past its end since yesterday', { thisUpdate: day(1), nextUpdate: day(30) }],
  [
    'past its end for years',
    { thisUpdate: new Date('2019-01-01T00:00:00Z'), nextUpdate: new Date('2019-02-01T00:00:00Z') },
  ],
  ['not begun', { thisUpdate: day(40), nextUpdate: day(60) }],
];
const PERMANENT: readonly Reason[] = ['keyCompromise', 'unspecified', 'superseded'];
const revokedAt = new Date('2018-06-01T00:00:00Z');
const goodCrl = makeCrl({ issuer: ca });
const goodOcsp = makeOcsp({ certificate: leaf, issuer: ca });
const youngest = { thisUpdate: day(30), nextUpdate: NEXT_UPDATE };

describe('what is revoked stays revoked', () => {
  const cases = WINDOWS.flatMap(([window, times]) => PERMANENT.map((reason) => [reason, window, times] as const));

  it.each(cases)('for %s in a CRL that is %s', (reason, _window, times) => {
    const revoking = makeCrl({ issuer: ca, entries: [{ certificate: leaf, reason, revokedAt }], ...times });
    const others: Circumstances[] = [
      { crls: [revoking] },
      { crls: [revoking, goodCrl] },
      { crls: [makeCrl({ issuer: ca, ...youngest }), revoking] },
      { crls: [revoking], ocspResponses: [goodOcsp] },
      { crls: [revoking, goodCrl], ocspResponses: [makeOcsp({ certificate: leaf, issuer: ca, ...youngest })] },
    ];
    for (const evidence of others) {
      for (const revocationMode of REVOCATION_MODES) {
        const result = judge({ ...evidence, revocationMode });
        expect(result).toMatchObject({ isValid: false, revocation: { status: 'Revoked', source: 'Crl' } });
        expect(result.reasonCodes).toContain('CERT_REVOKED');
      }
    }
  });

  it.each(cases)('for %s in an OCSP response that is %s', (reason, _window, times) => {
    const revoking = makeOcsp({ certificate: leaf, issuer: ca, status: { reason, revokedAt }, ...times });
    for (const evidence of [{ ocspResponses: [revoking] }, { ocspResponses: [goodOcsp, revoking], crls: [goodCrl] }]) {
      expect(judge(evidence)).toMatchObject({ isValid: false, revocation: { status: 'Revoked', source: 'Ocsp' } });
    }
  });

  it.each(WINDOWS)('for the authority above, in a CRL that is %s', (_window, times) => {
    const revoking = makeCrl({ issuer: root, entries: [{ certificate: ca, revokedAt }], ...times });
    const result = judge({ crls: [revoking, goodCrl, makeCrl({ issuer: root, ...youngest })] });
    expect(result).toMatchObject({ isValid: false, revocation: { status: 'Good' } });
    expect(result.reasonCodes).toContain('CERT_REVOKED');
  });

  it('in a delta CRL, with its base and without', () => {
    const base = { oid: '2.5.29.27', critical: true, value: derInteger(7) };
    const delta = makeCrl({ issuer: ca, number: 8, extensions: [base], entries: [{ certificate: leaf }] });
    for (const crls of [[delta], [delta, goodCrl]]) {
      expect(judge({ crls })).toMatchObject({ isValid: false, revocation: { status: 'Revoked' } });
    }
  });

  it('but not before it was, nor by another authority, nor for another certificate', () => {
    const before = { at: new Date('2026-05-31T23:59:59Z') };
    const revoking = makeCrl({ issuer: ca, entries: [{ certificate: leaf }] });
    expect(judge({ crls: [revoking], ...before }).isValid).toBe(true);
    expect(judge({ crls: [makeCrl({ issuer: root, entries: [{ certificate: leaf }] })] }).isValid).toBe(true);
    expect(judge({ crls: [makeCrl({ issuer: ca, entries: [{ certificate: ca }] })] }).isValid).toBe(true);
    const stranger = authority('CA', null);
    const forged = makeCrl({ issuer: stranger, entries: [{ certificate: leaf }] });
    expect(judge({ crls: [forged] })).toMatchObject({ isValid: true, revocation: { status: 'Unknown' } });
  });
});

describe('a hold', () => {
  const held = (times: Partial<CrlRequest> = {}): Uint8Array =>
    makeCrl({ issuer: ca, entries: [{ certificate: leaf, reason: 'certificateHold', revokedAt }], ...times });
  const heldByOcsp = (times: Partial<OcspRequest> = {}): Uint8Array =>
    makeOcsp({ certificate: leaf, issuer: ca, status: { reason: 'certificateHold', revokedAt }, ...times });

  it.each(WINDOWS)('counts where nothing younger lifts it, in evidence that is %s', (_window, times) => {
    for (const evidence of [{ crls: [held(times)] }, { ocspResponses: [heldByOcsp(times)] }]) {
      expect(judge(evidence)).toMatchObject({ isValid: false, revocation: { status: 'OnHold' } });
    }
  });

  it('is lifted by younger evidence of either kind', () => {
    const young = { crls: [makeCrl({ issuer: ca, ...youngest })] };
    const youngOcsp = { ocspResponses: [makeOcsp({ certificate: leaf, issuer: ca, ...youngest })] };
    expect(judge({ crls: [held(), ...young.crls] })).toMatchObject({ isValid: true, revocation: { status: 'Good' } });
    expect(judge({ crls: [held()], ...youngOcsp })).toMatchObject({ isValid: true, revocation: { status: 'Good' } });
    expect(judge({ ocspResponses: [heldByOcsp()], ...young })).toMatchObject({ isValid: true });
    const delta = makeCrl({
      ...{ issuer: ca, number: 8, ...youngest, entries: [{ certificate: leaf, reason: 'removeFromCRL' }] },
      extensions: [{ oid: '2.5.29.27', critical: true, value: derInteger(7) }],
    });
    expect(judge({ crls: [held(), delta] })).toMatchObject({ isValid: true, revocation: { status: 'Good' } });
  });

  it('is not lifted by older evidence, nor by forged, and not from another reason', () => {
    const lifted = { isValid: false, revocation: { status: 'OnHold' } };
    expect(judge({ crls: [held(youngest), goodCrl], ocspResponses: [goodOcsp] })).toMatchObject(lifted);
    expect(judge({ crls: [held(), makeCrl({ issuer: authority('CA', null), ...youngest })] })).toMatchObject(lifted);
    expect(judge({ crls: [held(), makeCrl({ issuer: ca, ...youngest, hash: 'sha1' })] })).toMatchObject(lifted);
    const final = makeCrl({ issuer: ca, entries: [{ certificate: leaf }] });
    expect(judge({ crls: [held(), final, makeCrl({ issuer: ca, ...youngest })] })).toMatchObject({
      revocation: { status: 'Revoked' },
    });
  });

  it('that is lifted by what is itself out of date leaves the status unknown', () => {
    const lifting = makeCrl({ issuer: ca, thisUpdate: day(10), nextUpdate: day(20) });
    const result = judge({ crls: [held({ thisUpdate: day(1) }), lifting] });
    expect(result).toMatchObject({ isValid: true, revocation: { status: 'Unknown' } });
    expect(result.reasonCodes).toContain('REVOCATION_DATA_STALE');
  });
});

describe('evidence that is not understood', () => {
  it('is not good for a certificate that it lists', () => {
    const strangeCrl = makeCrl({ issuer: ca, extensions: [unknown], entries: [{ certificate: leaf }] });
    const strangeEntry = makeCrl({ issuer: ca, entries: [{ certificate: leaf, extensions: [unknown] }] });
    const strangeOcsp = makeOcsp({
      ...{ certificate: leaf, issuer: ca, extensions: [unknown] },
      status: { reason: 'keyCompromise' },
    });
    for (const evidence of [{ crls: [strangeCrl] }, { crls: [strangeEntry] }, { ocspResponses: [strangeOcsp] }]) {
      const result = judge(evidence);
      expect(result).toMatchObject({ isValid: false, revocation: { status: 'Unknown' } });
      expect(result.reasonCodes).toContain('REVOCATION_DATA_INVALID');
    }
    const silent = judge({ crls: [makeCrl({ issuer: ca, extensions: [unknown] })] });
    expect(silent).toMatchObject({ isValid: true, revocation: { status: 'Unknown' } });
  });
});
const crlUsage = builder.keyUsageExtension(['cRLSign']);

describe('the scope of a CRL', () => {
  const scope = (...fields: Uint8Array[]): builder.NewExtension => ({
    oid: '2.5.29.28',
    critical: true,
    value: derSequence(...fields),
  });
  const uri = (text: string): Uint8Array => derExplicit(0, derExplicit(0, derValue(0x86, Buffer.from(text, 'latin1'))));
  const flag = (number: number): Uint8Array => derValue(0x80 | number, Uint8Array.of(0xff));
  const pointed = (text: string, ...more: Uint8Array[]): Issued =>
    issue('Leaf', ca, {
      extensions: [{ oid: '2.5.29.31', critical: false, value: derSequence(derSequence(uri(text), ...more)) }],
    });
  const statusOf = (certificate: Issued, ...crls: Uint8Array[]): string =>
    evaluate(certificate, [root], [ca], { crls }).revocation.status;

  it.each([
    ['for authorities only', scope(flag(2))],
    ['for attribute certificates only', scope(flag(5))],
    ['of another distribution point', scope(uri('http://other/'))],
    ['for some reasons only', scope(derValue(0x83, Uint8Array.of(6, 0x40)))],
  ] as const)('says nothing good where it is %s', (_what, extension) => {
    const crl = makeCrl({ issuer: ca, extensions: [extension] });
    expect(statusOf(pointed('http://here/'), crl)).toBe('Unknown');
  });

  it('is met by distribution point, by reasons that together are all, and by those for signers', () => {
    const here = pointed('http://here/');
    expect(statusOf(here, makeCrl({ issuer: ca, extensions: [scope(uri('http://here/'))] }))).toBe('Good');
    expect(statusOf(here, makeCrl({ issuer: ca, extensions: [scope(flag(1))] }))).toBe('Good');
    const some = (first: number, second: number): Uint8Array =>
      makeCrl({ issuer: ca, extensions: [scope(derValue(0x83, Uint8Array.of(7, first, second)))] });
    expect(statusOf(here, some(0x7f, 0))).toBe('Unknown');
    expect(statusOf(here, some(0x7f, 0), some(0, 0x80))).toBe('Good');
  });

  it('of an indirect CRL reaches only who names its issuer, entry by entry', () => {
    const other = issue('Collector', root, { extensions: [crlUsage] });
    const name = derExplicit(4, encodeName([['CN', 'Collector']]));
    const naming = pointed('http://here/', derValue(0xa2, name));
    const indirect = scope(uri('http://here/'), flag(4));
    const issuedBy = {
      oid: '2.5.29.29',
      critical: true,
      value: derSequence(derExplicit(4, encodeName([['CN', 'CA']]))),
    };
    const status = (certificate: Issued, crl: Uint8Array): string =>
      evaluate(certificate, [root], [ca, other], { crls: [crl] }).revocation.status;
    expect(status(naming, makeCrl({ issuer: other, extensions: [indirect] }))).toBe('Good');
    expect(status(pointed('http://here/'), makeCrl({ issuer: other, extensions: [indirect] }))).toBe('Unknown');
    expect(status(naming, makeCrl({ issuer: other }))).toBe('Unknown');
    const ofOthers = makeCrl({ issuer: other, extensions: [indirect], entries: [{ certificate: naming }] });
    expect(status(naming, ofOthers)).toBe('Good');
    const entries = [{ certificate: leaf, extensions: [issuedBy] }, { certificate: naming }];
    expect(status(naming, makeCrl({ issuer: other, extensions: [indirect], entries }))).toBe('Revoked');
    const impostor = issue('Collector', authority('CA', null), { extensions: [crlUsage] });
    const forged = makeCrl({ issuer: impostor, extensions: [indirect] });
    expect(evaluate(naming, [root], [ca, impostor], { crls: [forged] }).revocation.status).toBe('Unknown');
  });
});

it('keys of strangers under the name of an authority sign nothing for it', () => {
  const keys = newKeys();
  const stranger = authority('CA', null, null, { keys });
  const crl = makeCrl({ issuer: stranger });
  expect(evaluate(leaf, [root], [ca, stranger], { crls: [crl] }).revocation.status).toBe('Unknown');
});
