import { expect, it } from 'vitest';
import { parseCrl } from '../../codecs/crl/crl.ts';
import { parseOcspResponse } from '../../codecs/ocsp/ocsp-response.ts';
import { makeCrl, makeOcsp, type Reason } from './evidence.suite.ts';
import { authority, evaluate, issue, type Circumstances } from './issued-certificates.suite.ts';

const root = authority('Root', null);
const leaf = issue('Leaf', root);
const OF = '2026-09-25T00:00:00.000Z';

function ocspOf(reason?: Reason): Uint8Array {
  return makeOcsp({ certificate: leaf, issuer: root, ...(reason && { status: { reason } }) });
}

function crlOf(reason?: Reason): Uint8Array {
  return makeCrl({ issuer: root, ...(reason && { entries: [{ certificate: leaf, reason }] }) });
}

/** The same evidence where the station has it, and where the document brings it. */
const ON_STATION = {
  Ocsp: (reason?: Reason): Circumstances => ({ ocspResponses: [ocspOf(reason)] }),
  Crl: (reason?: Reason): Circumstances => ({ crls: [crlOf(reason)] }),
};
const IN_DOCUMENT = {
  Ocsp: (reason?: Reason): Circumstances => {
    const { response } = parseOcspResponse(ocspOf(reason));
    return { evidence: { crls: [], ocspResponses: response === null ? [] : [response] } };
  },
  Crl: (reason?: Reason): Circumstances => ({ evidence: { crls: [parseCrl(crlOf(reason))], ocspResponses: [] } }),
};

it.each([
  ['Present on this station', 'Ocsp', `OCSP response of ${OF}.`, ON_STATION.Ocsp],
  ['Present on this station', 'Crl', `CRL of ${OF}.`, ON_STATION.Crl],
  ['In the document', 'Ocsp', `OCSP response of ${OF}.`, IN_DOCUMENT.Ocsp],
  ['In the document', 'Crl', `CRL of ${OF}.`, IN_DOCUMENT.Crl],
] as const)('each status is told with what says so and of when: %s, %s', (where, source, what, evidence) => {
  const told = (reason?: Reason) => evaluate(leaf, [root], [], evidence(reason)).revocation;
  const saidBy = `${where}: ${what}`;
  const revoked = 'Revoked at 2026-06-01T00:00:00.000Z, reason';
  expect(told()).toEqual({ status: 'Good', source, detail: saidBy });
  const detail = `${revoked} keyCompromise. ${saidBy}`;
  expect(told('keyCompromise')).toEqual({ status: 'Revoked', source, detail });
  const held = `${revoked} certificateHold. ${saidBy}`;
  expect(told('certificateHold')).toEqual({ status: 'OnHold', source, detail: held });
});

it('a status by several lists together is told with the oldest of them', () => {
  // onlySomeReasons [3]: keyCompromise and cACompromise in the document's list, all others in the station's.
  const part = (issuer: typeof root, bits: readonly number[], thisUpdate: Date): Uint8Array => {
    const value = Uint8Array.from([0x30, bits.length + 2, 0x83, bits.length, ...bits]);
    return makeCrl({ issuer, thisUpdate, extensions: [{ oid: '2.5.29.28', critical: true, value }] });
  };
  const older = parseCrl(part(root, [5, 0x60], new Date('2026-09-20T00:00:00Z')));
  const younger = part(root, [7, 0x1f, 0x80], new Date('2026-09-28T00:00:00Z'));
  expect(
    evaluate(leaf, [root], [], { crls: [younger], evidence: { crls: [older], ocspResponses: [] } }).revocation,
  ).toEqual({ status: 'Good', source: 'Crl', detail: 'In the document: CRL of 2026-09-20T00:00:00.000Z.' });
});
