import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readDer } from '../../codecs/asn1/asn1-reader.ts';
import { readSubjectPublicKeyInfo } from '../../codecs/x509/public-key.ts';
import { checkSignature, type SignatureCheckResult } from './signature-check.ts';

const data = Buffer.from('SignedInfo');

/** A value as XML-Signature wants it, whose two numbers both begin with an octet of zero. */
function valueWithZeros(privateKey: KeyObject, partBytes: number): Buffer {
  for (;;) {
    const value = sign('sha512', data, { key: privateKey, dsaEncoding: 'ieee-p1363' });
    if (value[0] === 0 && value[partBytes] === 0) return value;
  }
}

describe('an ECDSA value in XML whose numbers both begin with a zero octet (P-521)', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-521' });
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  const check = (signatureValue: Uint8Array): SignatureCheckResult =>
    checkSignature({
      ...{ scheme: { kind: 'ECDSA', hash: 'SHA-512' }, ecdsaEncoding: 'raw', data, signatureValue },
      publicKey: readSubjectPublicKeyInfo(readDer(spki)),
    });
  const value = valueWithZeros(privateKey, 66);
  const [r, s] = [value.subarray(1, 66), value.subarray(67)];

  it('holds with and without them: the numbers are the same', () => {
    expect([check(value), check(Buffer.concat([r, s]))]).toEqual(['Valid', 'Valid']);
  });

  it.each([
    ['one of them left out', Buffer.concat([value.subarray(0, 66), s])],
    ['halves exchanged', Buffer.concat([s, r])],
    [
      'a zero octet more in both',
      Buffer.concat([Buffer.alloc(1), value.subarray(0, 66), Buffer.alloc(1), value.subarray(66)]),
    ],
    ['the last octets left out', Buffer.concat([r.subarray(0, -1), s.subarray(0, -1)])],
    ['nothing', Buffer.alloc(0)],
    ['two octets of zero', Buffer.alloc(2)],
  ])('%s: not valid', (_what, changed) => {
    expect(check(changed)).toBe('Invalid');
  });
});
