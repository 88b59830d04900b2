import { generateKeyPairSync, sign, constants } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as der from '../../codecs/asn1/der-writer.ts';
import { encodeSignatureAlgorithm } from '../../codecs/cms/cms-algorithm.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import { ecdsaRawToDer } from '../../codecs/cms/signature-value.ts';
import { encodeAlgorithmIdentifier } from '../../codecs/x509/algorithm-identifier.ts';
import * as kit from './cms-forgery.suite.ts';
import {
  verify,
  attributesWith,
  digestAttribute,
  protection,
  sha256,
  rsaSha256,
  rsaWith,
  describeForgeries,
  type Forgery,
} from './forged-attributes.suite.ts';

const { signers, forge, content } = kit;

const FORGERIES: readonly Forgery[] = [
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
    'C6 CMSAlgorithmProtection names the same OID with parameters of its own',
    () => {
      const add = [protection(sha256, encodeAlgorithmIdentifier('1.2.840.113549.1.1.11', sha256))];
      return forge(signers.rsa, { signedAttributes: attributesWith(signers.rsa, { add }) });
    },
    'SIG_ALGORITHM_MISMATCH',
    'INVALID',
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
  ['C12 PSS with a salt of another length than is said', () => forgePss(64, 62), 'SIG_CRYPTO_INVALID', 'INVALID'],
  [
    'C12 PSS with another trailer',
    () => forge(signers.pss, { signatureAlgorithm: pssWith('SHA-256', 'SHA-256', 32, 2) }),
    'SIG_CRYPTO_INVALID',
    'INVALID',
  ],
];

describeForgeries('a forgery of algorithms, keys or values is refused', FORGERIES);

describe('a CMSAlgorithmProtection that agrees is no fault', () => {
  const [RSA, HASH] = ['1.2.840.113549.1.1.11', '2.16.840.1.101.3.4.2.1'];
  const [bareRsa, bareHash] = [encodeAlgorithmIdentifier(RSA, 'absent'), encodeAlgorithmIdentifier(HASH, 'absent')];
  const nullHash = encodeAlgorithmIdentifier(HASH, 'null');

  it.each([
    ['as it stands beside', sha256, rsaSha256],
    ['without the NULL that stands beside', bareHash, bareRsa],
    ['with NULL for the hash', nullHash, rsaSha256],
  ])('%s', (_, hash, signature) => {
    const add = [protection(hash, signature)];
    expect(verify(forge(signers.rsa, { signedAttributes: attributesWith(signers.rsa, { add }) })).status).toBe('VALID');
  });

  // As @libpdf/core writes it.
  it('with a NULL that does not stand beside', () => {
    const add = [protection(sha256, rsaSha256)];
    const change = { signedAttributes: attributesWith(signers.rsa, { add }), signatureAlgorithm: bareRsa };
    expect(verify(forge(signers.rsa, change)).status).toBe('VALID');
  });
});

it('PSS with a salt longer than the hash, which some programs make, is right and weak', () => {
  const finding = verify(forgePss(64)).findings[0];
  expect(finding).toMatchObject({ status: 'INDETERMINATE', signature: { cryptoValid: true } });
  expect(finding?.reasonCodes).toContain('SIG_ALGORITHM_WEAK');
  expect(verify(forgePss(32)).status).toBe('VALID');
});

it('PSS whose mask is made with another hash than the message, as Java does by itself, is right and weak', () => {
  const keys = generateKeyPairSync('rsa-pss', {
    modulusLength: 2048,
    hashAlgorithm: 'sha256',
    mgf1HashAlgorithm: 'sha1',
  });
  const signer = { ...signers.pss, privateKey: keys.privateKey, certificate: kit.issue(keys.publicKey) };
  const signatureAlgorithm = pssWith('SHA-256', 'SHA-1', 32);
  const [finding] = verify(forge(signer, { signatureAlgorithm })).findings;
  expect(finding).toMatchObject({ status: 'INDETERMINATE', signature: { cryptoValid: true } });
  expect(finding?.reasonCodes).toContain('SIG_ALGORITHM_WEAK');
  const signatureValue = kit.signRaw(signer, kit.attributesOf(signers.pss));
  expect(verify(forge(signer, { signatureAlgorithm, signatureValue })).findings[0]).toMatchObject({
    ...{ status: 'INVALID', signature: { cryptoValid: false } },
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

function forgePss(saltLength: number, said = saltLength): Uint8Array {
  const signedAttributes = kit.attributesOf(signers.pss);
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  const signatureValue = sign('sha256', signedAttributes, { key: signers.pss.privateKey, padding, saltLength });
  return forge(signers.pss, {
    signedAttributes,
    signatureValue,
    signatureAlgorithm: pssWith('SHA-256', 'SHA-256', said),
  });
}
