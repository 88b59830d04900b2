import { createHash } from 'node:crypto';
import { Asn1Error } from '../../../service/codecs/asn1/asn1-error.ts';
import { buildSignedAttributes } from '../../../service/codecs/cms/signed-attributes.ts';
import type { SignedDataParts } from '../../../service/codecs/cms/signed-data-builder.ts';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import type { ReasonCode } from '../../../service/contract/vocabulary/reason-codes.ts';
import { tell } from '../../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import type { EngineTask } from '../engine.ts';

export interface DataToBeSigned {
  /** DER of the signed attributes, SET OF. */
  readonly dataToBeSigned: Uint8Array;
  /** Its digest by the task's hash. */
  readonly digest: Uint8Array;
}

/**
 * First step for any CAdES signature of baseline B (EN 319 122-1 6.3): content-type, message-digest,
 * signing-certificate-v2 and, unless null, signing-time. `messageDigest` is the content's, by the task's hash; a
 * counter-signature's is that of a signature value, and it has no content-type (5.2.7, RFC 5652 11.4).
 * Throws a permanent StationError when the certificate is unusable or the algorithm does not fit it.
 */
export function dataToBeSignedOf(
  { algorithm, key }: EngineTask,
  messageDigest: Uint8Array,
  signingTime: Date | null,
  over: 'content' | 'signature' = 'content',
): DataToBeSigned {
  const dataToBeSigned = asStationError(() =>
    buildSignedAttributes({
      ...{ messageDigest, signingCertificate: key.certificate, algorithm, signingTime },
      ...(over === 'signature' && { contentType: null }),
    }),
  );
  return { dataToBeSigned, digest: createHash(HASHES[algorithm.hash].node).update(dataToBeSigned).digest() };
}

/** What a SignedData holds beside its content and the signature value: attributes, algorithm, and the known chain. */
export function signedDataParts(
  { algorithm, key }: EngineTask,
  signedAttributes: Uint8Array,
): Omit<SignedDataParts, 'signatureValue'> {
  return { signedAttributes, algorithm, signingCertificate: key.certificate, certificates: key.chain };
}

/**
 * Nothing is stored that the chosen certificate would not vouch for, whatever the device or this code did wrong.
 * Throws a permanent StationError that names the faults, if there are any.
 */
export function requireNoFaults(faults: readonly ReasonCode[]): void {
  if (faults.length === 0) return;
  throw new StationError(
    'SIGNING_OPERATION_FAILED',
    tell('SIGNATURE_FITS_NO_CERTIFICATE', { faults: faults.join(', ') }),
  );
}

/** Certificate, algorithm and signature value come from the device; when they don't fit, the device is at fault. */
export function asStationError<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Asn1Error)) throw error;
    const message = `The device's certificate or signature is unusable: ${error.message}`;
    throw new StationError('SIGNING_OPERATION_FAILED', message, { area: 'token', cause: error });
  }
}
