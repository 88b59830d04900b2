import { describe, expect, it } from 'vitest';
import * as der from '../../codecs/asn1/der-writer.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { OID_ID_SIGNED_DATA } from '../../codecs/cms/object-identifiers.ts';
import { encodeAttribute } from '../../codecs/cms/signed-attributes.ts';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import type { VerificationOutcome } from '../verification.ts';
import * as kit from './cms-forgery.suite.ts';
import { verifyCades } from './verify-cades.ts';
import { processorMilliseconds } from '../../telemetry/processor-time.suite.ts';

const { signers, forge, content, indefinite, streamed, fieldsOf, piecesOf } = kit;
const QUESTION = { trust: kit.trust, at: kit.NOW, revocationMode: 'Offline' } as const;

/** The verdict, which must be the same out of memory and out of a file. */
function verify(document: Uint8Array, original: Uint8Array | null = null): VerificationOutcome {
  const outcome = verifyCades(bytesSource(document), original && bytesSource(original), QUESTION);
  expect(verifyCades(kit.asFile(document), original && kit.asFile(original), QUESTION)).toEqual(outcome);
  return outcome;
}

/** The same SignedData with some of its fields replaced, in DER. */
function withFields(contentInfo: Uint8Array, change: (fields: Uint8Array[]) => Uint8Array[]): Uint8Array {
  const signedData = der.derSequence(...change(fieldsOf(contentInfo)));
  return der.derSequence(der.derOid(OID_ID_SIGNED_DATA), der.derExplicit(0, signedData));
}

describe('content as stream writers encode it', () => {
  const good: [string, Uint8Array][] = [
    ['one primitive piece', der.derOctetString(content)],
    ['pieces in indefinite length', indefinite(0x24, ...piecesOf(content, 7))],
    ['pieces in definite length', der.derValue(0x24, ...piecesOf(content, 100))],
    [
      'pieces of one byte, and empty ones',
      indefinite(0x24, ...piecesOf(content, 1).flatMap((p) => [p, Uint8Array.of(4, 0)])),
    ],
    [
      'pieces in pieces',
      indefinite(
        0x24,
        der.derValue(0x24, ...piecesOf(content.subarray(0, 50), 20)),
        indefinite(0x24, indefinite(0x24, der.derOctetString(content.subarray(50, 51)))),
        der.derOctetString(content.subarray(51)),
        indefinite(0x24),
      ),
    ],
    ['a length longer than needed', der.concatBytes([Buffer.from('0484', 'hex'), uint32(content.length), content])],
  ];
  it.each(good)('%s is the same content', (_, eContent) => {
    expect(verify(streamed(eContent)).overallStatus).toBe('VALID');
    expect(verify(streamed(eContent, der.derValue)).overallStatus).toBe('VALID');
    expect(verify(streamed(eContent), content).overallStatus).toBe('VALID');
    expect(verify(streamed(eContent), content.subarray(1)).reasonCodes).toContain('SIG_DETACHED_CONTENT_MISMATCH');
  });

  const bad: [string, Uint8Array, ReasonCode][] = [
    ['pieces in another order', indefinite(0x24, ...piecesOf(content, 7).reverse()), 'SIG_DIGEST_MISMATCH'],
    ['a piece more', indefinite(0x24, ...piecesOf(content, 7), Uint8Array.of(4, 1, 0)), 'SIG_DIGEST_MISMATCH'],
    ['no piece', indefinite(0x24), 'SIG_DIGEST_MISMATCH'],
    ['a piece of another type', indefinite(0x24, der.derOctetString(content), der.derInteger(1)), 'SIG_FORMAT_INVALID'],
    ['no octet string', der.derSequence(der.derOctetString(content)), 'SIG_FORMAT_INVALID'],
    [
      'two octet strings',
      der.concatBytes([der.derOctetString(content), der.derOctetString(content)]),
      'SIG_FORMAT_INVALID',
    ],
    [
      'a piece without end',
      der.concatBytes([Buffer.of(0x24, 0x80), der.derOctetString(content)]),
      'SIG_FORMAT_INVALID',
    ],
    ['a primitive of indefinite length', Buffer.of(0x04, 0x80, 1, 0, 0), 'SIG_FORMAT_INVALID'],
    [
      'a piece that claims the rest of the world',
      Buffer.of(0x24, 0x80, 0x04, 0x85, 9, 9, 9, 9, 9),
      'SIG_FORMAT_INVALID',
    ],
    [
      'a million pieces of nothing',
      indefinite(
        0x24,
        new Uint8Array(1_000_000).map((_, i) => (i % 2 === 0 ? 4 : 0)),
      ),
      'SIG_LIMIT_EXCEEDED',
    ],
    [
      '200,000 pieces of one byte',
      indefinite(0x24, der.concatBytes(piecesOf(new Uint8Array(200_000), 1))),
      'SIG_LIMIT_EXCEEDED',
    ],
    [
      'pieces in pieces without end',
      new Uint8Array(100_000).map((_, i) => (i % 2 === 0 ? 0x24 : 0x80)),
      'SIG_LIMIT_EXCEEDED',
    ],
  ];
  it.each(bad)('%s is not VALID', (_, eContent, code) => {
    const started = process.cpuUsage();
    const { overallStatus, reasonCodes } = verify(streamed(eContent));
    const status = code === 'SIG_LIMIT_EXCEEDED' ? 'INDETERMINATE' : 'INVALID';
    expect([overallStatus, reasonCodes[0]]).toEqual([status, code]);
    expect(processorMilliseconds(started)).toBeLessThan(10_000);
  });
});

