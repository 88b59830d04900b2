import { openTrustStore } from '../../verification/certificate-path/trust-store.ts';
import type { TrustMaterial } from '../../verification/verification.ts';
import { encoded, gather, refuseRevoked, requireGraceOver, unavailable, wantedBy } from '../gather.ts';
import type { ValidationDataSource } from '../validation-data.ts';
import type { EvidenceFetcher } from './evidence-fetcher.ts';
import { gatherOnline, requestBudget } from './gather-online.ts';

export interface OnlineValidationDataOptions {
  /** What lies in the folders now: it goes before what would have to be fetched. */
  readonly material: () => Promise<TrustMaterial>;
  readonly gracePeriodMilliseconds: number | null;
  readonly now: () => Date;
  readonly fetcher: EvidenceFetcher;
}

/** Two paths of some length, each certificate by OCSP and, where that fails, by CRL. */
const MAX_REQUESTS = 20;

/** Evidence out of the registered folders, and what is missing there over HTTP. */
export function createOnlineValidationData(options: OnlineValidationDataOptions): ValidationDataSource {
  return {
    async validationData(request) {
      const now = options.now();
      const wanted = wantedBy(request, options.gracePeriodMilliseconds, now);
      const store = openTrustStore(await options.material());
      const budget = requestBudget(MAX_REQUESTS);
      const { found, notes, mayHelpLater } = await gatherOnline(wanted, store, options.fetcher, budget);
      if (found.missing.length > 0) throw unavailable(found.missing, { now, notes, mayHelpLater });
      requireGraceOver(wanted);
      return encoded(found);
    },
    async requireUnrevoked(request) {
      const wanted = wantedBy(request, null, options.now());
      const store = openTrustStore(await options.material());
      refuseRevoked(await gather(wanted, store));
      if (!request.asksOnline) return;
      refuseRevoked((await gatherOnline(wanted, store, options.fetcher, requestBudget(MAX_REQUESTS))).found);
    },
  };
}
