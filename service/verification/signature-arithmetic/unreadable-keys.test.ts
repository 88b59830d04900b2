import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readDer } from '../../codecs/asn1/asn1-reader.ts';
import * as der from '../../codecs/asn1/der-writer.ts';
import { TAG } from '../../codecs/asn1/tags.ts';
import { readSubjectPublicKeyInfo } from '../../codecs/x509/public-key.ts';
import { checkDigestSignature } from './digest-signature-check.ts';
import { checkSignature, type SignatureCheckResult } from './signature-check.ts';

const DATA = Buffer.from('the signed bytes');
const scheme = { kind: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const value = sign('sha256', DATA, privateKey);
const spki = readDer(publicKey.export({ format: 'der', type: 'spki' })).children();
const algorithm = spki[0]?.encoded ?? new Uint8Array();
const [modulus, exponent] = readDer(publicKey.export({ format: 'der', type: 'pkcs1' }))
  .children()
  .map((integer) => Buffer.from(integer.integerBytes()));

function withKey(...integers: readonly (Uint8Array | undefined)[]): Uint8Array {
  const parts = integers.map((octets) => der.derValue(TAG.integer, octets ?? new Uint8Array()));
  return der.derSequence(algorithm, der.derBitString(der.derSequence(...parts)));
}

/** By the bytes, and by their digest alone. */
function check(key: Uint8Array, signatureValue: Uint8Array = value): SignatureCheckResult[] {
  const read = readSubjectPublicKeyInfo(readDer(key));
  const digest = createHash('sha256').update(DATA).digest();
  return [
    checkSignature({ scheme, publicKey: read, data: DATA, signatureValue }),
    checkDigestSignature({ scheme, hash: 'SHA-256', publicKey: read, digest, signatureValue }),
  ];
}

describe('a key that cannot be read says nothing about the signature', () => {
  it.each<[string, Uint8Array]>([
    ['a modulus with a needless octet in front', withKey(Buffer.concat([Buffer.of(0), modulus ?? DATA]), exponent)],
    ['an exponent with a needless octet in front', withKey(modulus, Buffer.of(0, 0x01, 0, 1))],
    ['no exponent', withKey(modulus)],
    ['a third number', withKey(modulus, exponent, exponent)],
    ['an empty modulus', withKey(new Uint8Array(), exponent)],
    ['no numbers at all', der.derSequence(algorithm, der.derBitString(DATA))],
  ])('%s', (_, key) => {
    expect(check(key)).toEqual(['Unsupported', 'Unsupported']);
  });

  it('but a value that is wrong or malformed by a readable key is wrong', () => {
    const key = withKey(modulus, exponent);
    expect(check(key)).toEqual(['Valid', 'Valid']);
    for (const wrong of [new Uint8Array(), value.subarray(1), Buffer.alloc(256), Buffer.alloc(256, 0xff)]) {
      expect(check(key, wrong)).toEqual(['Invalid', 'Invalid']);
    }
  });
});
