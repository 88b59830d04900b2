import { constants, hash, verify, type KeyObject, type VerifyKeyObjectInput } from 'node:crypto';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { HashAlgorithm, SignatureAlgorithm } from '../../service/providers/providers.ts';
import type { DeviceSignOperation } from './key-device.ts';

const NODE_HASHES = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' } as const;

export function nodeHash(algorithm: HashAlgorithm): string {
  return NODE_HASHES[algorithm];
}

/**
 * Key, padding and encoding for node:crypto. PSS as RFC 4055 and the AdES algorithm suites want it: MGF1 with the same
 * hash, a salt as long as the hash. ECDSA as r || s. Where its defaults are what is wanted, the key alone: Node finds out
 * that an object with options is no key by an exception, which takes nearly as long as checking an RSA signature.
 */
export function nodeKeyInput(key: KeyObject, scheme: SignatureAlgorithm['scheme']): KeyObject | VerifyKeyObjectInput {
  switch (scheme) {
    case 'RSASSA-PKCS1-v1_5':
      return key.asymmetricKeyType === 'rsa' ? key : { key, padding: constants.RSA_PKCS1_PADDING };
    case 'RSASSA-PSS':
      return { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
    case 'ECDSA':
      return { key, dsaEncoding: 'ieee-p1363' };
    case 'EdDSA':
      return key;
  }
}

/** Refuses an operation whose digest is not that of its data: the device would sign something else than was asked. */
export function requireMatchingDigest(operation: DeviceSignOperation): void {
  const computed = hash(nodeHash(operation.algorithm.hash), operation.dataToBeSigned, 'buffer');
  if (computed.equals(operation.digest)) return;
  throw new StationError('SIGNING_OPERATION_FAILED', 'The digest is not the digest of the data to be signed.');
}

/** Throws unless the value verifies with the certificate's key: some modules ignore parameters or answer nonsense. */
export function requireValidSignature(publicKey: KeyObject, operation: DeviceSignOperation, value: Uint8Array): void {
  const { scheme, hash: algorithm } = operation.algorithm;
  const digestName = scheme === 'EdDSA' ? null : nodeHash(algorithm);
  if (verify(digestName, operation.dataToBeSigned, nodeKeyInput(publicKey, scheme), value)) return;
  throw new StationError('SIGNING_OPERATION_FAILED', tell('SIGNATURE_OF_DEVICE_WRONG'));
}
