import { constants, createPrivateKey, generateKeyPairSync, privateEncrypt, publicDecrypt, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readDer } from '../../codecs/asn1/asn1-reader.ts';
import { TAG } from '../../codecs/asn1/tags.ts';
import { describePublicKey, readSubjectPublicKeyInfo } from '../../codecs/x509/public-key.ts';
import { importKey } from './public-keys.ts';
import { checkSignature, type SignatureCheckResult } from './signature-check.ts';

const DATA = Buffer.from('the signed attributes');
const SALT = 32;
/** The hash of the message is SHA-256, that of the mask SHA-1, as Java has it where nothing else is said. */
const PSS = { hash: 'SHA-256', mgfHash: 'SHA-1', saltBytes: SALT, trailerField: 1 } as const;

function makeSigner(modulusLength: number) {
  // Only a key that is restricted to such parameters makes node:crypto sign with them.
  const keys = generateKeyPairSync('rsa-pss', { modulusLength, hashAlgorithm: 'sha256', mgf1HashAlgorithm: 'sha1' });
  const publicKey = readSubjectPublicKeyInfo(readDer(keys.publicKey.export({ format: 'der', type: 'spki' })));
  const pkcs8 = readDer(keys.privateKey.export({ format: 'der', type: 'pkcs8' })).cursor(TAG.sequence);
  pkcs8.next();
  pkcs8.next();
  const key = createPrivateKey({ key: Buffer.from(pkcs8.next().octetString()), format: 'der', type: 'pkcs1' });
  const plain = importKey(publicKey);
  const described = describePublicKey(publicKey);
  if (plain === null || described.kind !== 'RSA-PSS') throw new Error('The key was not taken');
  const padding = constants.RSA_NO_PADDING;
  return {
    modulus: described.modulus,
    signed: (): Buffer => sign('sha256', DATA, { key: keys.privateKey, saltLength: SALT }),
    block: (value: Buffer): Buffer => publicDecrypt({ key: plain, padding }, value),
    ofBlock: (block: Uint8Array): Buffer => privateEncrypt({ key, padding }, block),
    check: (signatureValue: Uint8Array, said: Partial<typeof PSS | { saltBytes: number }> = {}, data = DATA) => {
      const pss = { ...PSS, ...said };
      return checkSignature({ scheme: { kind: 'RSASSA-PSS', hash: pss.hash, pss }, publicKey, data, signatureValue });
    },
  };
}

describe.each([1024, 1025, 1031])('RSA-PSS of %i bits whose mask is made with another hash', (bits) => {
  const { modulus, signed, block, ofBlock, check } = makeSigner(bits);
  const changed = (original: Uint8Array, at: number, bit = 1): SignatureCheckResult => {
    const copy = Uint8Array.from(original);
    const index = at < 0 ? copy.length + at : at;
    copy[index] = (copy[index] ?? 0) ^ bit;
    return check(ofBlock(copy));
  };

  it('is right as it was made, and only for what was signed', () => {
    const value = signed();
    expect(check(value)).toBe('Valid');
    expect(check(ofBlock(block(value)))).toBe('Valid');
    expect(check(value, {}, Buffer.from('other attributes'))).toBe('Invalid');
    for (const saltBytes of [0, 20, SALT - 1, SALT + 1, 9999]) expect(check(value, { saltBytes })).toBe('Invalid');
  });

  it('is wrong with another octet anywhere in the encoding', () => {
    const made = block(signed());
    const skipped = bits === 1025 ? 1 : 0;
    const [hash, salt] = [-33, -33 - SALT];
    // The trailer, the hash, the salt, the 01 before it, and the zeros from their end to their first bits.
    for (const at of [-1, -2, hash, hash - 1, salt, salt - 1, salt - 2, skipped + 1]) {
      expect(changed(made, at)).toBe('Invalid');
    }
    expect(changed(made, salt - 1, 2)).toBe('Invalid');
  });

  it('is wrong with a bit set that the encoding does not have', () => {
    const bit = 1 << ((bits - 1) % 8);
    const withBit = (original: Uint8Array): Uint8Array => original.with(0, (original[0] ?? 0) | bit);
    // What stays below the modulus then: its primes begin with two bits, so that one block in eight does at the least.
    let made = block(signed());
    while (Buffer.compare(withBit(made), modulus) >= 0) made = block(signed());
    expect(check(ofBlock(withBit(made)))).toBe('Invalid');
  });

  it('is wrong in another length, or where it is no number below the modulus', () => {
    const value = signed();
    const wrong = [value.subarray(1), Buffer.concat([Buffer.of(0), value]), new Uint8Array(0)];
    for (const other of [...wrong, Buffer.alloc(value.length, 0xff), Buffer.alloc(value.length)]) {
      expect(check(other)).toBe('Invalid');
    }
  });
});
