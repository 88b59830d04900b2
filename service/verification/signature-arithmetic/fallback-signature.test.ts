import { constants, createHash, generateKeyPairSync, privateEncrypt, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readDer } from '../../codecs/asn1/asn1-reader.ts';
import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import { readSubjectPublicKeyInfo } from '../../codecs/x509/public-key.ts';
import type { SignatureScheme } from '../../codecs/x509/signature-algorithm.ts';
import { nativeRuntime, type CryptoRuntime } from './crypto-runtime.ts';
import { checkSignature } from './signature-check.ts';

/** What Electron's runtime has. */
const BORING: CryptoRuntime = {
  hasCurve: (name) => name.startsWith('P-'),
  hasHash: (name) => !name.startsWith('SHA3'),
};
const DATA = Buffer.from('the signed attributes');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });

type Scheme = Extract<SignatureScheme, { hash: unknown }>;

function checkers(spki: Buffer, scheme: SignatureScheme): ((value: Uint8Array, data?: Buffer) => string[])[] {
  const publicKey = readSubjectPublicKeyInfo(readDer(spki));
  return [
    (signatureValue, data = DATA) =>
      [nativeRuntime, BORING].map((runtime) =>
        checkSignature({ scheme, publicKey, data, signatureValue, ecdsaEncoding: 'raw', runtime }),
      ),
  ];
}

describe('signatures with SHA-3 where the runtime has no SHA-3', () => {
  const spki = rsa.publicKey.export({ format: 'der', type: 'spki' });

  it.each([
    ['SHA3-256', 'sha3-256'],
    ['SHA3-384', 'sha3-384'],
    ['SHA3-512', 'sha3-512'],
  ] as const)('RSA with %s', (hash: HashName, name) => {
    const [check] = checkers(spki, { kind: 'RSASSA-PKCS1-v1_5', hash });
    const value = sign(name, DATA, rsa.privateKey);
    expect(check?.(value)).toEqual(['Valid', 'Valid']);
    expect(check?.(value, Buffer.from('another text'))).toEqual(['Invalid', 'Invalid']);
    expect(check?.(sign('sha256', DATA, rsa.privateKey))).toEqual(['Invalid', 'Invalid']);
    expect(check?.(value.subarray(1))).toEqual(['Invalid', 'Invalid']);
    expect(check?.(new Uint8Array(256))).toEqual(['Invalid', 'Invalid']);
  });

  it('refuses a value whose leading zero octet is left out', () => {
    const [check] = checkers(spki, { kind: 'RSASSA-PKCS1-v1_5', hash: 'SHA3-256' });
    let data = Buffer.alloc(4);
    let value = sign('sha3-256', data, rsa.privateKey);
    for (let n = 1; value[0] !== 0; n += 1) {
      data = Buffer.alloc(4);
      data.writeUInt32BE(n);
      value = sign('sha3-256', data, rsa.privateKey);
    }
    expect(check?.(value, data)).toEqual(['Valid', 'Valid']);
    expect(check?.(value.subarray(1), data)).toEqual(['Invalid', 'Invalid']);
  });

  it('refuses what surrounds the digest in another form', () => {
    const [check] = checkers(spki, { kind: 'RSASSA-PKCS1-v1_5', hash: 'SHA3-256' });
    const digest = createHash('sha3-256').update(DATA).digest();
    const encoded = (...parts: Buffer[]): Buffer =>
      privateEncrypt({ key: rsa.privateKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.concat(parts));
    const prefix = Buffer.from('3031300d060960864801650304020805000420', 'hex');
    expect(check?.(encoded(prefix, digest))).toEqual(['Valid', 'Valid']);
    // Garbage behind the digest (Bleichenbacher), the digest alone, another length, SHA-256's name.
    for (const forged of [
      encoded(prefix, digest, Buffer.from([0])),
      encoded(digest),
      encoded(Buffer.from('3032300d060960864801650304020805000421', 'hex'), digest, Buffer.from([0])),
      encoded(Buffer.from('3031300d060960864801650304020105000420', 'hex'), digest),
    ]) {
      expect(check?.(forged)).toEqual(['Invalid', 'Invalid']);
    }
  });

  it.each(['P-256', 'P-384', 'P-521', 'brainpoolP256r1'])('ECDSA on %s', (namedCurve) => {
    const pair = generateKeyPairSync('ec', { namedCurve });
    const scheme = { kind: 'ECDSA', hash: 'SHA3-384' } as Scheme;
    const [check] = checkers(pair.publicKey.export({ format: 'der', type: 'spki' }), scheme);
    const value = sign('sha3-384', DATA, { key: pair.privateKey, dsaEncoding: 'ieee-p1363' });
    expect(check?.(value)).toEqual(['Valid', 'Valid']);
    expect(check?.(value, Buffer.from('another text'))).toEqual(['Invalid', 'Invalid']);
    expect(check?.(new Uint8Array(value.length))).toEqual(['Invalid', 'Invalid']);
  });

  it.each([
    ['SHA3-256', 'sha3-256', 32],
    ['SHA3-512', 'sha3-512', 20],
  ] as const)('RSA-PSS with %s', (hash, name, saltBytes) => {
    const pss = { hash, mgfHash: hash, saltBytes, trailerField: 1 } as const;
    const [check] = checkers(spki, { kind: 'RSASSA-PSS', hash, pss });
    const padding = constants.RSA_PKCS1_PSS_PADDING;
    const value = sign(name, DATA, { key: rsa.privateKey, padding, saltLength: saltBytes });
    expect(check?.(value)).toEqual(['Valid', 'Valid']);
    expect(check?.(value, Buffer.from('another text'))).toEqual(['Invalid', 'Invalid']);
    expect(check?.(sign(name, DATA, rsa.privateKey))).toEqual(['Invalid', 'Invalid']);
    expect(check?.(new Uint8Array(256))).toEqual(['Invalid', 'Invalid']);
  });
});
