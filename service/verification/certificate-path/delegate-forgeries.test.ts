import { describe, expect, it } from 'vitest';
import { derNull } from '../../codecs/asn1/der-writer.ts';
import { encodeAlgorithmIdentifier } from '../../codecs/x509/algorithm-identifier.ts';
import * as builder from '../../codecs/x509/certificate-builder.ts';
import { makeCrl, makeOcsp, THIS_UPDATE } from './evidence.suite.ts';
import {
  authority,
  evaluate,
  issue,
  type Circumstances,
  type Issued,
  type Request,
} from './issued-certificates.suite.ts';

const root = authority('Root', null);
const ca = authority('CA', root);
const leaf = issue('Leaf', ca);
const unknown: builder.NewExtension = { oid: '1.2.3.4', critical: true, value: derNull() };

const judge = (circumstances: Circumstances) => evaluate(leaf, [root], [ca], circumstances);
const day = (number: number): Date => new Date(Date.UTC(2026, 8, number));

const ocspPurpose = builder.extendedKeyUsageExtension(['1.3.6.1.5.5.7.3.9']);
const signature = builder.keyUsageExtension(['digitalSignature']);
const noCheck = { oid: '1.3.6.1.5.5.7.48.1.5', critical: false, value: derNull() };
/** A BIT STRING of 134 unused bits. */
const spoilt = { ...signature, value: Buffer.from('03028680', 'hex') };
const crlUsage = builder.keyUsageExtension(['cRLSign']);
const sha1: Request = {
  hash: 'sha1',
  changes: { signatureAlgorithm: encodeAlgorithmIdentifier('1.2.840.10045.4.1', 'absent') },
};
const sibling = authority('CA', root);

/** Responders and CRL signers that are not to be believed. */
const DELEGATES: readonly (readonly [string, (good: Request, subject: string) => Issued])[] = [
  ['signed with SHA-1', (good, subject) => issue(subject, ca, { ...good, ...sha1 })],
  ['self-signed', (good, subject) => issue(subject, null, good)],
  ['signed by a stranger of the name', (good, subject) => issue(subject, authority('CA', null), good)],
  ['signed by a sibling of the name', (good, subject) => issue(subject, sibling, good)],
  ['expired before it signed', (good, subject) => issue(subject, ca, { ...good, changes: { notAfter: day(1) } })],
  ['not valid yet', (good, subject) => issue(subject, ca, { ...good, changes: { notBefore: day(60) } })],
  ['certified by the signer in question', (good, subject) => issue(subject, leaf, good)],
  [
    'with something critical in it',
    (good, subject) => issue(subject, ca, { ...good, extensions: [...(good.extensions ?? []), unknown] }),
  ],
  [
    'whose key usage cannot be read',
    (good, subject) => {
      const others = (good.extensions ?? []).filter(({ oid }) => oid !== signature.oid);
      return issue(subject, ca, { ...good, extensions: [spoilt, ...others] });
    },
  ],
  ['without the right to sign evidence', (_good, subject) => issue(subject, ca, { extensions: [signature] })],
  [
    'with the right of the other kind',
    (good, subject) =>
      issue(subject, ca, { extensions: good.extensions?.includes(crlUsage) ? [signature, ocspPurpose] : [crlUsage] }),
  ],
];

