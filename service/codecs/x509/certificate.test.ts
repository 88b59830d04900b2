import { generateKeyPairSync, sign, X509Certificate, createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Asn1Error } from '../asn1/asn1-error.ts';
import { readDer } from '../asn1/asn1-reader.ts';
import { derBitString, derInteger, derOid, derSequence, derSetOf, derValue } from '../asn1/der-writer.ts';
import { TAG } from '../asn1/tags.ts';
import { encodeAlgorithmIdentifier } from './algorithm-identifier.ts';
import * as builder from './certificate-builder.ts';
import { parseCertificate } from './certificate.ts';
import { summarizeCertificate } from './certificate-summary.ts';
import { encodeName, readName } from './name.ts';

const ca = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const leaf = generateKeyPairSync('rsa', { modulusLength: 2048 });
const leafSpki = leaf.publicKey.export({ format: 'der', type: 'spki' });
const ecdsaSha256 = encodeAlgorithmIdentifier('1.2.840.10045.4.3.2', 'absent');
const signByCa = (tbs: Uint8Array): Uint8Array => sign('sha256', tbs, ca.privateKey);

const template: builder.NewCertificate = {
  issuer: encodeName([
    ['C', 'AA'],
    ['O', 'Example, Inc.'],
    ['CN', 'Demo CA'],
  ]),
  subject: encodeName([
    ['C', 'AA'],
    ['CN', 'Demo "Signer" Žluťoučký'],
    ['serialNumber', '123'],
  ]),
  serialNumber: Uint8Array.of(0xfe, 0x01, 0x02),
  notBefore: new Date('2026-01-01T00:00:00Z'),
  notAfter: new Date('2051-01-01T00:00:00Z'),
  publicKey: leafSpki,
  extensions: [
    builder.basicConstraintsExtension(false),
    builder.keyUsageExtension(['digitalSignature', 'nonRepudiation']),
    builder.extendedKeyUsageExtension(['1.3.6.1.5.5.7.3.36']),
    builder.subjectKeyIdentifierExtension(Uint8Array.of(1, 2, 3)),
    builder.authorityKeyIdentifierExtension(Uint8Array.of(4, 5)),
  ],
  signatureAlgorithm: ecdsaSha256,
};

function build(changes: Partial<builder.NewCertificate> = {}): Uint8Array {
  return builder.buildCertificate({ ...template, ...changes }, signByCa);
}

const derBytesOfKey = parseCertificate(build()).publicKey.bits.length + 1;

/** A certificate whose serial number has these content octets, signed as it is. */
function withSerial(content: Uint8Array): Uint8Array {
  const [tbs, ...rest] = readDer(build()).children();
  const fields = tbs?.children() ?? [];
  const changed = derSequence(
    ...fields.map((field, index) => (index === 1 ? derValue(TAG.integer, content) : field.encoded)),
  );
  const [algorithm] = rest;
  return derSequence(changed, algorithm?.encoded ?? new Uint8Array(), derBitString(signByCa(changed)));
}

describe('serial numbers that should not be', () => {
  it.each([
    ['00', '00', 0n],
    ['ff', '-01', -1n],
    ['80', '-80', -128n],
    ['ff7f', '-81', -129n],
    ['8000000000000000000000000000000000000001', '-7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF', null],
  ] as const)('%s is read, kept as it is and covered by the signature', (hex, text, value) => {
    const der = withSerial(Buffer.from(hex, 'hex'));
    const certificate = parseCertificate(der);
    expect(certificate.serialNumberHex).toBe(text);
    if (value !== null) expect(certificate.serialValue).toBe(value);
    expect(Buffer.from(certificate.serialNumber).toString('hex')).toBe(hex);
    expect(Buffer.compare(certificate.der, der)).toBe(0);
    expect(new X509Certificate(der).verify(ca.publicKey)).toBe(true);
  });

  it('are never written', () => {
    for (const serialNumber of [Uint8Array.of(), Uint8Array.of(0), new Uint8Array(21).fill(1)]) {
      expect(() => build({ serialNumber })).toThrow(RangeError);
    }
    // The builder writes magnitudes: what looks negative gets its sign octet.
    expect(parseCertificate(build({ serialNumber: Uint8Array.of(0xff) })).serialValue).toBe(255n);
  });
});