describe('what surrounds the content stays limited', () => {
  const attached = forge(signers.rsa);
  const large = 25 * 1024 * 1024;
  it.each<[string, () => Uint8Array, ReasonCode]>([
    [
      'certificates of 25 MiB',
      () => forge(signers.rsa, { certificates: [der.derValue(0x30, new Uint8Array(large))] }),
      'SIG_LIMIT_EXCEEDED',
    ],
    [
      'a CRL of 25 MiB',
      () => withFields(attached, (f) => [...f.slice(0, -1), der.derValue(0xa1, new Uint8Array(large)), ...f.slice(-1)]),
      'SIG_LIMIT_EXCEEDED',
    ],
    [
      'a CRL of 25 MiB in indefinite length',
      () =>
        withFields(attached, (f) => [
          ...f.slice(0, -1),
          indefinite(0xa1, der.derValue(0x30, new Uint8Array(large))),
          ...f.slice(-1),
        ]),
      'SIG_LIMIT_EXCEEDED',
    ],
    [
      'a SignerInfo of 25 MiB',
      () =>
        forge(signers.rsa, {
          unsignedAttributes: [encodeAttribute('1.2.3', [der.derOctetString(new Uint8Array(large))])],
        }),
      'SIG_LIMIT_EXCEEDED',
    ],
    [
      '101 signers',
      () => forge(signers.rsa, { signerInfos: (info) => Array.from({ length: 101 }, () => info) }),
      'SIG_LIMIT_EXCEEDED',
    ],
    ['another field', () => withFields(attached, (f) => [...f, der.derNull()]), 'SIG_FORMAT_INVALID'],
  ])('%s: refused', (_, make, code) => {
    const overallStatus = code === 'SIG_LIMIT_EXCEEDED' ? 'INDETERMINATE' : 'INVALID';
    expect(verify(make())).toMatchObject({ overallStatus, reasonCodes: [code], signatures: [] });
  });

  it.each([
    ['a byte', Buffer.of(0)],
    ['a line end', Buffer.from('\r\n')],
    ['zeros', new Uint8Array(large)],
    ['another signature', attached],
  ])('%s behind: intact, but nobody signed what follows', (_, behind) => {
    const outcome = verify(Buffer.concat([attached, behind]));
    expect(outcome).toMatchObject({ overallStatus: 'INDETERMINATE', signature: { cryptoValid: true } });
    expect(outcome.reasonCodes).toContain('SIG_TRAILING_DATA');
  });
});

