import { generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nodeKeyInput } from './signature-check.ts';

const DATA = Buffer.from('to be signed');
const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
const pss = generateKeyPairSync('rsa-pss', { modulusLength: 1024 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed25519 = generateKeyPairSync('ed25519');

describe('what node:crypto is given of a key', () => {
  it('is the key alone where nothing has to be said of it', () => {
    expect(nodeKeyInput(rsa.publicKey, 'RSASSA-PKCS1-v1_5')).toBe(rsa.publicKey);
    expect(nodeKeyInput(ed25519.publicKey, 'EdDSA')).toBe(ed25519.publicKey);
  });

  it.each<[Parameters<typeof nodeKeyInput>[1], { publicKey: KeyObject; privateKey: KeyObject }, number]>([
    ['RSASSA-PKCS1-v1_5', rsa, 128],
    ['RSASSA-PSS', rsa, 128],
    ['RSASSA-PSS', pss, 128],
    ['ECDSA', ec, 64],
    ['EdDSA', ed25519, 64],
  ])('makes and verifies %s', (scheme, { publicKey, privateKey }, length) => {
    const digest = scheme === 'EdDSA' ? null : 'sha256';
    const value = sign(digest, DATA, nodeKeyInput(privateKey, scheme));
    expect(value).toHaveLength(length);
    expect(verify(digest, DATA, nodeKeyInput(publicKey, scheme), value)).toBe(true);
    expect(verify(digest, Buffer.from('something else'), nodeKeyInput(publicKey, scheme), value)).toBe(false);
  });

  it('keeps the two ways of RSA apart', () => {
    const pkcs1 = sign('sha256', DATA, nodeKeyInput(rsa.privateKey, 'RSASSA-PKCS1-v1_5'));
    expect(verify('sha256', DATA, nodeKeyInput(rsa.publicKey, 'RSASSA-PSS'), pkcs1)).toBe(false);
    // A key that is for PSS alone says nothing of the other by itself.
    expect(() => sign('sha256', DATA, nodeKeyInput(pss.privateKey, 'RSASSA-PKCS1-v1_5'))).toThrow();
  });
});
