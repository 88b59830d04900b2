import { constants, createPublicKey, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as der from '../../codecs/asn1/der-writer.ts';
import { encodeAlgorithmIdentifier } from '../../codecs/x509/algorithm-identifier.ts';
import * as kit from './cms-forgery.suite.ts';
import { verify } from './forged-attributes.suite.ts';

/** Values of RSA-PSS beside parameters that say something else, in signatures and in keys (C12; RFC 4055, RFC 8017 9.1). */

const { signers, forge } = kit;
const PSS = '1.2.840.113549.1.1.10';
const PADDING = constants.RSA_PKCS1_PSS_PADDING;

interface Parameters {
  readonly hash?: string;
  readonly mask?: string;
  readonly salt?: number;
  readonly trailer?: number;
  /** Of the mask's generator, MGF1 unless said otherwise. */
  readonly generator?: string;
}

function parameters({ hash = 'SHA-256', mask = hash, salt = 32, trailer, generator }: Parameters = {}): Uint8Array {
  return der.derSequence(
    der.derExplicit(0, kit.hashIdentifier(hash)),
    der.derExplicit(1, der.derSequence(der.derOid(generator ?? '1.2.840.113549.1.1.8'), kit.hashIdentifier(mask))),
    der.derExplicit(2, salt < 0 ? der.derValue(0x02, Uint8Array.of(256 + salt)) : der.derInteger(salt)),
    ...(trailer === undefined ? [] : [der.derExplicit(3, der.derInteger(trailer))]),
  );
}

const said = (written: Parameters | Uint8Array | 'absent' | 'null', signer = signers.pss): Uint8Array =>
  forge(signer, {
    signatureAlgorithm: encodeAlgorithmIdentifier(
      PSS,
      typeof written === 'string' || written instanceof Uint8Array ? written : parameters(written),
    ),
  });

/** The value made otherwise than it is said. */
const made = (hash: string, saltLength: number, padding = PADDING): Uint8Array => {
  const signedAttributes = kit.attributesOf(signers.pss);
  const key = { key: signers.pss.privateKey, padding, ...(padding === PADDING ? { saltLength } : {}) };
  return forge(signers.pss, { signedAttributes, signatureValue: sign(hash, signedAttributes, key) });
};

/** The same key in a certificate that says by which parameters alone it is used. */
function boundTo(limit: Parameters): kit.TestSigner {
  const free = createPublicKey(signers.pss.privateKey).export({ format: 'der', type: 'pkcs1' });
  const spki = der.derSequence(encodeAlgorithmIdentifier(PSS, parameters(limit)), der.derBitString(free));
  const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
  return { ...signers.pss, certificate: kit.issue(key) };
}

/** By PKCS #1 version 1.5. */
function plain(signer: kit.TestSigner): Uint8Array {
  const signedAttributes = kit.attributesOf(signer);
  const signatureAlgorithm = encodeAlgorithmIdentifier('1.2.840.113549.1.1.11', 'null');
  const signatureValue = sign('sha256', signedAttributes, signers.rsa.privateKey);
  return forge(signer, { signedAttributes, signatureAlgorithm, signatureValue });
}

const FORGERIES: readonly (readonly [string, () => Uint8Array])[] = [
  ['said with a longer salt', () => said({ salt: 33 })],
  ['said with a shorter salt', () => said({ salt: 31 })],
  ['said with the default salt', () => said({ salt: 20 })],
  ['said without salt', () => said({ salt: 0 })],
  ['said with a salt of nearly the key', () => said({ salt: 222 })],
  ['said with a salt that no key has room for', () => said({ salt: 223 })],
  ['said with a huge salt', () => said({ salt: 2 ** 31 - 1 })],
  // OpenSSL's word for "whatever it is".
  ['said with a salt of -2', () => said({ salt: -2 })],
  ['said with a salt of -1', () => said({ salt: -1 })],
  ['said with another hash', () => said({ hash: 'SHA-384', salt: 32 })],
  ['said with another hash and its salt', () => said({ hash: 'SHA-512', salt: 64 })],
  ['said with SHA-1', () => said({ hash: 'SHA-1', salt: 32 })],
  ['said with another mask', () => said({ mask: 'SHA-1' })],
  ['said with a longer mask', () => said({ mask: 'SHA-512' })],
  ['said with trailer 2', () => said({ trailer: 2 })],
  ['said with trailer 0', () => said({ trailer: 0 })],
  ['said with trailer 188', () => said({ trailer: 188 })],
  ['said with another generator', () => said({ generator: '1.2.840.113549.1.1.9' })],
  ['without parameters', () => said('absent')],
  ['with NULL for parameters', () => said('null')],
  ['with all defaults', () => said(der.derSequence())],
  ['with a number for parameters', () => said(der.derInteger(5))],
  ['with something behind the parameters', () => said(der.derSequence(parameters(), der.derNull()))],
  ['made without salt', () => made('sha256', 0)],
  ['made with a salt of 20', () => made('sha256', 20)],
  ['made with a longer salt', () => made('sha256', 64)],
  ['made with another hash', () => made('sha384', 32)],
  ['made with SHA-1', () => made('sha1', 32)],
  ['made by PKCS #1 version 1.5', () => made('sha256', 0, constants.RSA_PKCS1_PADDING)],
  ['of no length', () => forge(signers.pss, { signatureValue: new Uint8Array() })],
  ['of zeros', () => forge(signers.pss, { signatureValue: new Uint8Array(256) })],
  ['of one byte more', () => forge(signers.pss, { signatureValue: new Uint8Array(257) })],
  [
    'PKCS #1 version 1.5 said, made by PSS',
    () => forge(signers.pss, { signatureAlgorithm: encodeAlgorithmIdentifier('1.2.840.113549.1.1.11', 'null') }),
  ],
  ['by a key for another hash', () => said({}, boundTo({ hash: 'SHA-384', salt: 32 }))],
  ['by a key for SHA-1', () => said({}, boundTo({ hash: 'SHA-1', salt: 20 }))],
  ['by a key for another mask', () => said({}, boundTo({ mask: 'SHA-1' }))],
  ['by a key for longer salts', () => said({}, boundTo({ salt: 48 }))],
  ['by a key for PSS, made without', () => plain(boundTo({}))],
];

describe('a value that its parameters do not describe is never right', () => {
  it.each(FORGERIES)('%s', (_, make) => {
    const { status, findings } = verify(make());
    expect(status).not.toBe('VALID');
    expect(findings.every(({ signature }) => !signature.cryptoValid)).toBe(true);
  });
});

describe('a key that is bound to parameters', () => {
  it('is used with them', () => {
    expect(verify(said({}, boundTo({}))).status).toBe('VALID');
    expect(verify(said({}, boundTo({ salt: 20 }))).status).toBe('VALID');
    expect(verify(said({ trailer: 1 })).status).toBe('VALID');
  });
});