describe('version numbers (RFC 5652 5.1, 5.3)', () => {
  const withVersion = (version: Uint8Array): Uint8Array =>
    withFields(forge(signers.rsa), (f) => [version, ...f.slice(1)]);
  it.each([0, 2, 6, 99])('SignedData version %d does not exist', (version) => {
    expect(verify(withVersion(der.derInteger(version)))).toMatchObject({
      overallStatus: 'INVALID',
      reasonCodes: ['SIG_FORMAT_INVALID'],
    });
  });
  it('nor a negative or endless one', () => {
    expect(verify(withVersion(Buffer.of(2, 1, 0xff))).overallStatus).toBe('INVALID');
    expect(verify(withVersion(der.derValue(2, new Uint8Array(5000).fill(1)))).overallStatus).toBe('INVALID');
  });
  it.each([1, 3, 4, 5])('SignedData version %d is let pass, as software writes it', (version) => {
    expect(verify(withVersion(der.derInteger(version))).overallStatus).toBe('VALID');
  });

  /** Signed by a signer named in one of the two ways, under a version number. */
  const withSigner = (version: number, identifier: 'issuer and serial number' | 'key identifier'): Uint8Array => {
    const ski = parseCertificate(signers.rsa.certificate).subjectKeyIdentifier ?? new Uint8Array();
    const signerInfos = (info: Uint8Array): Uint8Array[] => {
      const [, issuerAndSerial = new Uint8Array(), ...rest] = kit.childrenOf(info);
      const sid = identifier === 'key identifier' ? der.derValue(0x80, ski) : issuerAndSerial;
      return [der.derSequence(der.derInteger(version), sid, ...rest)];
    };
    return forge(signers.rsa, { signerInfos });
  };
  const IDENTIFIERS = ['issuer and serial number', 'key identifier'] as const;
  it.each(IDENTIFIERS)('SignerInfo with %s has a version that exists', (identifier) => {
    for (const version of [1, 3]) expect(verify(withSigner(version, identifier)).overallStatus).toBe('VALID');
    for (const version of [0, 2, 4, 99]) {
      expect(verify(withSigner(version, identifier))).toMatchObject({
        overallStatus: 'INDETERMINATE',
        reasonCodes: expect.arrayContaining(['SIG_FORMAT_INVALID']) as unknown,
        signature: { cryptoValid: true },
      });
    }
  });
});

describe('what is no CAdES file is named', () => {
  const enveloped = der.derSequence(der.derOid('1.2.840.113549.1.7.3'), der.derExplicit(0, der.derSequence()));
  const digested = der.derSequence(der.derOid('1.2.840.113549.1.7.5'), der.derExplicit(0, der.derSequence()));
  it.each<[string, Uint8Array, ReasonCode, RegExp]>([
    ['EnvelopedData', enveloped, 'SIG_FORMAT_UNEXPECTED', /EnvelopedData/],
    ['DigestedData', digested, 'SIG_NOT_FOUND', /DigestedData/],
    ['nothing', new Uint8Array(0), 'SIG_NOT_FOUND', /empty/],
    ['PDF', Buffer.from('%PDF-1.7'), 'SIG_FORMAT_UNEXPECTED', /PDF/],
    ['XML', Buffer.from('<?xml version="1.0"?>'), 'SIG_FORMAT_UNEXPECTED', /XML/],
    ['ZIP', Buffer.from('PK\u0003\u0004'), 'SIG_FORMAT_UNEXPECTED', /ZIP/],
    ['PEM of nothing', Buffer.from('-----BEGIN CMS-----\nMIIB\n-----END CMS-----'), 'SIG_FORMAT_UNEXPECTED', /PEM/],
    ['text', Buffer.from('Dear Alice,\nplease sign.'), 'SIG_NOT_FOUND', /no signature/],
    ['zeros', new Uint8Array(1000), 'SIG_NOT_FOUND', /no signature/],
    [
      'a clear-signed message',
      Buffer.from('MIME-Version: 1.0\nContent-Type: multipart/signed\n\n--x'),
      'SIG_FORMAT_UNEXPECTED',
      /S\/MIME/,
    ],
  ])('%s', (_, document, reason, detail) => {
    const outcome = verify(document);
    expect(outcome).toMatchObject({ overallStatus: 'INDETERMINATE', reasonCodes: [reason], signatures: [] });
    expect(outcome.detail).toMatch(detail);
  });

  it('a signature cut short is damaged, and of what is none nothing was judged', () => {
    const refused = (document: Uint8Array): unknown => {
      const { overallStatus, reasonCodes, signatures } = verify(document);
      return [overallStatus, reasonCodes, signatures];
    };
    expect(refused(forge(signers.ec).subarray(0, 200))).toEqual(['INVALID', ['SIG_FORMAT_INVALID'], []]);
    expect(refused(signers.ec.certificate)).toEqual(['INDETERMINATE', ['SIG_FORMAT_INVALID'], []]);
  });
});

