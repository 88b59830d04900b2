import { describe, expect, it } from 'vitest';
import * as builder from '../../codecs/x509/certificate-builder.ts';
import { makeCrl, makeOcsp, type OcspRequest, type Reason } from './evidence.suite.ts';
import { authority, evaluate, issue, type Circumstances } from './issued-certificates.suite.ts';

/** Evidence about a proven time in the past, by delegates that were revoked between then and now. */

const root = authority('Root', null);
const leaf = issue('Leaf', root);
const responder = issue('Responder', root, {
  extensions: [
    builder.keyUsageExtension(['digitalSignature']),
    builder.extendedKeyUsageExtension(['1.3.6.1.5.5.7.3.9']),
  ],
});
const listSigner = issue('Root', root, { extensions: [builder.keyUsageExtension(['cRLSign'])] });
const date = (text: string): Date => new Date(`2026-${text}T00:00:00Z`);
const PROVEN = date('03-02');
const past: Circumstances = { at: PROVEN, now: date('10-01'), revocationMode: 'Online' };
const EARLY = { thisUpdate: date('03-01'), nextUpdate: date('03-08') };
const LATE = { thisUpdate: date('07-01'), nextUpdate: date('07-08') };

const revoked = (certificate: typeof leaf, reason: Reason, at: string): Uint8Array =>
  makeOcsp({ certificate, issuer: root, status: { reason, revokedAt: date(at) } });
const answer = (times: Partial<OcspRequest>): Uint8Array =>
  makeOcsp({ certificate: leaf, issuer: root, responder, ...times });
const list = (times: Partial<OcspRequest>): Uint8Array => makeCrl({ issuer: listSigner, name: 'Root', ...times });

/** What is judged with evidence of a delegate, of whom the authority itself says something. */
function judge(kind: 'OCSP' | 'CRL', times: Partial<OcspRequest>, ofDelegate: readonly Uint8Array[], more = past) {
  const isList = kind === 'CRL';
  const ocspResponses = [...(isList ? [] : [answer(times)]), ...ofDelegate];
  return evaluate(leaf, [root], [listSigner], { ocspResponses, crls: isList ? [list(times)] : [], ...more });
}

describe.each(['OCSP', 'CRL'] as const)('the word of a delegate for %s', (kind) => {
  const delegate = kind === 'OCSP' ? responder : listSigner;

  it.each(['keyCompromise', 'unspecified'] as const)('does not count with a key that is lost: %s', (reason) => {
    for (const times of [EARLY, LATE]) {
      const result = judge(kind, times, [revoked(delegate, reason, '05-01')]);
      expect(result).toMatchObject({ isValid: false, revocation: { status: 'Unknown' } });
    }
  });

  it.each(['superseded', 'keyCompromise', 'certificateHold'] as const)('does not count after its end: %s', (reason) => {
    for (const at of ['02-01', '05-01']) {
      expect(judge(kind, LATE, [revoked(delegate, reason, at)])).toMatchObject({
        ...{ isValid: false, revocation: { status: 'Unknown' } },
      });
    }
  });

  it('counts that is of before its end, and that of one who is good', () => {
    expect(judge(kind, EARLY, [revoked(delegate, 'superseded', '05-01')]).isValid).toBe(true);
    for (const times of [EARLY, LATE]) expect(judge(kind, times, []).isValid).toBe(true);
  });

  it('is not passed over where it says that somebody is revoked', () => {
    const offline = { revocationMode: 'Offline' } as const;
    const accusing: Circumstances =
      kind === 'OCSP'
        ? { ocspResponses: [answer({ status: { reason: 'superseded' } })] }
        : { crls: [makeCrl({ issuer: listSigner, name: 'Root', entries: [{ certificate: leaf }] })] };
    const ofDelegate = revoked(delegate, 'superseded', '09-28');
    const { ocspResponses = [], ...rest } = accusing;
    const given = { ...rest, ocspResponses: [...ocspResponses, ofDelegate], ...offline };
    const result = evaluate(leaf, [root], [listSigner], given);
    expect(result).toMatchObject({ isValid: false, revocation: { status: 'Unknown' } });
    expect(result.reasonCodes).toContain('REVOCATION_DATA_INVALID');
    const silent = evaluate(leaf, [root], [listSigner], { ocspResponses: [answer({}), ofDelegate], ...offline });
    if (kind === 'OCSP') expect(silent).toMatchObject({ isValid: true, revocation: { status: 'Unknown' } });
  });
});
