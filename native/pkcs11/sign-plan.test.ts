import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { algorithmsFor, type DeviceKeyKind } from '../host/signature-algorithms.ts';
import { planSignature, signInput } from './sign-plan.ts';

const RSA: DeviceKeyKind = { kind: 'rsa', modulusBytes: 256 };

describe('planSignature', () => {
  it.each([
    ['RSASSA-PKCS1-v1_5', [0x1, 0x40], 0x1, 'digest-info'],
    ['RSASSA-PKCS1-v1_5', [0x40], 0x40, 'data'],
    ['RSASSA-PSS', [0xd, 0x43], 0xd, 'digest'],
    ['RSASSA-PSS', [0x43], 0x43, 'data'],
    ['ECDSA', [0x1041, 0x1044], 0x1041, 'digest'],
    ['ECDSA', [0x1044], 0x1044, 'data'],
    ['EdDSA', [0x1057], 0x1057, 'data'],
  ] as const)('%s with mechanisms %j', (scheme, mechanisms, mechanism, input) => {
    expect(planSignature({ scheme, hash: 'SHA-256' }, new Set(mechanisms))).toMatchObject({ mechanism, input });
  });

  it('is null for what the token lacks', () => {
    expect(planSignature({ scheme: 'RSASSA-PSS', hash: 'SHA-384' }, new Set([0x1, 0x43]))).toBeNull();
  });

  it('gives PSS the same hash for message and mask, and a salt as long as the hash', () => {
    const plan = planSignature({ scheme: 'RSASSA-PSS', hash: 'SHA-384' }, new Set([0xd]));
    expect(plan?.pss).toEqual({ hashAlg: 0x260, mgf: 3, saltLen: 48 });
  });
});

describe('signInput', () => {
  const digest = createHash('sha512').update('x').digest();
  const operation = { dataToBeSigned: Buffer.from('x'), digest };

  it('cuts a digest that is longer than the order of the curve', () => {
    const plan = { mechanism: 0x1041, pss: null, input: 'digest' } as const;
    expect(signInput(plan, { kind: 'ec', orderBits: 256 }, 'SHA-512', operation)).toEqual(digest.subarray(0, 32));
    expect(signInput(plan, { kind: 'ec', orderBits: 521 }, 'SHA-512', operation)).toEqual(digest);
  });

  it('wraps the digest in DigestInfo for PKCS#1 v1.5', () => {
    const plan = { mechanism: 1, pss: null, input: 'digest-info' } as const;
    const input = signInput(plan, RSA, 'SHA-512', operation);
    expect(input.toString('hex')).toBe(`3051300d060960864801650304020305000440${digest.toString('hex')}`);
  });

  it('hands over the data where the token hashes', () => {
    const plan = { mechanism: 0x42, pss: null, input: 'data' } as const;
    expect(signInput(plan, RSA, 'SHA-512', operation).toString()).toBe('x');
  });
});

describe('algorithmsFor', () => {
  const all = (key: DeviceKeyKind): string[] => algorithmsFor(key, () => true).map((a) => `${a.scheme} ${a.hash}`);

  it('starts with what every verifier knows', () => {
    expect(all(RSA)[0]).toBe('RSASSA-PKCS1-v1_5 SHA-256');
    expect(all({ kind: 'ec', orderBits: 256 })[0]).toBe('ECDSA SHA-256');
    expect(all({ kind: 'ec', orderBits: 521 })[0]).toBe('ECDSA SHA-512');
    expect(all({ kind: 'ed25519' })).toEqual(['EdDSA SHA-512']);
  });

  it('leaves out PKCS#1 v1.5 for keys restricted to PSS, and PSS that does not fit the modulus', () => {
    expect(all({ kind: 'rsa-pss-only', modulusBytes: 256 }).every((name) => name.startsWith('RSASSA-PSS'))).toBe(true);
    expect(all({ kind: 'rsa', modulusBytes: 128 })).not.toContain('RSASSA-PSS SHA-512');
  });
});