describe('a signature written as text is judged and named', () => {
  const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  const lines = (bytes: Uint8Array): string => base64Of(bytes).replaceAll(/(.{64})/g, '$1\n');
  const forms: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
    PEM: (bytes) => `-----BEGIN CMS-----\n${lines(bytes)}\n-----END CMS-----\n`,
    'PEM of PKCS #7': (bytes) => `-----BEGIN PKCS7-----\r\n${lines(bytes)}\r\n-----END PKCS7-----`,
    'PEM of signed data': (bytes) =>
      `-----BEGIN PKCS #7 SIGNED DATA-----\n${lines(bytes)}\n-----END PKCS #7 SIGNED DATA-----`,
    'PEM with words before it': (bytes) => `A contract\n-----BEGIN CMS-----\n${lines(bytes)}\n-----END CMS-----\n`,
    'PEM with a byte order mark': (bytes) => `\ufeff-----BEGIN CMS-----\n${base64Of(bytes)}\n-----END CMS-----\n`,
    'base64 in one line': base64Of,
    'base64 in lines': lines,
    'an S/MIME message': (bytes) =>
      'MIME-Version: 1.0\r\nContent-Type: application/pkcs7-mime; smime-type=signed-data\r\n' +
      `Content-Transfer-Encoding: base64\r\n\r\n${lines(bytes)}`,
  };
  it.each(Object.entries(forms))('%s', (_, write) => {
    const good = verify(Buffer.from(write(forge(signers.ec))));
    expect(good).toMatchObject({ overallStatus: 'INDETERMINATE', signature: { cryptoValid: true } });
    expect(good.reasonCodes).toContain('SIG_ENCODING_NOT_BINARY');
    expect(good.signatures[0]?.status).toBe('VALID');
    expect(good.detail).toContain('text');
    const bad = verify(Buffer.from(write(forge(signers.ec, { eContent: Buffer.from('another') }))));
    expect(bad).toMatchObject({ overallStatus: 'INVALID', signature: { cryptoValid: false } });
    expect(bad.reasonCodes).toContain('SIG_DIGEST_MISMATCH');
  });
});

describe('the document', () => {
  const detached = forge(signers.rsa, { eContent: null });
  it('is needed for a detached signature, and said so', () => {
    const outcome = verify(detached);
    expect(outcome).toMatchObject({ overallStatus: 'INDETERMINATE', signature: { cryptoValid: false } });
    expect(outcome.detail).toContain('detached');
    expect(verify(detached, content).overallStatus).toBe('VALID');
    expect(verify(detached, new Uint8Array(0)).reasonCodes).toContain('SIG_DIGEST_MISMATCH');
  });

  it('is read once for signers of different hashes', () => {
    const both = [signers.rsa.certificate, signers.brainpool.certificate];
    const second = fieldsOf(forge(signers.brainpool)).at(-1) ?? new Uint8Array();
    const algorithms = der.derSetOf([kit.hashIdentifier('SHA-256'), kit.hashIdentifier('SHA-384')]);
    const signerInfos = (info: Uint8Array): Uint8Array[] => [info, ...kit.childrenOf(second)];
    const file = withFields(
      forge(signers.rsa, { eContent: null, certificates: both, signerInfos }),
      ([version, , ...f]) => [version ?? new Uint8Array(), algorithms, ...f],
    );
    const source = kit.asFile(content);
    let bytesRead = 0;
    const readInto = (offset: number, target: Uint8Array): number => {
      bytesRead += target.length;
      return source.readInto?.(offset, target) ?? 0;
    };
    const outcome = verifyCades(bytesSource(file), { ...source, readInto }, QUESTION);
    expect(outcome.signatures.map(({ status }) => status)).toEqual(['VALID', 'VALID']);
    expect(bytesRead).toBe(content.length);
  });
});

function uint32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
