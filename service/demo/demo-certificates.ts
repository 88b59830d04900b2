import { createHash, generateKeyPair, randomBytes, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import {
  authorityKeyIdentifierExtension,
  basicConstraintsExtension,
  buildCertificate,
  keyUsageExtension,
  subjectKeyIdentifierExtension,
  type NewCertificate,
} from '../codecs/x509/certificate-builder.ts';
import { encodeAlgorithmIdentifier } from '../codecs/x509/algorithm-identifier.ts';
import { encodeName } from '../codecs/x509/name.ts';

export interface DemoCertificates {
  /** PKCS#8 DER of the signer's RSA-2048 key. */
  readonly privateKeyPkcs8: Uint8Array;
  readonly signer: Uint8Array;
  readonly authority: Uint8Array;
}

const SHA256_WITH_RSA = '1.2.840.113549.1.1.11';
const YEAR_MILLISECONDS = 365 * 24 * 3_600_000;

/**
 * A signer for the first minute, and the authority that vouches for it. The authority's key is thrown away as soon as
 * it has signed: nobody can make a second certificate that this station's demo trust folder would accept.
 */
export async function makeDemoCertificates(now: Date): Promise<DemoCertificates> {
  const [authorityKeys, signerKeys] = await Promise.all([newKeyPair(), newKeyPair()]);
  const authorityName = encodeName([
    ['O', 'Signing Station'],
    ['CN', 'Signing Station Demo CA (not for real documents)'],
  ]);
  const authorityIdentifier = keyIdentifier(authorityKeys.publicKey);
  const common = { notBefore: new Date(now.getTime() - 3_600_000), issuer: authorityName };
  const authority = certify(authorityKeys.privateKey, {
    ...common,
    subject: authorityName,
    notAfter: new Date(now.getTime() + 10 * YEAR_MILLISECONDS),
    publicKey: spki(authorityKeys.publicKey),
    extensions: [
      basicConstraintsExtension(true, 0),
      keyUsageExtension(['keyCertSign', 'cRLSign']),
      subjectKeyIdentifierExtension(authorityIdentifier),
    ],
  });
  const signer = certify(authorityKeys.privateKey, {
    ...common,
    subject: encodeName([
      ['O', 'Signing Station'],
      ['CN', 'Demo Signer'],
    ]),
    notAfter: new Date(now.getTime() + 5 * YEAR_MILLISECONDS),
    publicKey: spki(signerKeys.publicKey),
    extensions: [
      basicConstraintsExtension(false),
      keyUsageExtension(['digitalSignature', 'nonRepudiation']),
      subjectKeyIdentifierExtension(keyIdentifier(signerKeys.publicKey)),
      authorityKeyIdentifierExtension(authorityIdentifier),
    ],
  });
  return { privateKeyPkcs8: signerKeys.privateKey.export({ type: 'pkcs8', format: 'der' }), signer, authority };
}

async function newKeyPair(): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
  return promisify(generateKeyPair)('rsa', { modulusLength: 2048, publicExponent: 65_537 });
}

function certify(
  issuerKey: KeyObject,
  fields: Omit<NewCertificate, 'serialNumber' | 'signatureAlgorithm'>,
): Uint8Array {
  const serialNumber = randomBytes(16);
  // RFC 5280 4.1.2.2: positive, so the top bit is clear; never zero.
  serialNumber.writeUInt8((serialNumber.readUInt8(0) & 0x3f) | 0x40, 0);
  const signatureAlgorithm = encodeAlgorithmIdentifier(SHA256_WITH_RSA, 'null');
  return buildCertificate({ ...fields, serialNumber, signatureAlgorithm }, (tbs) => sign('sha256', tbs, issuerKey));
}

function spki(key: KeyObject): Uint8Array {
  return key.export({ type: 'spki', format: 'der' });
}

/** RFC 5280 4.2.1.2, method 1: SHA-1 of the subjectPublicKey bits. */
function keyIdentifier(key: KeyObject): Uint8Array {
  const pkcs1 = key.export({ type: 'pkcs1', format: 'der' });
  return createHash('sha1').update(pkcs1).digest();
}
