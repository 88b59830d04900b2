import { constants, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readDer } from '../../codecs/asn1/asn1-reader.ts';
import { readSubjectPublicKeyInfo } from '../../codecs/x509/public-key.ts';
import type { SignatureScheme } from '../../codecs/x509/signature-algorithm.ts';
import { checkSignature, checkSignatureAside } from './signature-check.ts';

const data = Buffer.from('what is signed');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const pss = { hash: 'SHA-256', mgfHash: 'SHA-256', saltBytes: 32, trailerField: 1 } as const;
const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };

const kinds: readonly [SignatureScheme, typeof rsa, Buffer][] = [
  [{ kind: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, rsa, sign('sha256', data, rsa.privateKey)],
  [{ kind: 'RSASSA-PSS', hash: 'SHA-256', pss }, rsa, sign('sha256', data, { key: rsa.privateKey, ...padding })],
  [{ kind: 'ECDSA', hash: 'SHA-256' }, ec, sign('sha256', data, ec.privateKey)],
  [{ kind: 'EdDSA', hash: null, curve: 'Ed25519' }, ed, sign(null, data, ed.privateKey)],
];

describe.each(kinds)('%o checked on another thread', (scheme, { publicKey }, value) => {
  const spki = readSubjectPublicKeyInfo(readDer(publicKey.export({ format: 'der', type: 'spki' })));
  const other = Buffer.from(value);
  other[other.length - 1] = (other.at(-1) ?? 0) ^ 1;

  it.each([
    ['the value', { signatureValue: value }, 'Valid'],
    ['a changed value', { signatureValue: other }, 'Invalid'],
    ['no value', { signatureValue: Buffer.alloc(0) }, 'Invalid'],
    ['other data', { signatureValue: value, data: Buffer.from('other') }, 'Invalid'],
    [
      'a key of no kind',
      { signatureValue: value, publicKey: { ...spki, der: Buffer.alloc(3), bits: Buffer.alloc(3) } },
      null,
    ],
  ] as const)('ends as on this one: %s', async (_name, changes, expected) => {
    const check = { scheme, publicKey: spki, data, ...changes };
    const result = await checkSignatureAside(check);
    expect(result).toBe(checkSignature(check));
    if (expected !== null) expect(result).toBe(expected);
  });
});
