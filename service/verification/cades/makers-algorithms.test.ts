import { describe, expect, it } from 'vitest';
import * as der from '../../codecs/asn1/der-writer.ts';
import { encodeAlgorithmIdentifier } from '../../codecs/x509/algorithm-identifier.ts';
import { HASHES } from '../../codecs/x509/hash-algorithm.ts';
import * as kit from './cms-forgery.suite.ts';
import { attributesWith, digestAttribute, rsaWith, verify } from './forged-attributes.suite.ts';
import { OID_ID_MESSAGE_DIGEST } from '../../codecs/cms/object-identifiers.ts';

const { signers, forge, content } = kit;

/** The ways in which makers name algorithms otherwise than the standards of CMS do. */
const OF_THE_KEY = '1.2.840.10045.2.1';
const P256 = der.derOid('1.2.840.10045.3.1.7');
const PLAIN = encodeAlgorithmIdentifier('0.4.0.127.0.7.1.1.4.1.3', 'absent');

const outcomeOf = (signedData: Uint8Array): unknown[] => {
  const { status, findings } = verify(signedData);
  return [status, findings[0]?.signature.cryptoValid, findings[0]?.profileReached];
};

describe('id-ecPublicKey where ECDSA belongs, as iText 7 writes it', () => {
  it.each<[string, 'absent' | 'null' | Uint8Array]>([
    ['without parameters', 'absent'],
    ['with NULL', 'null'],
    ['with the curve', P256],
  ])('%s is ECDSA with the hash of the content', (_, parameters) => {
    for (const signer of [signers.ec, signers.brainpool]) {
      const signatureAlgorithm = encodeAlgorithmIdentifier(OF_THE_KEY, parameters);
      expect(outcomeOf(forge(signer, { signatureAlgorithm }))).toEqual(['VALID', true, 'B']);
      const plain = outcomeOf(forge(signer, { signatureAlgorithm, signedAttributes: null }));
      expect(plain.slice(0, 2)).toEqual(['INDETERMINATE', true]);
    }
  });

  const signatureAlgorithm = encodeAlgorithmIdentifier(OF_THE_KEY, 'null');
  it('says nothing for other content, another hash or another kind of key', () => {
    expect(outcomeOf(forge(signers.ec, { signatureAlgorithm, eContent: Buffer.from('Pay 900') }))[0]).toBe('INVALID');
    const signatureValue = Buffer.from('3006020101020101', 'hex');
    expect(outcomeOf(forge(signers.ec, { signatureAlgorithm, signatureValue })).slice(0, 2)).toEqual([
      'INVALID',
      false,
    ]);
    expect(outcomeOf(forge(signers.rsa, { signatureAlgorithm })).slice(0, 2)).toEqual(['INVALID', false]);
    const ofAnotherHash = attributesWith(signers.ec, {
      ...{ drop: OID_ID_MESSAGE_DIGEST, add: [digestAttribute(kit.digest('SHA-384', content))] },
    });
    const value = {
      signatureAlgorithm,
      signedAttributes: ofAnotherHash,
      digestAlgorithm: kit.hashIdentifier('SHA-384'),
    };
    expect(outcomeOf(forge(signers.ec, value)).slice(0, 2)).toEqual(['INVALID', false]);
  });

  it('is not understood with parameters of another kind', () => {
    const odd = encodeAlgorithmIdentifier(OF_THE_KEY, der.derSequence(P256));
    expect(outcomeOf(forge(signers.ec, { signatureAlgorithm: odd })).slice(0, 2)).toEqual(['INDETERMINATE', false]);
  });
});

describe('ECDSA with the name of its curve, which has no parameters (RFC 5758 3.2)', () => {
  const signatureAlgorithm = encodeAlgorithmIdentifier('1.2.840.10045.4.3.2', P256);

  it('is intact, as OpenSSL and DSS say, and told as a wrong name', () => {
    const { status, findings, reasonCodes } = verify(forge(signers.ec, { signatureAlgorithm }));
    expect([status, findings[0]?.signature.cryptoValid]).toEqual(['INDETERMINATE', true]);
    expect(findings[0]?.profileReached).toBe('B');
    expect(reasonCodes).toContain('SIG_ALGORITHM_MISMATCH');
  });

  it('is broken with other content, by another kind of key, and with parameters of another kind', () => {
    const other = { signatureAlgorithm, eContent: Buffer.from('Pay 900') };
    expect(outcomeOf(forge(signers.ec, other)).slice(0, 2)).toEqual(['INVALID', false]);
    expect(outcomeOf(forge(signers.rsa, { signatureAlgorithm })).slice(0, 2)).toEqual(['INVALID', false]);
    const odd = encodeAlgorithmIdentifier('1.2.840.10045.4.3.2', der.derSequence(P256));
    expect(outcomeOf(forge(signers.ec, { signatureAlgorithm: odd }))[1]).toBe(false);
  });
});

