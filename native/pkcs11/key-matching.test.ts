import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findPublicKey, isOwnAuthority, matchPrivateKey, maySign } from './key-matching.ts';
import { CKK, type PrivateKeyObject, type TokenObjects } from './token-objects.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
const otherRsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
const otherEc = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;

function modulusOf(key: KeyObject): string {
  return Buffer.from(key.export({ format: 'jwk' }).n ?? '', 'base64url').toString('hex');
}

function pointOf(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).subarray(-65).toString('hex');
}

function privateKey(fields: Partial<PrivateKeyObject>): PrivateKeyObject {
  const defaults = { id: '01', keyType: CKK.RSA, maySign: true, alwaysAuthenticate: false, modulus: null };
  return { handle: Buffer.alloc(8), ...defaults, ...fields };
}

function objects(privateKeys: readonly PrivateKeyObject[], ecPoint: string | null = null): TokenObjects {
  const publicKeys = ecPoint === null ? [] : [{ id: '01', keyType: CKK.EC, modulus: null, ecPoint, mayVerify: true }];
  return { certificates: [], privateKeys, publicKeys };
}

describe('matchPrivateKey', () => {
  it('matches by id, and by modulus where ids differ', () => {
    const key = privateKey({ id: '05', modulus: modulusOf(rsa) });
    expect(matchPrivateKey(rsa, '05', objects([key]))).toEqual({ key });
    expect(matchPrivateKey(rsa, '77', objects([privateKey({ modulus: modulusOf(otherRsa) }), key]))).toEqual({ key });
    expect(matchPrivateKey(rsa, '', objects([key]))).toEqual({ key });
  });

  it('matches by the public key beside it where ids differ', () => {
    const key = privateKey({ id: '01', keyType: CKK.EC });
    const stranger = privateKey({ id: '02', keyType: CKK.EC });
    const shown = objects([stranger, key], `0441${pointOf(ec)}`);
    expect(matchPrivateKey(ec, '77', shown)).toEqual({ key });
    expect(findPublicKey(ec, '77', shown)).toBe('other-id');
    expect(findPublicKey(ec, '01', shown)).toBe('same-id');
    expect(findPublicKey(otherEc, '01', shown)).toBe('absent');
    expect(findPublicKey(ec, '01', objects([key]))).toBe('unknown');
    expect(matchPrivateKey(otherEc, '77', shown)).toHaveProperty('obstacle');
  });

  it('takes an authority for a signer where its public key lies on the token, and nothing else shows before a login', () => {
    const shown = { ...objects([], `0441${pointOf(ec)}`) };
    expect(isOwnAuthority(ec, '01', shown)).toBe(true);
    expect(isOwnAuthority(ec, '77', shown)).toBe(true);
    expect(isOwnAuthority(otherEc, '01', shown)).toBe(false);
    expect(isOwnAuthority(ec, '01', objects([]))).toBe(false);
    expect(isOwnAuthority(undefined, '01', shown)).toBe(false);
  });

  it('refuses a key that has the right id but is another key', () => {
    const byModulus = matchPrivateKey(rsa, '01', objects([privateKey({ modulus: modulusOf(otherRsa) })]));
    expect(byModulus).toHaveProperty('obstacle');
    const key = privateKey({ keyType: CKK.EC });
    expect(matchPrivateKey(ec, '01', objects([key], `0441${pointOf(otherEc)}`))).toHaveProperty('obstacle');
  });

  it('takes a curve point with and without its wrapping', () => {
    const key = privateKey({ keyType: CKK.EC });
    expect(matchPrivateKey(ec, '01', objects([key], `0441${pointOf(ec)}`))).toEqual({ key });
    expect(matchPrivateKey(ec, '01', objects([key], pointOf(ec)))).toEqual({ key });
  });

  it('accepts a key of which nothing public is shown: its signatures are verified anyway', () => {
    const key = privateKey({ keyType: CKK.EC });
    expect(matchPrivateKey(ec, '01', objects([key]))).toEqual({ key });
  });

  it('says why there is no key', () => {
    expect(matchPrivateKey(rsa, '01', objects([]))).toHaveProperty('obstacle');
    expect(matchPrivateKey(rsa, '01', objects([privateKey({ keyType: CKK.EC })]))).toHaveProperty('obstacle');
    expect(matchPrivateKey(rsa, '01', objects([privateKey({ maySign: false })]))).toHaveProperty('obstacle');
    const x25519 = generateKeyPairSync('x25519').publicKey;
    expect(matchPrivateKey(x25519, '01', objects([privateKey({})]))).toHaveProperty('obstacle');
  });
});

describe('maySign', () => {
  const forbidden = { id: '01', keyType: CKK.EC, modulus: null, ecPoint: `0441${pointOf(ec)}`, mayVerify: false };

  it('goes by the private key where it shows, and else by its public key', () => {
    expect(maySign(rsa, '01', objects([privateKey({ modulus: modulusOf(rsa), maySign: false })]))).toBe(false);
    expect(maySign(rsa, '01', objects([privateKey({ modulus: modulusOf(rsa) })]))).toBe(true);
    expect(maySign(ec, '01', { ...objects([]), publicKeys: [forbidden] })).toBe(false);
    expect(maySign(ec, '01', objects([], `0441${pointOf(ec)}`))).toBe(true);
  });

  it('does not know where neither shows', () => {
    expect(maySign(rsa, '01', objects([]))).toBeNull();
    expect(maySign(otherEc, '01', { ...objects([]), publicKeys: [forbidden] })).toBeNull();
  });
});
