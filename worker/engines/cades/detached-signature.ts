import { buildSignedData, estimateSignedDataSize } from '../../../service/codecs/cms/signed-data-builder.ts';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import { checkOwnSignature } from '../../../service/verification/cades/check-own-signature.ts';
import type { SigningKey } from '../../../service/providers/providers.ts';
import type { EngineTask } from '../engine.ts';
import {
  asStationError,
  dataToBeSignedOf,
  requireNoFaults,
  signedDataParts,
  type DataToBeSigned,
} from './signature-parts.ts';

export interface DetachedSignatureOptions {
  /** Null only in PDF, where the time stands in the signature dictionary (EN 319 142-1 table 1). */
  readonly signingTime: Date | null;
}

/** A detached CAdES signature whose value is still missing. */
export interface DetachedSignature extends DataToBeSigned {
  /**
   * DER of ContentInfo around the value as the device gave it (RSA modulus-long, ECDSA r || s, Ed25519 64 bytes),
   * checked against the chosen certificate. Throws a permanent StationError when it does not hold.
   */
  build(signatureValue: Uint8Array): Uint8Array;
  /** The same without the check, for whoever checks it where it was put. */
  readonly assemble: (signatureValue: Uint8Array) => Uint8Array;
}

/**
 * A detached CAdES signature of baseline B over a content whose digest by `task.algorithm.hash` is `messageDigest`,
 * for PDF, ASiC-S, ASiC-E and files of their own. Throws a permanent StationError when the certificate is unusable.
 */
export function prepareDetachedSignature(
  task: EngineTask,
  messageDigest: Uint8Array,
  options: DetachedSignatureOptions,
): DetachedSignature {
  const { dataToBeSigned, digest } = dataToBeSignedOf(task, messageDigest, options.signingTime);
  const assemble = (signatureValue: Uint8Array): Uint8Array => {
    const parts = signedDataParts(task, dataToBeSigned);
    return asStationError(() => buildSignedData({ ...parts, signatureValue }, null));
  };
  const build = (signatureValue: Uint8Array): Uint8Array => {
    const signedData = assemble(signatureValue);
    const { certificate: signingCertificate, chain } = task.key;
    const own = { signedData, signingCertificate, chain, contentDigest: messageDigest, contentRange: null };
    requireNoFaults(checkOwnSignature(own));
    return signedData;
  };
  return { dataToBeSigned, digest, build, assemble };
}

const estimates = new WeakMap<SigningKey, Map<string, number>>();

/** The size in bytes that `build` of such a signature cannot exceed. Nothing but the key and the algorithm counts. */
export function estimateDetachedSignatureSize(task: EngineTask, options: DetachedSignatureOptions): number {
  const ofKey = estimates.get(task.key) ?? new Map<string, number>();
  estimates.set(task.key, ofKey);
  const { scheme, hash } = task.algorithm;
  const name = `${scheme} ${hash} ${options.signingTime === null ? 'untimed' : 'timed'}`;
  const size = ofKey.get(name) ?? estimate(task, options);
  ofKey.set(name, size);
  return size;
}

function estimate(task: EngineTask, options: DetachedSignatureOptions): number {
  const anyDigest = new Uint8Array(HASHES[task.algorithm.hash].bytes);
  const { dataToBeSigned } = dataToBeSignedOf(task, anyDigest, options.signingTime);
  return asStationError(() => estimateSignedDataSize(signedDataParts(task, dataToBeSigned)));
}
