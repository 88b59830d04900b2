import { describe, expect, it } from 'vitest';
import { derInteger, derNull, derSequence, derValue } from '../../codecs/asn1/der-writer.ts';
import { TAG } from '../../codecs/asn1/tags.ts';
import type { NewExtension } from '../../codecs/x509/certificate-builder.ts';
import { makeCrl, makeOcsp, type CrlRequest, type Listed, type OcspRequest, type Reason } from './evidence.suite.ts';
import { authority, evaluate, issue, type Circumstances } from './issued-certificates.suite.ts';

/** A signature of the 20th that is judged on the 30th: from when on a revocation counts, and what is said of it later. */

const root = authority('Root', null);
const ca = authority('CA', root);
const leaf = issue('Leaf', ca);
const day = (number: number): Date => new Date(Date.UTC(2026, 8, number));
const [at, now] = [day(20), day(30)];
const nextUpdate = new Date('2026-12-01T00:00:00Z');
const entry = (reason: Reason, revokedAt: Date, ...extensions: NewExtension[]): Listed => ({
  ...{ certificate: leaf, reason, revokedAt },
  ...(extensions.length > 0 && { extensions }),
});
const extension = (oid: string, value: Uint8Array, critical = false): NewExtension => ({ oid, critical, value });
const invalidSince = (text: string): NewExtension =>
  extension('2.5.29.24', derValue(TAG.generalizedTime, Buffer.from(`${text}000000Z`)));
const DELTA = extension('2.5.29.27', derInteger(7), true);

const crl = (made: number, entries: readonly Listed[] = [], more: Partial<CrlRequest> = {}): Uint8Array =>
  makeCrl({ issuer: ca, thisUpdate: day(made), nextUpdate, entries, ...more });
const ocsp = (made: number, more: Partial<OcspRequest> = {}): Uint8Array =>
  makeOcsp({ certificate: leaf, issuer: ca, thisUpdate: day(made), nextUpdate, ...more });
const judge = (evidence: Circumstances) => evaluate(leaf, [root], [ca], { at, now, ...evidence });

const held = entry('certificateHold', day(10));
const heldByOcsp = { status: { reason: 'certificateHold', revokedAt: day(10) } } as const;
const later = { reason: 'keyCompromise', revokedAt: day(25) } as const;
const future = new Date('2026-11-01T00:00:00Z');

