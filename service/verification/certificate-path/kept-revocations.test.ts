import { describe, expect, it } from 'vitest';
import { derNull, derValue } from '../../codecs/asn1/der-writer.ts';
import { TAG } from '../../codecs/asn1/tags.ts';
import type { NewExtension } from '../../codecs/x509/certificate-builder.ts';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import { makeCrl, makeOcsp } from './evidence.suite.ts';
import { at, authority, evaluate, issue } from './issued-certificates.suite.ts';
import { requiredEvidence } from './required-evidence.ts';
import { openTrustStore } from './trust-store.ts';

/** Evidence of half a year after a certificate had ended, about a signature that a timestamp proves to be of before. */

const lasting = { changes: { notAfter: new Date('2035-01-01T00:00:00Z') } };
const root = authority('Root', null, null, lasting);
const ca = authority('CA', root, null, lasting);
const leaf = issue('Leaf', ca);
const now = new Date('2027-06-01T00:00:00Z');
const times = { thisUpdate: new Date('2027-05-31T00:00:00Z'), nextUpdate: new Date('2027-06-07T00:00:00Z') };
const since = (oid: string, day: string, critical = false): NewExtension => ({
  ...{ oid, critical },
  value: derValue(TAG.generalizedTime, Buffer.from(`${day}000000Z`)),
});

describe.each([
  ['CRL', '2.5.29.60', (extensions: NewExtension[]) => ({ crls: [makeCrl({ issuer: ca, ...times, extensions })] })],
  [
    'OCSP response',
    '1.3.6.1.5.5.7.48.1.6',
    (extensions: NewExtension[]) => ({
      ocspResponses: [
        makeOcsp({ certificate: leaf, issuer: ca, ...times, ...(extensions.length > 0 && { extensions }) }),
      ],
    }),
  ],
])('a %s of after the end of a certificate', (_what, oid, make) => {
  const judged = (...extensions: NewExtension[]) => evaluate(leaf, [root], [ca], { now, ...make(extensions) });
  const missing = (...extensions: NewExtension[]) => {
    const upper = makeCrl({ issuer: root });
    const { crls = [], ocspResponses = [] } = make(extensions) as { crls?: Uint8Array[]; ocspResponses?: Uint8Array[] };
    const evidence = { crls: [upper, ...crls], ocspResponses };
    const store = openTrustStore({ trustAnchors: [root.der], intermediates: [ca.der], ...evidence });
    return requiredEvidence({ certificates: [parseCertificate(leaf.der)], store, at, now, madeSince: at }).missing.map(
      ({ certificate }) => certificate.subject.toString(),
    );
  };

  it.each([
    ['just before it', '20261231', false],
    ['years before it', '20200101', false],
    ['years before it, critical', '20200101', true],
  ])('says that it was not revoked where it keeps those that ended since a day %s', (_when, day, critical) => {
    expect(judged(since(oid, day, critical))).toMatchObject({ isValid: true, revocation: { status: 'Good' } });
    expect(missing(since(oid, day, critical))).not.toContain('CN=Leaf');
  });

  it.each<[string, NewExtension[]]>([
    ['keeps nothing', []],
    ['keeps those that ended since a later day', [since(oid, '20270102')]],
    ['says what nobody can read', [{ oid, critical: false, value: derNull() }]],
    ['says it in the place of something else', [since('1.2.3.4', '20200101')]],
  ])('says nothing of it where it %s', (_why, extensions) => {
    const { revocation, reasonCodes } = judged(...extensions);
    expect(revocation.status).toBe('Unknown');
    expect(reasonCodes).toContain('REVOCATION_DATA_STALE');
    expect(missing(...extensions)).toContain('CN=Leaf');
  });
});