describe('key usages with unused bits that are set', () => {
  const usagesOf = (...content: number[]): readonly string[] | null =>
    parseCertificate(
      build({
        extensions: [{ oid: '2.5.29.15', critical: true, value: derValue(TAG.bitString, Uint8Array.from(content)) }],
      }),
    ).keyUsage;

  it('are read without them', () => {
    expect(usagesOf(1, 0x07)).toEqual(['keyCertSign', 'cRLSign']);
    expect(usagesOf(0, 0x06)).toEqual(['keyCertSign', 'cRLSign']);
    expect(usagesOf(6, 0xff)).toEqual(['digitalSignature', 'nonRepudiation']);
    expect(usagesOf(7, 0x06)).toEqual([]);
    expect(usagesOf(3)).toEqual([]);
  });

  it('but not with an octet that no BIT STRING has', () => {
    expect(() => usagesOf(8, 0x06)).toThrow(Asn1Error);
    expect(() => usagesOf()).toThrow(Asn1Error);
  });
});

describe('a certificate made by the builder', () => {
  const der = build();
  const parsed = parseCertificate(der);
  const oracle = new X509Certificate(der);

  it('is read by node:crypto with the same fields', () => {
    expect(oracle.verify(ca.publicKey)).toBe(true);
    expect(oracle.ca).toBe(false);
    expect(oracle.serialNumber).toBe(parsed.serialNumberHex);
    expect(new Date(oracle.validFrom)).toEqual(parsed.notBefore);
    expect(new Date(oracle.validTo)).toEqual(parsed.notAfter);
    expect(oracle.fingerprint.replaceAll(':', '')).toBe(parsed.thumbprint);
    expect(oracle.fingerprint256.replaceAll(':', '')).toBe(parsed.sha256Thumbprint);
    expect(oracle.publicKey.export({ format: 'der', type: 'spki' })).toEqual(Buffer.from(parsed.publicKey.der));
    expect(oracle.keyUsage).toEqual(parsed.extendedKeyUsage);
  });

  it('is summarised for a listing', () => {
    expect(summarizeCertificate(parsed)).toMatchObject({
      id: createHash('sha256').update(der).digest('hex').toUpperCase(),
      subject: 'serialNumber=123,CN=Demo \\"Signer\\" Žluťoučký,C=AA',
      issuer: 'CN=Demo CA,O=Example\\, Inc.,C=AA',
      serialNumber: 'FE0102',
      notAfter: '2051-01-01T00:00:00.000Z',
      keyAlgorithm: 'RSA',
      keySize: 2048,
      keyUsage: ['digitalSignature', 'nonRepudiation'],
    });
  });

  it('shows its extensions', () => {
    expect(parsed.basicConstraints).toEqual({ isCa: false, pathLength: null });
    expect(parsed.authorityKeyIdentifier?.keyIdentifier).toEqual(Uint8Array.of(4, 5));
    expect(parsed.subjectKeyIdentifier).toEqual(Uint8Array.of(1, 2, 3));
    expect(parsed.nameConstraints).toBeNull();
  });
});

