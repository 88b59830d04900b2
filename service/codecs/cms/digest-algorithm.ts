import { Asn1Error } from '../asn1/asn1-error.ts';
import { hasNoParameters, type AlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import { HASHES, hashFromOid, type HashName } from '../x509/hash-algorithm.ts';

/** id-shake256-len (RFC 8419 3.1, RFC 8702): its parameter says how many bits. */
const OID_SHAKE256_LEN = '2.16.840.1.101.3.4.2.18';

/** The hash of a digest AlgorithmIdentifier; null when it is not known here or has parameters it must not have. */
export function hashOfDigestAlgorithm(algorithm: AlgorithmIdentifier): HashName | null {
  if (algorithm.oid === OID_SHAKE256_LEN) return isFullShake256(algorithm) ? 'SHAKE256' : null;
  if (!hasNoParameters(algorithm)) return null;
  return algorithm.oid === HASHES.SHAKE256.oid ? 'SHAKE256' : hashFromOid(algorithm.oid);
}

function isFullShake256({ parameters }: AlgorithmIdentifier): boolean {
  try {
    return parameters?.smallInteger() === 8 * HASHES.SHAKE256.bytes;
  } catch (error) {
    if (error instanceof Asn1Error) return false;
    throw error;
  }
}
