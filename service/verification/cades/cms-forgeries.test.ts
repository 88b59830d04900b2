import { generateKeyPairSync, sign, constants, createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as der from '../../codecs/asn1/der-writer.ts';
import { readDer } from '../../codecs/asn1/asn1-reader.ts';
import { encodeSignatureAlgorithm } from '../../codecs/cms/cms-algorithm.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import { encodeAttribute } from '../../codecs/cms/signed-attributes.ts';
import { encodeSigningCertificateV2 } from '../../codecs/cms/signing-certificate.ts';
import { ecdsaRawToDer } from '../../codecs/cms/signature-value.ts';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import { encodeAlgorithmIdentifier } from '../../codecs/x509/algorithm-identifier.ts';
import type { VerificationStatus } from '../../contract/http/verification.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import * as kit from './cms-forgery.suite.ts';
import { verifyCms, type CmsVerification, type CmsVerificationResult } from './verify-cms.ts';

const { signers, forge, content } = kit;

function verify(signedData: Uint8Array, changes: Partial<CmsVerification> = {}): CmsVerificationResult {
  const defaults = {
    digestContent: null,
    pades: false,
    trust: kit.trust,
    at: kit.NOW,
    revocationMode: 'Offline',
  } as const;
  const result = verifyCms({ signedData, ...defaults, ...changes });
  const { status, reasonCodes, fault, detail, findings } = verifyCms({
    signedData: kit.asFile(signedData),
    ...defaults,
    ...changes,
  });
  expect({ status, reasonCodes, fault, detail, findings }).toEqual({ ...result, signedData: undefined });
  return result;
}

/** Rebuilds the attribute set: drops or replaces by OID, then adds, and sorts unless told not to. */
function attributesWith(
  signer: kit.TestSigner,
  change: {
    drop?: string;
    add?: readonly Uint8Array[];
    reverse?: boolean;
    set?: Parameters<typeof kit.attributesOf>[1];
  },
): Uint8Array {
  const parts = kit.attributeParts(kit.attributesOf(signer, change.set ?? {})).filter(({ oid }) => oid !== change.drop);
  const encoded = [...parts.map((part) => part.encoded), ...(change.add ?? [])];
  if (change.reverse === true) return der.derValue(0x31, ...encoded.toSorted(der.compareDer).reverse());
  return der.derSetOf(encoded);
}

const swapped = Buffer.from('Pay 999999 to Mallory.\n');
const contentTypeAttribute = (oid: string): Uint8Array => encodeAttribute(oids.OID_ID_CONTENT_TYPE, [der.derOid(oid)]);
const digestAttribute = (...values: Uint8Array[]): Uint8Array =>
  encodeAttribute(oids.OID_ID_MESSAGE_DIGEST, values.map(der.derOctetString));
const rightDigest = kit.digest('SHA-256', content);
const essOf = (certificate: Uint8Array): Uint8Array =>
  encodeAttribute(oids.OID_ID_AA_SIGNING_CERTIFICATE_V2, [
    encodeSigningCertificateV2(parseCertificate(certificate), 'SHA-256'),
  ]);
const essVersion1 = encodeAttribute(oids.OID_ID_AA_SIGNING_CERTIFICATE, [
  der.derSequence(der.derSequence(der.derSequence(der.derOctetString(kit.digest('SHA-1', signers.rsa.certificate))))),
]);
const protection = (digest: Uint8Array, signature: Uint8Array): Uint8Array =>
  encodeAttribute(oids.OID_ID_AA_CMS_ALGORITHM_PROTECTION, [der.derSequence(digest, kit.retag(signature, 0xa1))]);
const sha256 = kit.hashIdentifier('SHA-256');
const rsaSha256 = encodeSignatureAlgorithm(signers.rsa.algorithm);
const rsaWith = (
  attributes: Uint8Array,
  hash: string,
): { signedAttributes: Uint8Array; signatureValue: Uint8Array } => ({
  signedAttributes: attributes,
  signatureValue: kit.signRaw(signers.rsa, attributes, hash),
});

describe('a forgery is refused', () => {
  const forgeries: [string, () => Uint8Array, ReasonCode, VerificationStatus][] = [
    [
      'C1 signed attributes presented as content',
      () => {
        const attributes = kit.attributesOf(signers.rsa);
        const signatureValue = kit.signRaw(signers.rsa, attributes);
        return forge(signers.rsa, { eContent: attributes, signedAttributes: null, signatureValue });
      },
      'SIG_SIGNED_ATTRIBUTES_MISSING',
      'INVALID',
    ],
    [
      'C1 no signed attributes',
      () => forge(signers.rsa, { signedAttributes: null }),
      'SIG_SIGNED_ATTRIBUTES_MISSING',
      'INDETERMINATE',
    ],
    ['content swapped', () => forge(signers.rsa, { eContent: swapped }), 'SIG_DIGEST_MISMATCH', 'INVALID'],
    ['content emptied', () => forge(signers.rsa, { eContent: Buffer.alloc(0) }), 'SIG_DIGEST_MISMATCH', 'INVALID'],
    [
      'C3 eContentType is not the content-type attribute',
      () => forge(signers.rsa, { contentType: '1.2.840.113549.1.7.5' }),
      'SIG_CONTENT_TYPE_MISMATCH',
      'INVALID',
    ],
    [
      'C3 both are another type than data',
      () => {
        const set = { contentType: '1.2.840.113549.1.7.5' };
        return forge(signers.rsa, { ...set, signedAttributes: kit.attributesOf(signers.rsa, set) });
      },
      'SIG_CONTENT_TYPE_UNSUPPORTED',
      'INDETERMINATE',
    ],
    [
      'C3 no content-type',
      () => forge(signers.rsa, { signedAttributes: attributesWith(signers.rsa, { drop: oids.OID_ID_CONTENT_TYPE }) }),
      'SIG_CONTENT_TYPE_MISMATCH',
      'INVALID',
    ],
    [
      'C3 content-type twice',
      () => {
        const add = [contentTypeAttribute(oids.OID_ID_SIGNED_DATA)];
        return forge(signers.rsa, { signedAttributes: attributesWith(signers.rsa, { add }) });
      },
      'SIG_SIGNED_ATTRIBUTES_MALFORMED',
      'INVALID',
    ],
    [
      'C4 no message-digest',
      () => forge(signers.rsa, { signedAttributes: attributesWith(signers.rsa, { drop: oids.OID_ID_MESSAGE_DIGEST }) }),
      'SIG_SIGNED_ATTRIBUTES_MALFORMED',
      'INVALID',
    ],
    [
      'C4 two message-digest attributes',
      () => {
        const add = [digestAttribute(kit.digest('SHA-256', swapped))];
        return forge(signers.rsa, { signedAttributes: attributesWith(signers.rsa, { add }) });
      },
      'SIG_SIGNED_ATTRIBUTES_MALFORMED',
      'INVALID',
    ],
    [
      'C4 message-digest with two values',
      () => {
        const add = [digestAttribute(rightDigest, kit.digest('SHA-256', swapped))];
        const signedAttributes = attributesWith(signers.rsa, { drop: oids.OID_ID_MESSAGE_DIGEST, add });
        return forge(signers.rsa, { signedAttributes });
      },
      'SIG_SIGNED_ATTRIBUTES_MALFORMED',
      'INVALID',
    ],
    [
      'C4 message-digest cut short',
      () => {
        const add = [digestAttribute(rightDigest.subarray(0, 16))];
        const signedAttributes = attributesWith(signers.rsa, { drop: oids.OID_ID_MESSAGE_DIGEST, add });
        return forge(signers.rsa, { signedAttributes });
      },
      'SIG_DIGEST_MISMATCH',
      'INVALID',
    ],
    [
      'C5 attributes not sorted',
      () => forge(signers.rsa, { signedAttributes: attributesWith(signers.rsa, { reverse: true }) }),
      'SIG_SIGNED_ATTRIBUTES_MALFORMED',
      'INDETERMINATE',
    ],
    [
      'C6 digestAlgorithm is not that of the signature',
      () => {
        const signedAttributes = kit.attributesOf(signers.rsa);
        return forge(signers.rsa, {
          ...rsaWith(signedAttributes, 'SHA-512'),
          signatureAlgorithm: encodeSignatureAlgorithm({ scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' }),
        });
      },
      'SIG_ALGORITHM_MISMATCH',
      'INDETERMINATE',
    ],
    [
      'C6 CMSAlgorithmProtection names another hash',
      () => {
        const add = [protection(kit.hashIdentifier('SHA-512'), rsaSha256)];
        return forge(signers.rsa, { signedAttributes: attributesWith(signers.rsa, { add }) });
      },
      'SIG_ALGORITHM_MISMATCH',
      'INVALID',
    ],
    [
      'C7 no signing-certificate',
      () => {
        const drop = oids.OID_ID_AA_SIGNING_CERTIFICATE_V2;
        return forge(signers.rsa, { signedAttributes: attributesWith(signers.rsa, { drop }) });
      },
      'SIG_SIGNING_CERTIFICATE_MISSING',
      'INDETERMINATE',
    ],
    [
      'C7 signing-certificate of somebody else, who is there',
      () => {
        const change = { drop: oids.OID_ID_AA_SIGNING_CERTIFICATE_V2, add: [essOf(signers.ec.certificate)] };
        const certificates = [signers.rsa.certificate, signers.ec.certificate];
        return forge(signers.rsa, { certificates, signedAttributes: attributesWith(signers.rsa, change) });
      },
      'SIG_SIGNING_CERTIFICATE_MISMATCH',
      'INVALID',
    ],
    [
      'C7 signing-certificate of somebody else, who is not there',
      () => {
        const change = { drop: oids.OID_ID_AA_SIGNING_CERTIFICATE_V2, add: [essOf(signers.ec.certificate)] };
        return forge(signers.rsa, { signedAttributes: attributesWith(signers.rsa, change) });
      },
      'SIG_SIGNING_CERTIFICATE_MISMATCH',
      'INVALID',
    ],
    [
      'C7 certificate and identifier replaced by another for the same key',
      () => {
        const impostor = kit.issue(createPublicKey(signers.rsa.privateKey));
        return forge(signers.rsa, { sid: kit.issuerAndSerial(impostor), certificates: [impostor] });
      },
      'SIG_SIGNING_CERTIFICATE_MISMATCH',
      'INVALID',
    ],
    [
      'C7 no certificates',
      () => forge(signers.rsa, { certificates: [] }),
      'SIG_SIGNER_CERTIFICATE_NOT_FOUND',
      'INDETERMINATE',
    ],
    ['C8 no signers', () => forge(signers.rsa, { signerInfos: () => [] }), 'SIG_NOT_FOUND', 'INVALID'],
    [
      'C8 the same signer twice',
      () => forge(signers.rsa, { signerInfos: (info) => [info, info] }),
      'SIG_SIGNER_DUPLICATED',
      'INDETERMINATE',
    ],
    [
      'C8 the same signer twice, another value of the same signature',
      () => {
        const fields = (info: Uint8Array): Uint8Array[] =>
          readDer(info)
            .children()
            .map((field) => field.encoded);
        const signedAttributes = kit.attributesOf(signers.ec);
        const again = der.derOctetString(ecdsaRawToDer(kit.signRaw(signers.ec, signedAttributes)));
        const signerInfos = (info: Uint8Array): Uint8Array[] => [
          info,
          der.derSequence(...fields(info).slice(0, -1), again),
        ];
        return forge(signers.ec, { signedAttributes, signerInfos });
      },
      'SIG_SIGNER_DUPLICATED',
      'INDETERMINATE',
    ],
    [
      'C9 SHA-1 throughout',
      () => {
        const change = { drop: oids.OID_ID_MESSAGE_DIGEST, add: [digestAttribute(kit.digest('SHA-1', content))] };
        return forge(signers.rsa, {
          ...rsaWith(attributesWith(signers.rsa, change), 'SHA-1'),
          digestAlgorithm: kit.hashIdentifier('SHA-1'),
          signatureAlgorithm: encodeAlgorithmIdentifier('1.2.840.113549.1.1.5', 'null'),
        });
      },
      'SIG_ALGORITHM_WEAK',
      'INDETERMINATE',
    ],
    [
      'C9 SHA-1 in the signature only',
      () =>
        forge(signers.rsa, {
          ...rsaWith(kit.attributesOf(signers.rsa), 'SHA-1'),
          signatureAlgorithm: encodeAlgorithmIdentifier('1.2.840.113549.1.1.5', 'null'),
        }),
      'SIG_ALGORITHM_WEAK',
      'INDETERMINATE',
    ],
    ['C9 RSA 1024', () => forge(weakSigner()), 'SIG_KEY_WEAK', 'INDETERMINATE'],
    [
      'C11 ECDSA value with zero r',
      () => forge(signers.ec, { signatureValue: Buffer.from('3006020100020101', 'hex') }),
      'SIG_CRYPTO_INVALID',
      'INVALID',
    ],
    [
      'C11 ECDSA value with trailing bytes',
      () => {
        const signedAttributes = kit.attributesOf(signers.ec);
        const value = ecdsaRawToDer(kit.signRaw(signers.ec, signedAttributes));
        return forge(signers.ec, { signedAttributes, signatureValue: Buffer.concat([value, Buffer.of(0)]) });
      },
      'SIG_CRYPTO_INVALID',
      'INVALID',
    ],
    [
      'C11 ECDSA value as r || s',
      () => {
        const signedAttributes = kit.attributesOf(signers.ec);
        return forge(signers.ec, { signedAttributes, signatureValue: kit.signRaw(signers.ec, signedAttributes) });
      },
      'SIG_CRYPTO_INVALID',
      'INVALID',
    ],
    [
      'C12 PSS without parameters',
      () => forge(signers.pss, { signatureAlgorithm: pssAlgorithm('absent') }),
      'SIG_CRYPTO_INVALID',
      'INVALID',
    ],
    [
      'C12 PSS with default (SHA-1) parameters',
      () => forge(signers.pss, { signatureAlgorithm: pssAlgorithm(der.derSequence()) }),
      'SIG_ALGORITHM_WEAK',
      'INVALID',
    ],
    [
      'C12 PSS with another mask hash',
      () => forge(signers.pss, { signatureAlgorithm: pssWith('SHA-256', 'SHA-1', 32) }),
      'SIG_CRYPTO_INVALID',
      'INVALID',
    ],
    ['C12 PSS with a salt too long', () => forgePss(64), 'SIG_CRYPTO_INVALID', 'INVALID'],
    [
      'C12 PSS with another trailer',
      () => forge(signers.pss, { signatureAlgorithm: pssWith('SHA-256', 'SHA-256', 32, 2) }),
      'SIG_CRYPTO_INVALID',
      'INVALID',
    ],
    ['C15 bytes behind', () => Buffer.concat([forge(signers.rsa), Buffer.of(0)]), 'SIG_TRAILING_DATA', 'INDETERMINATE'],
    [
      'C15 a nest of 5,000',
      () => Buffer.concat(Array.from({ length: 5000 }, () => Buffer.of(0x30, 0x80))),
      'SIG_LIMIT_EXCEEDED',
      'INDETERMINATE',
    ],
    [
      'C15 thousands of certificates',
      () =>
        forge(signers.rsa, {
          certificates: Array.from({ length: 201 }, (_, index) => der.derSequence(der.derInteger(index))),
        }),
      'SIG_LIMIT_EXCEEDED',
      'INDETERMINATE',
    ],
    ['C16 text', () => Buffer.from('-----BEGIN CMS-----\nMIIB'), 'SIG_FORMAT_INVALID', 'INVALID'],
    [
      'C16 another content type',
      () => der.derSequence(der.derOid('1.2.840.113549.1.7.3'), der.derExplicit(0, der.derSequence())),
      'SIG_FORMAT_INVALID',
      'INVALID',
    ],
    ['nothing at all', () => new Uint8Array(0), 'SIG_FORMAT_INVALID', 'INVALID'],
  ];

  it.each(forgeries)('%s', (_, make, code, status) => {
    const result = verify(make());
    expect(result.reasonCodes).toContain(code);
    expect(result.status).toBe(status);
  });

  it('none is said to be VALID or of a profile', () => {
    for (const [, make] of forgeries) {
      const { status, findings } = verify(make());
      expect(status).not.toBe('VALID');
      expect(findings.filter(kit.isOfFalseLevel)).toEqual([]);
    }
  });

  it('a certificate named by SHA-1 (version 1) alone decides nothing', () => {
    const change = { drop: oids.OID_ID_AA_SIGNING_CERTIFICATE_V2, add: [essVersion1] };
    const result = verify(forge(signers.rsa, { signedAttributes: attributesWith(signers.rsa, change) }));
    expect(result).toMatchObject({ status: 'VALID', findings: [{ profileReached: 'B' }] });
  });

  it('a CMSAlgorithmProtection that agrees is no fault', () => {
    const add = [protection(sha256, rsaSha256)];
    const result = verify(forge(signers.rsa, { signedAttributes: attributesWith(signers.rsa, { add }) }));
    expect(result.status).toBe('VALID');
  });
});

function weakSigner(): kit.TestSigner {
  const keys = generateKeyPairSync('rsa', { modulusLength: 1024 });
  return { algorithm: signers.rsa.algorithm, privateKey: keys.privateKey, certificate: kit.issue(keys.publicKey) };
}

function pssAlgorithm(parameters: 'absent' | Uint8Array): Uint8Array {
  return encodeAlgorithmIdentifier('1.2.840.113549.1.1.10', parameters);
}

function pssWith(hash: string, mask: string, saltBytes: number, trailer?: number): Uint8Array {
  return pssAlgorithm(
    der.derSequence(
      der.derExplicit(0, kit.hashIdentifier(hash)),
      der.derExplicit(1, der.derSequence(der.derOid('1.2.840.113549.1.1.8'), kit.hashIdentifier(mask))),
      der.derExplicit(2, der.derInteger(saltBytes)),
      ...(trailer === undefined ? [] : [der.derExplicit(3, der.derInteger(trailer))]),
    ),
  );
}

function forgePss(saltLength: number): Uint8Array {
  const signedAttributes = kit.attributesOf(signers.pss);
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  const signatureValue = sign('sha256', signedAttributes, { key: signers.pss.privateKey, padding, saltLength });
  return forge(signers.pss, {
    signedAttributes,
    signatureValue,
    signatureAlgorithm: pssWith('SHA-256', 'SHA-256', saltLength),
  });
}