const COUNTS: readonly (readonly [what: string, evidence: Circumstances, status: 'Revoked' | 'OnHold' | 'Unknown'])[] =
  [
    ['revoked the same moment', { crls: [crl(28, [entry('superseded', at)])] }, 'Revoked'],
    [
      'held, and revoked later with a later date',
      { crls: [crl(15, [held]), crl(28, [entry('keyCompromise', day(25))])] },
      'OnHold',
    ],
    [
      'held, and revoked later by OCSP',
      { crls: [crl(15, [held])], ocspResponses: [ocsp(28, { status: later })] },
      'OnHold',
    ],
    [
      'held by OCSP, and revoked later by a list',
      { ocspResponses: [ocsp(15, heldByOcsp)], crls: [crl(28, [entry('superseded', day(25))])] },
      'OnHold',
    ],
    ['held, and held again later', { crls: [crl(15, [held]), crl(28, [entry('certificateHold', day(25))])] }, 'OnHold'],
    [
      'held, and revoked later by a delta',
      { crls: [crl(15, [held]), crl(28, [entry('keyCompromise', day(25))], { number: 8, extensions: [DELTA] })] },
      'OnHold',
    ],
    [
      'revoked later, the key not vouched for since before',
      { crls: [crl(28, [entry('keyCompromise', day(25), invalidSince('20260905'))])] },
      'Revoked',
    ],
    [
      'the same by a list that has ended',
      { crls: [crl(26, [entry('keyCompromise', day(25), invalidSince('20260905'))], { nextUpdate: day(27) })] },
      'Revoked',
    ],
    [
      'the same beside a younger good word',
      { crls: [crl(26, [entry('keyCompromise', day(25), invalidSince('20260905'))])], ocspResponses: [ocsp(28)] },
      'Revoked',
    ],
    [
      'not vouched for since that very moment',
      { crls: [crl(28, [entry('keyCompromise', day(25), invalidSince('20260920'))])] },
      'Revoked',
    ],
    [
      'the same by OCSP',
      { ocspResponses: [ocsp(28, { status: later, extensions: [invalidSince('20260905')] })] },
      'Revoked',
    ],
    [
      'the same for a hold',
      { crls: [crl(28, [entry('certificateHold', day(25), invalidSince('20260905'))])] },
      'OnHold',
    ],
    ['listed with a date that is still to come', { crls: [crl(15, [entry('keyCompromise', future)])] }, 'Revoked'],
    [
      'the same by OCSP',
      { ocspResponses: [ocsp(15, { status: { reason: 'superseded', revokedAt: future } })] },
      'Revoked',
    ],
    ['held with a date that is still to come', { crls: [crl(15, [entry('certificateHold', future)])] }, 'OnHold'],
    [
      'for a reason that there is not',
      { crls: [crl(15, [entry('unspecified', day(10), extension('2.5.29.21', Uint8Array.of(TAG.enumerated, 1, 7)))])] },
      'Revoked',
    ],
    [
      'for a reason of a later standard',
      {
        crls: [crl(15, [entry('unspecified', day(10), extension('2.5.29.21', Uint8Array.of(TAG.enumerated, 1, 11)))])],
      },
      'Revoked',
    ],
    [
      'for a reason that cannot be read',
      { crls: [crl(15, [entry('unspecified', day(10), extension('2.5.29.21', derNull()))])] },
      'Unknown',
    ],
    [
      'with a date that cannot be read',
      { crls: [crl(15, [entry('superseded', day(10), extension('2.5.29.24', derSequence()))])] },
      'Unknown',
    ],
    [
      'the same by OCSP',
      {
        ocspResponses: [
          ocsp(15, {
            status: { reason: 'superseded', revokedAt: day(10) },
            extensions: [extension('2.5.29.24', derSequence())],
          }),
        ],
      },
      'Unknown',
    ],
    [
      'with one extension twice',
      { crls: [crl(15, [entry('superseded', day(10), invalidSince('20260901'), invalidSince('20260902'))])] },
      'Unknown',
    ],
  ];

const DOES_NOT: readonly (readonly [what: string, evidence: Circumstances])[] = [
  ['revoked later', { crls: [crl(28, [entry('keyCompromise', day(25))])] }],
  ['revoked later by OCSP', { ocspResponses: [ocsp(28, { status: later })] }],
  ['not vouched for since later', { crls: [crl(28, [entry('keyCompromise', day(25), invalidSince('20260922'))])] }],
  ['the same by OCSP', { ocspResponses: [ocsp(28, { status: later, extensions: [invalidSince('20260922')] })] }],
  ['held later', { crls: [crl(28, [entry('certificateHold', day(25))])] }],
  ['held, lifted, and revoked later', { crls: [crl(11, [held]), crl(18), crl(28, [entry('superseded', day(25))])] }],
  ['held, and lifted by OCSP', { crls: [crl(11, [held])], ocspResponses: [ocsp(18)] }],
  ['a date to come in a list of later', { crls: [crl(15), crl(28, [entry('superseded', future)])] }],
];

describe('a revocation', () => {
  it.each(COUNTS)('counts: %s', (_what, evidence, status) => {
    for (const revocationMode of ['Offline', 'Online', 'SoftFail'] as const) {
      expect(judge({ ...evidence, revocationMode })).toMatchObject({ isValid: false, revocation: { status } });
    }
  });

  it.each(DOES_NOT)('does not reach back: %s', (_what, evidence) => {
    expect(judge(evidence)).toMatchObject({ isValid: true, revocation: { status: 'Good' } });
  });

  it('says since when the key is not vouched for', () => {
    const crls = [crl(28, [entry('keyCompromise', day(25), invalidSince('20260905'))])];
    expect(judge({ crls }).revocation.detail).toMatch(
      /^Revoked at 2026-09-25.*Not vouched for since 2026-09-05T00:00:00.000Z\. /,
    );
  });
});
