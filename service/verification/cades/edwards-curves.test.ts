import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as der from '../../codecs/asn1/der-writer.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import { encodeAttribute } from '../../codecs/cms/signed-attributes.ts';
import { encodeSigningCertificateV2 } from '../../codecs/cms/signing-certificate.ts';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import type { VerificationOutcome } from '../verification.ts';
import { authority, evaluate, issue } from '../certificate-path/issued-certificates.suite.ts';
import * as xml from '../xades/signed-xml.suite.ts';
import * as kit from './cms-forgery.suite.ts';
import { verifyCades } from './verify-cades.ts';

const CURVES = {
  Ed25519: { oid: '1.3.101.112', keys: generateKeyPairSync('ed25519') },
  Ed448: { oid: '1.3.101.113', keys: generateKeyPairSync('ed448') },
} as const;
type Curve = keyof typeof CURVES;

interface Digest {
  readonly algorithm: Uint8Array;
  of(data: Uint8Array): Uint8Array;
}
const sha = (node: string, oid: string): Digest => ({
  algorithm: der.derSequence(der.derOid(oid)),
  of: (data) => createHash(node).update(data).digest(),
});
const shake = (bytes: number, oid: string, ...parameters: readonly Uint8Array[]): Digest => ({
  algorithm: der.derSequence(der.derOid(oid), ...parameters),
  of: (data) => createHash('shake256', { outputLength: bytes }).update(data).digest(),
});
const SHAKE256 = '2.16.840.1.101.3.4.2.12';
const SHAKE256_LEN = '2.16.840.1.101.3.4.2.18';
const DIGESTS: Readonly<Record<string, Digest>> = {
  'SHA-256': sha('sha256', '2.16.840.1.101.3.4.2.1'),
  'SHA-384': sha('sha384', '2.16.840.1.101.3.4.2.2'),
  'SHA-512': sha('sha512', '2.16.840.1.101.3.4.2.3'),
  'SHA3-512': sha('sha3-512', '2.16.840.1.101.3.4.2.10'),
  SHAKE256: shake(64, SHAKE256),
  'SHAKE256 of 512 bits': shake(64, SHAKE256_LEN, der.derInteger(512)),
  'SHAKE256 of 256 bits': shake(32, SHAKE256_LEN, der.derInteger(256)),
  'SHAKE256 of 4,096 bits': shake(512, SHAKE256_LEN, der.derInteger(4096)),
  'SHAKE256 with 32 bytes under the name of 64': shake(32, SHAKE256),
  'SHAKE256 with a parameter that it must not have': shake(64, SHAKE256, der.derInteger(512)),
  'SHAKE256 of a length that is no number': shake(64, SHAKE256_LEN, der.derNull()),
};
const RIGHT: Readonly<Record<Curve, readonly string[]>> = {
  Ed25519: ['SHA-512'],
  Ed448: ['SHAKE256', 'SHAKE256 of 512 bits'],
};

interface Choice {
  readonly curve: Curve;
  readonly digest: Digest;
  /** In place of the curve's own. */
  readonly signatureAlgorithm?: Uint8Array;
  readonly messageDigest?: Uint8Array;
}

/** CAdES by a key on an Edwards curve. */
function signed({ curve, digest, signatureAlgorithm, messageDigest }: Choice): VerificationOutcome {
  const { keys, oid } = CURVES[curve];
  const signer = {
    algorithm: { scheme: 'EdDSA', hash: 'SHA-512' },
    privateKey: keys.privateKey,
    certificate: kit.issue(keys.publicKey),
  } as const;
  const signedAttributes = der.derSetOf([
    encodeAttribute(oids.OID_ID_CONTENT_TYPE, [der.derOid(oids.OID_ID_DATA)]),
    encodeAttribute(oids.OID_ID_MESSAGE_DIGEST, [der.derOctetString(messageDigest ?? digest.of(kit.content))]),
    encodeAttribute(oids.OID_ID_AA_SIGNING_CERTIFICATE_V2, [
      encodeSigningCertificateV2(parseCertificate(signer.certificate), 'SHA-512'),
    ]),
    encodeAttribute(oids.OID_ID_SIGNING_TIME, [der.derTime(kit.NOW)]),
  ]);
  const forged = kit.forge(signer, {
    signedAttributes,
    digestAlgorithm: digest.algorithm,
    signatureAlgorithm: signatureAlgorithm ?? der.derSequence(der.derOid(oid)),
  });
  const context = { trust: kit.trust, at: kit.NOW, revocationMode: 'SoftFail' } as const;
  return verifyCades(bytesSource(forged), null, context);
}

