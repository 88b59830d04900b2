import { createHash, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as der from '../../codecs/asn1/der-writer.ts';
import { contextPrimitive, TAG } from '../../codecs/asn1/tags.ts';
import { encodeAlgorithmIdentifier } from '../../codecs/x509/algorithm-identifier.ts';
import * as builder from '../../codecs/x509/certificate-builder.ts';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import { encodeName } from '../../codecs/x509/name.ts';
import { makeCrl } from './evidence.suite.ts';
import { authority, ecdsaSha256, evaluate, issue, type Issued } from './issued-certificates.suite.ts';

/** OCSP responses that nobody who may has given about the certificate, each wrong in one thing. */

const root = authority('Root', null);
const ca = authority('CA', root);
const leaf = issue('Leaf', ca);
const sibling = authority('CA', root);
const stranger = authority('CA', null);
const purposes = (...oids: string[]): builder.NewExtension[] => [
  builder.keyUsageExtension(['digitalSignature']),
  ...(oids.length === 0 ? [] : [builder.extendedKeyUsageExtension(oids)]),
];
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';

const digest = (hash: string, bytes: Uint8Array): Uint8Array => createHash(hash).update(bytes).digest();
const { issuer: issuerName, serialNumber } = parseCertificate(leaf.der);
const issuerKey = parseCertificate(ca.der).publicKey.bits;
const SHA1 = '1.3.14.3.2.26';
const SHA256 = '2.16.840.1.101.3.4.2.1';
const time = (text: string): Uint8Array =>
  der.derValue(TAG.generalizedTime, Buffer.from(new Date(text).toISOString().replace(/[-:T]|\.\d+/g, '')));
const GOOD = der.derValue(contextPrimitive(0));
const REVOKED = der.derValue(0xa1, time('2026-06-01T00:00:00Z'));

interface Answer {
  readonly algorithm?: string;
  readonly nameHash?: Uint8Array;
  readonly keyHash?: Uint8Array;
  readonly serial?: Uint8Array;
  readonly status?: Uint8Array;
  readonly thisUpdate?: string;
  readonly nextUpdate?: string | null;
}

function single(answer: Answer = {}): Uint8Array {
  const { thisUpdate = '2026-09-25T00:00:00Z', nextUpdate = '2026-10-05T00:00:00Z', algorithm = SHA1 } = answer;
  return der.derSequence(
    der.derSequence(
      encodeAlgorithmIdentifier(algorithm, 'null'),
      der.derOctetString(answer.nameHash ?? digest('sha1', issuerName.der)),
      der.derOctetString(answer.keyHash ?? digest('sha1', issuerKey)),
      der.derValue(TAG.integer, answer.serial ?? serialNumber),
    ),
    answer.status ?? GOOD,
    time(thisUpdate),
    ...(nextUpdate === null ? [] : [der.derExplicit(0, time(nextUpdate))]),
  );
}

interface Forgery {
  readonly answers?: readonly Uint8Array[];
  readonly responderId?: Uint8Array;
  /** Whose key signs; the issuer's unless said otherwise. */
  readonly by?: Issued;
  readonly sent?: readonly Issued[];
  readonly producedAt?: string;
  readonly version?: Uint8Array;
  readonly algorithm?: Uint8Array;
  readonly change?: (tbs: Uint8Array) => Uint8Array;
  readonly value?: (value: Buffer) => Uint8Array;
  readonly responseType?: string;
  readonly responseStatus?: number;
}

const byName = (name: string): Uint8Array => der.derExplicit(1, encodeName([['CN', name]]));
const byKey = ({ der: certificate }: Issued): Uint8Array =>
  der.derExplicit(2, der.derOctetString(digest('sha1', parseCertificate(certificate).publicKey.bits)));

const PLAIN = {
  ...{ by: ca, answers: [single()], producedAt: '2026-09-25T00:00:00Z', algorithm: ecdsaSha256 },
  ...{ responseType: '1.3.6.1.5.5.7.48.1.1', responseStatus: 0 },
  change: (tbs: Uint8Array): Uint8Array => tbs,
  value: (value: Buffer): Uint8Array => value,
} as const;

function response(forgery: Forgery = {}): Uint8Array {
  const { by, answers, version, producedAt, change, value, algorithm, responseType, ...rest } = {
    ...PLAIN,
    ...forgery,
  };
  const { responderId = byName(by.subject), sent = [by], responseStatus } = rest;
  const tbs = der.derSequence(
    ...(version === undefined ? [] : [version]),
    ...[responderId, time(producedAt), der.derSequence(...answers)],
  );
  const basic = der.derSequence(
    ...[change(tbs), algorithm, der.derBitString(value(sign('sha256', tbs, by.privateKey)))],
    ...(sent.length === 0 ? [] : [der.derExplicit(0, der.derSequence(...sent.map((one) => one.der)))]),
  );
  const bytes = der.derSequence(der.derOid(responseType), der.derOctetString(basic));
  return der.derSequence(der.derValue(TAG.enumerated, Uint8Array.of(responseStatus)), der.derExplicit(0, bytes));
}

const upper = [makeCrl({ issuer: root })];
const judge = (...ocspResponses: Uint8Array[]) =>
  evaluate(leaf, [root], [ca], { ocspResponses, crls: upper, revocationMode: 'Online' });

/** As long as that of the leaf. */
const OTHER = Uint8Array.of(1, 0x77, 0x77);
const exchanged = (bytes: Uint8Array, from: Uint8Array, to: Uint8Array): Uint8Array => {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(Buffer.from(from).toString('latin1'), () => Buffer.from(to).toString('latin1'));
  return Buffer.from(text, 'latin1');
};
const byDelegate = (delegate: Issued): Forgery => ({ by: delegate, sent: [delegate] });

const FORGERIES: Readonly<Record<string, () => Uint8Array>> = {
  'about another serial number': () => response({ answers: [single({ serial: Uint8Array.of(1, 2, 3) })] }),
  'about a serial number that is longer by zeros': () =>
    response({ answers: [single({ serial: Uint8Array.of(0, ...serialNumber) })] }),
  'about an issuer of another name': () =>
    response({ answers: [single({ nameHash: digest('sha1', encodeName([['CN', 'Other']])) })] }),
  'about an issuer with another key': () =>
    response({ answers: [single({ keyHash: digest('sha1', parseCertificate(sibling.der).publicKey.bits) })] }),
  'with the hash of the key where that of the name belongs': () =>
    response({ answers: [single({ nameHash: digest('sha1', issuerKey), keyHash: digest('sha1', issuerName.der) })] }),
  'with the hash of the leaf`s own key': () =>
    response({ answers: [single({ keyHash: digest('sha1', parseCertificate(leaf.der).publicKey.bits) })] }),
  'with empty hashes': () => response({ answers: [single({ nameHash: new Uint8Array(), keyHash: new Uint8Array() })] }),
  'with half of the hashes': () =>
    response({
      answers: [
        single({
          nameHash: digest('sha1', issuerName.der).subarray(0, 10),
          keyHash: digest('sha1', issuerKey).subarray(0, 10),
        }),
      ],
    }),
  'with hashes of another kind than it says': () => response({ answers: [single({ algorithm: SHA256 })] }),
  'with hashes of a kind that nobody knows': () => response({ answers: [single({ algorithm: '1.2.3.4.5' })] }),
  'about nothing': () => response({ answers: [] }),
  'that does not know': () => response({ answers: [single({ status: der.derValue(contextPrimitive(2)) })] }),
  'with a status that there is not': () =>
    response({ answers: [single({ status: der.derValue(contextPrimitive(3)) })] }),
  'good and revoked': () => response({ answers: [single(), single({ status: REVOKED })] }),
  'revoked and good': () => response({ answers: [single({ status: REVOKED }), single()] }),
  'revoked by another hash, and good': () =>
    response({
      answers: [
        single(),
        single({
          ...{ algorithm: SHA256, nameHash: digest('sha256', issuerName.der), keyHash: digest('sha256', issuerKey) },
          status: REVOKED,
        }),
      ],
    }),
  'by one who has its issuer`s name': () => response({ by: stranger }),
  'by another authority of that name': () => response({ by: sibling }),
  'by the anchor above its issuer': () => response({ by: root }),
  'by one with its issuer`s name and the key of another': () => response({ responderId: byKey(ca), by: stranger }),
  'by one who sends its issuer`s certificate': () => response({ by: stranger, sent: [ca] }),
  'by the certificate in question': () => response({ by: leaf }),
  'by the certificate in question under its issuer`s name': () =>
    response({ by: leaf, responderId: byName('CA'), sent: [ca] }),
  'by a delegate without a purpose': () => response(byDelegate(issue('Responder', ca, { extensions: purposes() }))),
  'by a delegate for any purpose': () =>
    response(byDelegate(issue('Responder', ca, { extensions: purposes('2.5.29.37.0') }))),
  'by a delegate for servers': () =>
    response(byDelegate(issue('Responder', ca, { extensions: purposes('1.3.6.1.5.5.7.3.1') }))),
  'by a delegate for timestamps': () =>
    response(byDelegate(issue('Responder', ca, { extensions: purposes('1.3.6.1.5.5.7.3.8') }))),
  'by a delegate of the anchor': () =>
    response(byDelegate(issue('Responder', root, { extensions: purposes(OCSP_SIGNING) }))),
  'by a delegate of a delegate': () => {
    const first = issue('First', ca, { extensions: purposes(OCSP_SIGNING) });
    const second = issue('Second', first, { extensions: purposes(OCSP_SIGNING) });
    return response({ by: second, sent: [second, first] });
  },
  'by a delegate of another authority of that name': () =>
    response(byDelegate(issue('Responder', sibling, { extensions: purposes(OCSP_SIGNING) }))),
  'by a delegate who may sign certificates only': () =>
    response(
      byDelegate(
        issue('Responder', ca, {
          extensions: [builder.keyUsageExtension(['keyCertSign']), builder.extendedKeyUsageExtension([OCSP_SIGNING])],
        }),
      ),
    ),
  'changed after it was signed': () =>
    response({ answers: [single({ serial: OTHER })], change: (tbs) => exchanged(tbs, OTHER, serialNumber) }),
  'without a value': () => response({ value: () => new Uint8Array() }),
  'with half a value': () => response({ value: (value) => value.subarray(0, 20) }),
  'with a value of zeros': () => response({ value: () => der.derSequence(der.derInteger(0), der.derInteger(0)) }),
  'with an algorithm that is none': () => response({ algorithm: encodeAlgorithmIdentifier('1.2.3.4.5', 'absent') }),
  'that says to come again': () => response({ responseStatus: 3 }),
  'that says that its question was malformed': () => response({ responseStatus: 1 }),
  'of another type': () => response({ responseType: '1.3.6.1.5.5.7.48.1.2' }),
  'of another version': () => response({ version: der.derExplicit(0, der.derInteger(1)) }),
  'of the future': () =>
    response({ answers: [single({ thisUpdate: '2026-10-03T00:00:00Z' })], producedAt: '2026-10-03T00:00:00Z' }),
  'of the past': () => response({ answers: [single({ nextUpdate: '2026-09-26T00:00:00Z' })] }),
  'that ends before it begins': () => response({ answers: [single({ nextUpdate: '2026-09-01T00:00:00Z' })] }),
  'without an end, of last week': () => response({ answers: [single({ nextUpdate: null })] }),
  'with bytes behind it': () => Buffer.concat([response(), Buffer.of(0)]),
};

describe('an OCSP response is no good word', () => {
  it.each(Object.entries(FORGERIES))('%s', (_, make) => {
    const result = judge(make());
    expect(result.isValid).toBe(false);
    expect(result.revocation.status).not.toBe('Good');
  });

  it.each(Object.entries(FORGERIES))('nor keeps a true one from saying revoked: %s', (_, make) => {
    const revoked = response({ answers: [single({ status: REVOKED })] });
    for (const all of [
      [make(), revoked],
      [revoked, make()],
    ]) {
      expect(judge(...all)).toMatchObject({ isValid: false, revocation: { status: 'Revoked' } });
    }
  });
});

it('lawful ones are believed: by name, by key, by a delegate, with other hashes, among answers about others', () => {
  const delegate = issue('Responder', ca, {
    extensions: [...purposes(OCSP_SIGNING), { oid: '1.3.6.1.5.5.7.48.1.5', critical: false, value: der.derNull() }],
  });
  const sha256 = {
    algorithm: SHA256,
    nameHash: digest('sha256', issuerName.der),
    keyHash: digest('sha256', issuerKey),
  };
  for (const lawful of [
    response(),
    response({ responderId: byKey(ca), sent: [] }),
    response(byDelegate(delegate)),
    response({ ...byDelegate(delegate), responderId: byKey(delegate) }),
    response({ answers: [single(sha256)] }),
    response({ answers: [single({ serial: Uint8Array.of(9), status: REVOKED }), single()] }),
    response({ version: der.derExplicit(0, der.derInteger(0)) }),
  ]) {
    expect(judge(lawful)).toMatchObject({ isValid: true, revocation: { status: 'Good', source: 'Ocsp' } });
  }
});
