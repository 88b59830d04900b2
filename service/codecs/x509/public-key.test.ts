import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Asn1Error } from '../asn1/asn1-error.ts';
import { readDer } from '../asn1/asn1-reader.ts';
import { describePublicKey, readSubjectPublicKeyInfo, type SubjectPublicKeyInfo } from './public-key.ts';

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const read = (): SubjectPublicKeyInfo =>
  readSubjectPublicKeyInfo(readDer(publicKey.export({ format: 'der', type: 'spki' })));

describe('the description of a public key', () => {
  it('is made once for each key that was read, since every check asks for it several times', () => {
    const key = read();
    expect(describePublicKey(key)).toBe(describePublicKey(key));
    expect(describePublicKey(read())).not.toBe(describePublicKey(key));
    expect(describePublicKey(key)).toMatchObject({ kind: 'RSA', sizeBits: 2048 });
  });

  it('is refused each time where the key is badly encoded', () => {
    const broken = { ...read(), bits: Uint8Array.of(1, 2, 3) };
    for (let time = 0; time < 2; time++) expect(() => describePublicKey(broken)).toThrow(Asn1Error);
  });
});