const PAIRS = (['Ed25519', 'Ed448'] as const).flatMap((curve) =>
  Object.entries(DIGESTS).map(([name, digest]) => ({ curve, name, digest, isRight: RIGHT[curve].includes(name) })),
);

describe('a signature in CMS on an Edwards curve (RFC 8419)', () => {
  it.each(PAIRS.filter(({ isRight }) => isRight))('is VALID by $curve with $name', (pair) => {
    expect(signed(pair)).toMatchObject({ overallStatus: 'VALID', signature: { cryptoValid: true } });
  });

  it.each(PAIRS.filter(({ isRight }) => !isRight))('is not by $curve with $name', (pair) => {
    expect(signed(pair).overallStatus).toMatch(/^IN/);
  });

  it.each([
    ['SHA-256', 'SIG_ALGORITHM_MISMATCH', true],
    ['SHA-512', 'SIG_ALGORITHM_MISMATCH', true],
    ['SHAKE256 of 256 bits', 'SIG_ALGORITHM_UNSUPPORTED', false],
  ] as const)('by Ed448 with %s says what is wrong, and what is not', (name, reason, cryptoValid) => {
    const report = signed({ curve: 'Ed448', digest: DIGESTS[name] ?? sha('', '') });
    expect(report).toMatchObject({ overallStatus: 'INDETERMINATE', signature: { cryptoValid } });
    expect(report.reasonCodes).toContain(reason);
  });

  it.each(['Ed25519', 'Ed448'] as const)('is INVALID by %s over another content', (curve) => {
    const digest = DIGESTS[RIGHT[curve][0] ?? ''] ?? sha('', '');
    const report = signed({ curve, digest, messageDigest: digest.of(Buffer.from('other')) });
    expect(report).toMatchObject({ overallStatus: 'INVALID', signature: { cryptoValid: false } });
  });

  it.each([
    ['Ed25519', 'Ed448'],
    ['Ed448', 'Ed25519'],
  ] as const)('is not VALID by %s under the name of %s', (curve, other) => {
    const signatureAlgorithm = der.derSequence(der.derOid(CURVES[other].oid));
    for (const digest of Object.values(DIGESTS)) {
      expect(signed({ curve, digest, signatureAlgorithm })).toMatchObject({ isValid: false });
    }
  });

  it.each(['Ed25519', 'Ed448'] as const)(
    'is intact and not VALID by %s with NULL (RFC 8410 3), as iText 8 writes',
    (curve) => {
      const digest = DIGESTS[RIGHT[curve][0] ?? ''] ?? sha('', '');
      const signatureAlgorithm = der.derSequence(der.derOid(CURVES[curve].oid), der.derNull());
      const report = signed({ curve, digest, signatureAlgorithm });
      expect(report).toMatchObject({ overallStatus: 'INDETERMINATE', signature: { cryptoValid: true } });
      expect(report.reasonCodes).toContain('SIG_ALGORITHM_MISMATCH');
      const other = signed({ curve, digest, signatureAlgorithm, messageDigest: digest.of(Buffer.from('other')) });
      expect(other).toMatchObject({ overallStatus: 'INVALID', signature: { cryptoValid: false } });
    },
  );

  it.each(['Ed25519', 'Ed448'] as const)('is not VALID by %s with other parameters', (curve) => {
    const digest = DIGESTS[RIGHT[curve][0] ?? ''] ?? sha('', '');
    const signatureAlgorithm = der.derSequence(der.derOid(CURVES[curve].oid), der.derOctetString(Buffer.from('x')));
    expect(signed({ curve, digest, signatureAlgorithm })).toMatchObject({ isValid: false });
  });
});