describe('rsaEncryption beside a key of ECDSA, as endesive writes it', () => {
  const signatureAlgorithm = encodeAlgorithmIdentifier('1.2.840.113549.1.1.1', 'null');

  it('is judged as ECDSA with the hash of the content, and told as a wrong name', () => {
    for (const signer of [signers.ec, signers.brainpool]) {
      const { status, findings, reasonCodes } = verify(forge(signer, { signatureAlgorithm }));
      expect([status, findings[0]?.signature.cryptoValid]).toEqual(['INDETERMINATE', true]);
      expect(reasonCodes).toContain('SIG_ALGORITHM_MISMATCH');
      const plain = outcomeOf(forge(signer, { signatureAlgorithm, signedAttributes: null }));
      expect(plain.slice(0, 2)).toEqual(['INDETERMINATE', true]);
    }
  });

  it('is broken with another content or value, and where the name says the hash, too', () => {
    const signatureValue = Buffer.from('3006020101020101', 'hex');
    const withHash = encodeAlgorithmIdentifier('1.2.840.113549.1.1.11', 'null');
    const changes = [{ eContent: Buffer.from('Pay 900') }, { signatureValue }, { signatureAlgorithm: withHash }];
    for (const change of changes) {
      const outcome = outcomeOf(forge(signers.ec, { signatureAlgorithm, ...change }));
      expect(outcome.slice(0, 2)).toEqual(['INVALID', false]);
    }
  });
});

describe('plain ECDSA of BSI TR-03111', () => {
  const signedAttributes = kit.attributesOf(signers.ec);
  const signatureValue = kit.signRaw(signers.ec, signedAttributes);

  it('has the two numbers as they are', () => {
    const signed = forge(signers.ec, { signedAttributes, signatureValue, signatureAlgorithm: PLAIN });
    expect(outcomeOf(signed)).toEqual(['VALID', true, 'B']);
    const bare = { signedAttributes: null, signatureValue: kit.signRaw(signers.ec, content) };
    const plain = outcomeOf(forge(signers.ec, { ...bare, signatureAlgorithm: PLAIN }));
    expect(plain.slice(0, 2)).toEqual(['INDETERMINATE', true]);
  });

  it('is told with the hashes of SHA-3, too', () => {
    const hash = 'SHA3-256';
    const attributes = attributesWith(signers.ec, {
      ...{ drop: OID_ID_MESSAGE_DIGEST, add: [digestAttribute(kit.digest(hash, content))] },
    });
    const plainOf = (number: string): Uint8Array =>
      encodeAlgorithmIdentifier(`0.4.0.127.0.7.1.1.4.1.${number}`, 'absent');
    const value = {
      signedAttributes: attributes,
      signatureValue: kit.signRaw(signers.ec, attributes, hash),
      digestAlgorithm: encodeAlgorithmIdentifier(HASHES[hash].oid, 'absent'),
    };
    expect(outcomeOf(forge(signers.ec, { ...value, signatureAlgorithm: plainOf('9') }))).toEqual(['VALID', true, 'B']);
    expect(outcomeOf(forge(signers.ec, { ...value, signatureAlgorithm: plainOf('10') }))[0]).not.toBe('VALID');
  });

  it('and not in a SEQUENCE, nor of another length or value', () => {
    const changed = Buffer.from(signatureValue);
    changed[40] = (changed[40] ?? 0) ^ 1;
    for (const value of [null, signatureValue.subarray(1), Buffer.concat([signatureValue, Buffer.alloc(2)]), changed]) {
      const signed = forge(signers.ec, { signedAttributes, signatureValue: value, signatureAlgorithm: PLAIN });
      expect(outcomeOf(signed).slice(0, 2)).toEqual(['INVALID', false]);
    }
  });
});

it.each(['MD5', 'RIPEMD-160'] as const)('%s is right and weak, and no sign of a change', (hash) => {
  const digestAlgorithm = encodeAlgorithmIdentifier(HASHES[hash].oid, 'null');
  const name = hash.replace('-', '').toLowerCase();
  const drop = OID_ID_MESSAGE_DIGEST;
  const of = (data: Uint8Array): Uint8Array =>
    attributesWith(signers.rsa, { drop, add: [digestAttribute(kit.digest(name, data))] });
  const algorithm = { digestAlgorithm, signatureAlgorithm: encodeAlgorithmIdentifier('1.2.840.113549.1.1.1', 'null') };
  const { status, findings } = verify(forge(signers.rsa, { ...rsaWith(of(content), name), ...algorithm }));
  expect([status, findings[0]?.signature.cryptoValid]).toEqual(['INDETERMINATE', true]);
  expect(findings[0]?.reasonCodes).toContain('SIG_ALGORITHM_WEAK');
  const other = verify(forge(signers.rsa, { ...rsaWith(of(Buffer.from('other')), name), ...algorithm }));
  expect([other.status, other.findings[0]?.signature.cryptoValid]).toEqual(['INVALID', false]);
});

it('RSA-PSS over the content itself, without signed attributes, is as right as it is (PKI.js)', () => {
  const bare = { signedAttributes: null, signatureValue: kit.signRaw(signers.pss, content) };
  expect(outcomeOf(forge(signers.pss, bare)).slice(0, 2)).toEqual(['INDETERMINATE', true]);
  const changed = Buffer.from(bare.signatureValue);
  changed[40] = (changed[40] ?? 0) ^ 1;
  const forgeries = [{ signatureValue: changed }, { eContent: Buffer.from('Pay 900') }, { eContent: Buffer.alloc(0) }];
  for (const forgery of forgeries) {
    expect(outcomeOf(forge(signers.pss, { ...bare, ...forgery })).slice(0, 2)).toEqual(['INVALID', false]);
  }
});