describe('parseCertificate refuses', () => {
  const refusal = (der: Uint8Array): string => {
    try {
      parseCertificate(der);
      return 'no error';
    } catch (error) {
      return error instanceof Asn1Error ? error.code : 'another error';
    }
  };

  it('a serial number of more than 20 octets, but not a sign octet before them', () => {
    for (const first of [1, 0xff]) {
      const content = new Uint8Array(21).fill(1).fill(first, 0, 1);
      expect(refusal(withSerial(content))).toBe('ASN1_STRUCTURE_INVALID');
    }
    expect(refusal(build({ serialNumber: new Uint8Array(20).fill(255) }))).toBe('no error');
  });

  it('a serial number that is not written in the shortest way', () => {
    expect(refusal(withSerial(Uint8Array.of(0, 1)))).toBe('ASN1_VALUE_INVALID');
    expect(refusal(withSerial(Uint8Array.of(0xff, 0xff)))).toBe('ASN1_VALUE_INVALID');
    expect(refusal(withSerial(new Uint8Array()))).toBe('ASN1_VALUE_INVALID');
  });

  it('a public key or a signature value with unused bits', () => {
    const last = leafSpki.length - derBytesOfKey;
    const publicKey = Buffer.from(leafSpki);
    publicKey[last] = 1;
    expect(refusal(build({ publicKey }))).toBe('ASN1_VALUE_INVALID');
    // Bytes of its own: what was parsed once is not parsed again.
    const signed = build();
    const changed = Buffer.from(signed);
    changed[changed.length - parseCertificate(signed).signatureValue.length - 1] = 1;
    changed[changed.length - 1] = 0;
    expect(refusal(changed)).toBe('ASN1_VALUE_INVALID');
  });

  it('the same extension twice', () => {
    const usage = builder.keyUsageExtension(['digitalSignature']);
    expect(refusal(build({ extensions: [usage, usage] }))).toBe('ASN1_STRUCTURE_INVALID');
  });

  it('an empty list of extensions', () => {
    expect(refusal(build({ extensions: [] }))).toBe('ASN1_STRUCTURE_INVALID');
  });

  it('extensions in a version 1 certificate and unknown versions', () => {
    const children = readDer(build()).children();
    const tbsChildren = children[0]?.children().map((child) => child.encoded) ?? [];
    const reassemble = (...tbs: readonly Uint8Array[]): Uint8Array =>
      derSequence(derSequence(...tbs), ...children.slice(1).map((child) => child.encoded));
    expect(refusal(reassemble(...tbsChildren))).toBe('no error');
    expect(refusal(reassemble(...tbsChildren.slice(1)))).toBe('ASN1_STRUCTURE_INVALID');
    const withVersion = (version: number): Uint8Array =>
      reassemble(derValue(0xa0, derInteger(version)), ...tbsChildren.slice(1));
    expect([0, 1, 3].map((version) => refusal(withVersion(version)))).toEqual(Array(3).fill('ASN1_STRUCTURE_INVALID'));
  });

  it('another algorithm outside than inside', () => {
    const [tbs, , signatureValue] = readDer(build()).children();
    const swapped = (oid: string, parameters: Parameters<typeof encodeAlgorithmIdentifier>[1]): string => {
      const other = encodeAlgorithmIdentifier(oid, parameters);
      return refusal(derSequence(tbs?.encoded ?? derInteger(0), other, signatureValue?.encoded ?? derInteger(0)));
    };
    expect(swapped('1.2.840.10045.4.3.3', 'absent')).toBe('ASN1_STRUCTURE_INVALID');
    expect(swapped('1.2.840.10045.4.3.2', derInteger(1))).toBe('ASN1_STRUCTURE_INVALID');
    // NULL says no more than nothing does.
    expect(swapped('1.2.840.10045.4.3.2', 'null')).toBe('no error');
  });

  it('anything broken with typed errors only (5,000 changes)', () => {
    const good = build();
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), fc.boolean(), (position, byte, cut) => {
        const changed = cut ? good.slice(0, position) : new Uint8Array(good);
        if (!cut) changed[position] = byte;
        expect(refusal(changed)).not.toBe('another error');
        if (cut) expect(refusal(changed)).not.toBe('no error');
      }),
      { numRuns: 5000 },
    );
  });
});

describe('names', () => {
  it('compare by RFC 5280 7.1: case, white space and string type do not count', () => {
    const left = readName(
      readDer(
        encodeName([
          ['C', 'AA'],
          ['CN', '  Demo   CA '],
        ]),
      ),
    );
    const printable = derSequence(derOid('2.5.4.3'), derValue(0x13, Buffer.from('DEMO ca')));
    const country = derSequence(derOid('2.5.4.6'), derValue(0x13, Buffer.from('aa')));
    const right = readName(readDer(derSequence(derSetOf([country]), derSetOf([printable]))));
    expect(left.key).toBe(right.key);
    const reordered = readName(readDer(derSequence(derSetOf([printable]), derSetOf([country]))));
    expect(reordered.key).not.toBe(right.key);
    const joined = readName(readDer(derSequence(derSetOf([printable, country]))));
    expect(joined.key).not.toBe(right.key);
  });

  it('are written by RFC 4514', () => {
    const name = readName(
      readDer(
        encodeName([
          ['O', '#A+B;<C>'],
          ['CN', ' x\\y \n '],
        ]),
      ),
    );
    expect(name.toString()).toBe('CN=\\ x\\\\y \\0a\\ ,O=\\#A\\+B\\;\\<C\\>');
    const unknown = derSequence(derSetOf([derSequence(derOid('1.2.3.4'), derValue(0x0c, Buffer.from('x')))]));
    expect(readName(readDer(unknown)).toString()).toBe('1.2.3.4=#0c0178');
  });
});