describe('a signature in CMS on an Edwards curve without signed attributes, as certtool makes', () => {
  const plain = (curve: Curve, over: Uint8Array, eContent?: Uint8Array): VerificationOutcome => {
    const { keys, oid } = CURVES[curve];
    const forged = kit.forge(
      { algorithm: { scheme: 'EdDSA', hash: 'SHA-512' }, ...keys, certificate: kit.issue(keys.publicKey) },
      {
        ...(eContent === undefined ? {} : { eContent }),
        signedAttributes: null,
        digestAlgorithm: (DIGESTS[RIGHT[curve][0] ?? ''] ?? sha('', '')).algorithm,
        signatureAlgorithm: der.derSequence(der.derOid(oid)),
        signatureValue: sign(null, over, keys.privateKey),
      },
    );
    const context = { trust: kit.trust, at: kit.NOW, revocationMode: 'SoftFail' } as const;
    return verifyCades(bytesSource(forged), null, context);
  };

  it.each(['Ed25519', 'Ed448'] as const)('is intact by %s, and not VALID', (curve) => {
    const report = plain(curve, kit.content);
    expect(report).toMatchObject({ overallStatus: 'INDETERMINATE', signature: { cryptoValid: true } });
    expect(report.reasonCodes).toContain('SIG_SIGNED_ATTRIBUTES_MISSING');
    expect(report.reasonCodes).not.toContain('SIG_ALGORITHM_UNSUPPORTED');
  });

  it.each(['Ed25519', 'Ed448'] as const)('is INVALID by %s over another content or its digest', (curve) => {
    const digest = (DIGESTS[RIGHT[curve][0] ?? ''] ?? sha('', '')).of(kit.content);
    for (const over of [Buffer.from('other'), digest, Buffer.concat([kit.content, Buffer.of(0)])]) {
      expect(plain(curve, over)).toMatchObject({ overallStatus: 'INVALID', signature: { cryptoValid: false } });
    }
  });

  it.each(['Ed25519', 'Ed448'] as const)('is INVALID by %s over attributes that were made its content', (curve) => {
    const digest = DIGESTS[RIGHT[curve][0] ?? ''] ?? sha('', '');
    const attributes = der.derSetOf([
      encodeAttribute(oids.OID_ID_CONTENT_TYPE, [der.derOid(oids.OID_ID_DATA)]),
      encodeAttribute(oids.OID_ID_MESSAGE_DIGEST, [der.derOctetString(digest.of(kit.content))]),
    ]);
    const report = plain(curve, attributes, attributes);
    expect(report).toMatchObject({ overallStatus: 'INVALID', signature: { cryptoValid: false } });
  });
});

describe('a signature in XML on an Edwards curve (RFC 9231 2.3.12)', () => {
  const EDDSA = 'http://www.w3.org/2021/04/xmldsig-more#eddsa-';
  const signerOf = (keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }): kit.TestSigner => ({
    algorithm: { scheme: 'EdDSA', hash: 'SHA-512' },
    privateKey: keys.privateKey,
    certificate: kit.issue(keys.publicKey),
  });
  const invoice = (curve: Curve, named: Curve): string =>
    xml.signedInvoice({
      signer: signerOf(CURVES[curve].keys),
      signatureMethod: `<ds:SignatureMethod Algorithm="${EDDSA}${named.toLowerCase()}"></ds:SignatureMethod>`,
    });

  it.each(['Ed25519', 'Ed448'] as const)('is VALID by %s, and INVALID with another content', (curve) => {
    const document = invoice(curve, curve);
    expect(xml.verify(document).overallStatus).toBe('VALID');
    expect(xml.verify(document.replace('>100<', '>900<')).overallStatus).toBe('INVALID');
  });

  it.each([
    ['Ed25519', 'Ed448'],
    ['Ed448', 'Ed25519'],
  ] as const)('is not VALID by %s under the name of %s', (curve, named) => {
    expect(xml.verify(invoice(curve, named)).isValid).toBe(false);
  });
});

describe('a certificate by an authority on an Edwards curve', () => {
  const algorithmOf = (curve: Curve): Uint8Array => der.derSequence(der.derOid(CURVES[curve].oid));
  const rootOf = (curve: Curve): ReturnType<typeof authority> =>
    authority(curve, null, null, {
      keys: CURVES[curve].keys,
      // No hash: Edwards curves sign what they are given.
      ...{ hash: null, changes: { signatureAlgorithm: algorithmOf(curve) } },
    });

  it.each(['Ed25519', 'Ed448'] as const)('ends in %s', (curve) => {
    const root = rootOf(curve);
    const leaf = issue('Leaf', root, { hash: null, changes: { signatureAlgorithm: algorithmOf(curve) } });
    expect(evaluate(leaf, [root]).isValid).toBe(true);
    const broken = { ...leaf, der: Buffer.concat([leaf.der.subarray(0, -1), Buffer.of((leaf.der.at(-1) ?? 0) ^ 1)]) };
    expect(evaluate(broken, [root]).isValid).toBe(false);
  });

  it.each([
    ['Ed25519', 'Ed448'],
    ['Ed448', 'Ed25519'],
  ] as const)('does not by %s under the name of %s', (curve, named) => {
    const root = rootOf(curve);
    const leaf = issue('Leaf', root, { hash: null, changes: { signatureAlgorithm: algorithmOf(named) } });
    expect(evaluate(leaf, [root]).isValid).toBe(false);
  });
});
