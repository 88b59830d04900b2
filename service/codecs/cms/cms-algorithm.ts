import { Asn1Error } from '../asn1/asn1-error.ts';
import { derExplicit, derInteger, derOid, derNull, derSequence } from '../asn1/der-writer.ts';
import { encodeAlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import { HASHES } from '../x509/hash-algorithm.ts';
import { OID_KEY, OID_MGF1 } from '../x509/object-identifiers.ts';
import type { PublicKeyDescription } from '../x509/public-key.ts';

/** Hash algorithms that signatures are made with. */
export type CmsHashAlgorithm = 'SHA-256' | 'SHA-384' | 'SHA-512';

/** How a device signs; PSS always with MGF1 on the same hash and a salt as long as the hash. EdDSA goes with SHA-512. */
export interface CmsSignatureAlgorithm {
  readonly scheme: 'RSASSA-PKCS1-v1_5' | 'RSASSA-PSS' | 'ECDSA' | 'EdDSA';
  readonly hash: CmsHashAlgorithm;
}

const RSA_WITH: Readonly<Record<CmsHashAlgorithm, string>> = {
  'SHA-256': '1.2.840.113549.1.1.11',
  'SHA-384': '1.2.840.113549.1.1.12',
  'SHA-512': '1.2.840.113549.1.1.13',
};
const ECDSA_WITH: Readonly<Record<CmsHashAlgorithm, string>> = {
  'SHA-256': '1.2.840.10045.4.3.2',
  'SHA-384': '1.2.840.10045.4.3.3',
  'SHA-512': '1.2.840.10045.4.3.4',
};

/** DER AlgorithmIdentifier of a SHA-2 hash; parameters absent (RFC 5754 2). */
export function encodeDigestAlgorithm(hash: CmsHashAlgorithm): Uint8Array {
  return encodeAlgorithmIdentifier(HASHES[hash].oid, 'absent');
}

/**
 * DER AlgorithmIdentifier of the signature, for CMS and X.509 alike: RSA PKCS#1 v1.5 with NULL (RFC 4055 5), PSS with
 * its parameters written out (RFC 4055 3.1), ECDSA and Ed25519 without parameters (RFC 5758 3.2, RFC 8410 3).
 */
export function encodeSignatureAlgorithm(algorithm: CmsSignatureAlgorithm): Uint8Array {
  switch (algorithm.scheme) {
    case 'RSASSA-PKCS1-v1_5':
      return encodeAlgorithmIdentifier(RSA_WITH[algorithm.hash], 'null');
    case 'RSASSA-PSS':
      return encodeAlgorithmIdentifier(OID_KEY.rsassaPss, encodePssParameters(algorithm.hash));
    case 'ECDSA':
      return encodeAlgorithmIdentifier(ECDSA_WITH[algorithm.hash], 'absent');
    case 'EdDSA':
      return encodeAlgorithmIdentifier(OID_KEY.ed25519, 'absent');
  }
}

/** RSASSA-PSS-params; the trailer field keeps its default, which DER leaves out. */
function encodePssParameters(hash: CmsHashAlgorithm): Uint8Array {
  const hashAlgorithm = derSequence(derOid(HASHES[hash].oid), derNull());
  return derSequence(
    derExplicit(0, hashAlgorithm),
    derExplicit(1, derSequence(derOid(OID_MGF1), hashAlgorithm)),
    derExplicit(2, derInteger(HASHES[hash].bytes)),
  );
}

/**
 * Refuses an algorithm that the key cannot make or whose standard forbids the pair: ASN1_STRUCTURE_INVALID.
 * Ed25519 goes with SHA-512 as digest algorithm (RFC 8419 3.1); Ed448 needs SHAKE256 and is not written.
 */
export function requireAlgorithmFitsKey(algorithm: CmsSignatureAlgorithm, key: PublicKeyDescription): void {
  const fits =
    algorithm.scheme === 'ECDSA'
      ? key.kind === 'EC' && key.sizeBits !== null
      : algorithm.scheme === 'EdDSA'
        ? key.kind === 'Ed25519' && algorithm.hash === 'SHA-512'
        : key.kind === 'RSA' || (key.kind === 'RSA-PSS' && algorithm.scheme === 'RSASSA-PSS');
  if (!fits) {
    throw new Asn1Error('ASN1_STRUCTURE_INVALID', `${algorithm.scheme} with ${algorithm.hash} does not fit the key`);
  }
}