describe('a delegate is believed like any certificate', () => {
  const responder: Request = { extensions: [signature, ocspPurpose] };
  const exempt: Request = { extensions: [signature, ocspPurpose, noCheck] };
  const crlSigner: Request = { extensions: [crlUsage] };
  const online = { revocationMode: 'Online' } as const;

  it.each(DELEGATES)('OCSP: not one %s', (_what, make) => {
    for (const good of [responder, exempt]) {
      const delegate = make(good, 'Responder');
      const response = makeOcsp({ certificate: leaf, issuer: ca, responder: delegate });
      const crls = [makeCrl({ issuer: root })];
      for (const at of [new Date('2026-10-01T00:00:00Z'), THIS_UPDATE]) {
        const result = judge({ ocspResponses: [response], crls, at, ...online });
        expect(result).toMatchObject({ isValid: false, revocation: { status: 'Unknown' } });
        expect(result.reasonCodes).toContain('REVOCATION_DATA_INVALID');
      }
      const revoking = makeOcsp({
        certificate: leaf,
        issuer: ca,
        responder: delegate,
        status: { reason: 'superseded' },
      });
      expect(judge({ ocspResponses: [revoking] })).toMatchObject({ revocation: { status: 'Unknown' } });
    }
  });

  it.each(DELEGATES)('CRL: not one %s', (_what, make) => {
    const delegate = make(crlSigner, 'CA');
    const crl = makeCrl({ issuer: delegate });
    const crls = [crl, makeCrl({ issuer: root })];
    const inFolder = evaluate(leaf, [root], [ca], { crls, intermediates: [delegate.der], ...online });
    const inDocument = evaluate(leaf, [root], [ca, delegate], { crls, ...online });
    for (const result of [inFolder, inDocument]) {
      expect(result).toMatchObject({ isValid: false, revocation: { status: 'Unknown' } });
    }
  });

  it('one that cannot be read stands in the way of no other one, nor of what it said', () => {
    const delegate = issue('Responder', ca, responder);
    const broken = issue('Responder', ca, { extensions: [spoilt, ocspPurpose] });
    const sent = [broken, delegate];
    const about = { certificate: leaf, issuer: ca, responder: delegate, sent };
    const crls = [makeCrl({ issuer: root })];
    expect(judge({ ocspResponses: [makeOcsp(about)], crls, ...online })).toMatchObject({ isValid: true });
    const revoking = makeOcsp({ ...about, status: { reason: 'superseded' } });
    expect(judge({ ocspResponses: [revoking], crls, ...online }).revocation.status).toBe('Revoked');
  });

  it('lawful ones are: of the issuer, exempt or not, and renewed authorities', () => {
    const crls = [makeCrl({ issuer: root })];
    for (const request of [responder, exempt]) {
      const delegate = issue('Responder', ca, request);
      const ocspResponses = [makeOcsp({ certificate: leaf, issuer: ca, responder: delegate })];
      expect(judge({ ocspResponses, crls, ...online })).toMatchObject({ isValid: true });
      const unsent = makeOcsp({ certificate: leaf, issuer: ca, responder: delegate, sent: [] });
      const intermediates = [delegate.der];
      expect(judge({ ocspResponses: [unsent], crls, intermediates, ...online })).toMatchObject({ isValid: true });
    }
    const signer = issue('CA', ca, crlSigner);
    const renewed = authority('CA', root);
    for (const delegate of [signer, renewed]) {
      const given = [...crls, makeCrl({ issuer: delegate })];
      expect(evaluate(leaf, [root], [ca, delegate], { crls: given, ...online })).toMatchObject({ isValid: true });
    }
  });

  it('one that has expired since: what it revoked stays so, what it called good is out of date', () => {
    const short: Request = { extensions: responder.extensions ?? [], changes: { notAfter: day(28) } };
    const delegate = issue('Responder', ca, short);
    const revoking = makeOcsp({ certificate: leaf, issuer: ca, responder: delegate, status: { reason: 'superseded' } });
    expect(judge({ ocspResponses: [revoking] })).toMatchObject({ isValid: false, revocation: { status: 'Revoked' } });
    const good = makeOcsp({ certificate: leaf, issuer: ca, responder: delegate });
    expect(judge({ ocspResponses: [good] }).reasonCodes).toContain('REVOCATION_DATA_STALE');
    expect(judge({ ocspResponses: [good], at: new Date('2026-09-27T00:00:00Z') })).toMatchObject({
      revocation: { status: 'Good' },
    });
  });

  it.each(['keyCompromise', 'certificateHold', 'unspecified'] as const)('not one that is revoked: %s', (reason) => {
    const delegate = issue('Responder', ca, responder);
    const ocspResponses = [makeOcsp({ certificate: leaf, issuer: ca, responder: delegate })];
    const revoking = [
      makeCrl({ issuer: root }),
      makeCrl({ issuer: ca, entries: [{ certificate: delegate, reason }], nextUpdate: day(28) }),
    ];
    expect(judge({ ocspResponses, crls: revoking, ...online })).toMatchObject({ isValid: false });
    expect(judge({ ocspResponses, crls: revoking })).toMatchObject({ revocation: { status: 'Unknown' } });
    const byOcsp = makeOcsp({ certificate: delegate, issuer: ca, status: { reason } });
    const both = judge({ ocspResponses: [...ocspResponses, byOcsp], crls: [makeCrl({ issuer: root })], ...online });
    expect(both).toMatchObject({ isValid: false });
    // Its own good word about itself does not help it.
    const aboutItself = makeOcsp({ certificate: delegate, issuer: ca, responder: delegate });
    expect(judge({ ocspResponses: [...ocspResponses, aboutItself], crls: revoking, ...online }).isValid).toBe(false);
    const exempted = issue('Responder', ca, exempt);
    const answer = makeOcsp({ certificate: leaf, issuer: ca, responder: exempted });
    const revokesExempted = makeCrl({ issuer: ca, entries: [{ certificate: exempted, reason }], nextUpdate: day(28) });
    expect(
      judge({ ocspResponses: [answer], crls: [makeCrl({ issuer: root }), revokesExempted], ...online }),
    ).toMatchObject({
      isValid: true,
    });
  });

  it('not a CRL signer that is revoked', () => {
    const signer = issue('CA', ca, crlSigner);
    const crl = makeCrl({ issuer: signer });
    const byOcsp = makeOcsp({ certificate: signer, issuer: ca, status: { reason: 'keyCompromise' } });
    const crls = [crl, makeCrl({ issuer: root })];
    expect(evaluate(leaf, [root], [ca, signer], { crls, ...online })).toMatchObject({ isValid: true });
    const result = evaluate(leaf, [root], [ca, signer], { crls, ocspResponses: [byOcsp], ...online });
    expect(result).toMatchObject({ isValid: false });
  });

  it('delegates that answer for each other end somewhere', () => {
    const [one, two] = [issue('One', ca, responder), issue('Two', ca, responder)];
    const ocspResponses = [
      makeOcsp({ certificate: leaf, issuer: ca, responder: one }),
      makeOcsp({ certificate: one, issuer: ca, responder: two }),
      makeOcsp({ certificate: two, issuer: ca, responder: one }),
    ];
    expect(judge({ ocspResponses })).toMatchObject({ isValid: true, revocation: { status: 'Good' } });
  });
});
