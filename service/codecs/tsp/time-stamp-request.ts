import { derBoolean, derInteger, derOctetString, derOid, derSequence } from '../asn1/der-writer.ts';
import { encodeAlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import { HASHES, type HashName } from '../x509/hash-algorithm.ts';

export interface TimeStampRequest {
  readonly hash: HashName;
  /** Digest by `hash` of what is to be timestamped. */
  readonly digest: Uint8Array;
  /** Dotted; null leaves the choice to the authority. */
  readonly policyOid: string | null;
  /** Big-endian magnitude of a positive number. */
  readonly nonce: Uint8Array;
}

/**
 * DER TimeStampReq (RFC 3161 2.4.1) that asks for the authority's certificate inside the token: without it nobody could
 * check the token later.
 */
export function encodeTimeStampRequest({ hash, digest, policyOid, nonce }: TimeStampRequest): Uint8Array {
  // RFC 5754 2 leaves the parameters of SHA-2 out; authorities in use expect the NULL that RFC 3161's example has.
  const messageImprint = derSequence(encodeAlgorithmIdentifier(HASHES[hash].oid, 'null'), derOctetString(digest));
  const policy = policyOid === null ? [] : [derOid(policyOid)];
  return derSequence(derInteger(1), messageImprint, ...policy, derInteger(nonce), derBoolean(true));
}
