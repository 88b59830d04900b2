import { createHash } from 'node:crypto';
import { Asn1Error } from '../../../service/codecs/asn1/asn1-error.ts';
import { buildSignedAttributes } from '../../../service/codecs/cms/signed-attributes.ts';
import { buildSignedData, estimateSignedDataSize } from '../../../service/codecs/cms/signed-data-builder.ts';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import { checkOwnSignature } from '../../../service/verification/cades/check-own-signature.ts';
import type { EngineTask } from '../engine.ts';
import type { PadesCms, PreparedPadesCms } from './pades-engine.ts';

/**
 * The CAdES signature inside a PDF (EN 319 142-1 6.3): detached, content-type, message-digest and
 * signing-certificate-v2, no signing-time (it stands in the signature dictionary as /M), the chain as far as known.
 */
export function createPadesCms(): PadesCms {
  return {
    estimateBytes: (task) =>
      estimateSignedDataSize({
        ...parts(task),
        signedAttributes: signedAttributes(task, new Uint8Array(HASHES[task.algorithm.hash].bytes)),
      }),
    prepare,
  };
}

function prepare(task: EngineTask, documentDigest: Uint8Array): PreparedPadesCms {
  const dataToBeSigned = signedAttributes(task, documentDigest);
  return {
    dataToBeSigned,
    digest: createHash(task.algorithm.hash.replace('-', '')).update(dataToBeSigned).digest(),
    build: (signatureValue) => {
      const signedData = asStationError(() =>
        buildSignedData({ ...parts(task), signedAttributes: dataToBeSigned, signatureValue }, null),
      );
      requireOwnSignature(signedData, documentDigest, task);
      return signedData;
    },
  };
}

/** Nothing is stored that the chosen certificate would not vouch for, whatever the device or this code did wrong. */
function requireOwnSignature(signedData: Uint8Array, documentDigest: Uint8Array, task: EngineTask): void {
  const faults = checkOwnSignature({
    signedData,
    signingCertificate: task.key.certificate,
    digestContent: () => documentDigest,
    pades: true,
  });
  if (faults.length === 0) return;
  throw new StationError(
    'SIGNING_OPERATION_FAILED',
    `The finished signature does not verify against the chosen certificate (${faults.join(', ')}); nothing was stored.`,
  );
}

function signedAttributes({ algorithm, key }: EngineTask, messageDigest: Uint8Array): Uint8Array {
  return asStationError(() =>
    buildSignedAttributes({ messageDigest, signingCertificate: key.certificate, algorithm, signingTime: null }),
  );
}

function parts({ algorithm, key }: EngineTask): {
  algorithm: EngineTask['algorithm'];
  signingCertificate: Uint8Array;
  certificates: readonly Uint8Array[];
} {
  return { algorithm, signingCertificate: key.certificate, certificates: key.chain };
}

/** Certificate, algorithm and signature value come from the device; when they don't fit, the device is at fault. */
function asStationError<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Asn1Error)) throw error;
    throw new StationError(
      'SIGNING_OPERATION_FAILED',
      `The device's certificate or signature is unusable: ${error.message}`,
      {
        cause: error,
      },
    );
  }
}
