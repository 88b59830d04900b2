import { estimateDetachedSignatureSize, prepareDetachedSignature } from '../cades/detached-signature.ts';
import type { PadesCms } from './pades-engine.ts';

/** The time of a PDF signature stands in its dictionary as /M (EN 319 142-1 table 1). */
const OPTIONS = { signingTime: null };

/** The CAdES signature inside a PDF (EN 319 142-1 6.3): detached, no signing-time, the chain as far as known. */
export function createPadesCms(): PadesCms {
  return {
    estimateBytes: (task) => estimateDetachedSignatureSize(task, OPTIONS),
    prepare: (task, documentDigest) => {
      const { dataToBeSigned, digest, assemble } = prepareDetachedSignature(task, documentDigest, OPTIONS);
      // The finished document is checked as a whole, this signature as it lies in it among the rest.
      return { dataToBeSigned, digest, build: assemble };
    },
  };
}
