import { openTrustStore } from '../../verification/certificate-path/trust-store.ts';
import type { TrustMaterial } from '../../verification/verification.ts';
import { encoded, gather, refuseRevoked, requireGraceOver, unavailable, wantedBy } from '../gather.ts';
import type { ValidationDataSource } from '../validation-data.ts';

export interface RegisteredValidationDataOptions {
  /** What lies in the folders now. */
  readonly material: () => Promise<TrustMaterial>;
  readonly gracePeriodMilliseconds: number | null;
  readonly now: () => Date;
}

/**
 * Evidence out of the registered folders alone. Nothing registered leaves the signer's certificate and what came with
 * it, which proves nothing: then every request fails.
 */
export function createRegisteredValidationData(options: RegisteredValidationDataOptions): ValidationDataSource {
  return {
    async validationData(request) {
      const now = options.now();
      const wanted = wantedBy(request, options.gracePeriodMilliseconds, now);
      const found = await gather(wanted, openTrustStore(await options.material()));
      if (found.missing.length > 0) throw unavailable(found.missing, { now });
      requireGraceOver(wanted);
      return encoded(found);
    },
    async requireUnrevoked(request) {
      refuseRevoked(await gather(wantedBy(request, null, options.now()), openTrustStore(await options.material())));
    },
  };
}
