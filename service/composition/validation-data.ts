import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Configuration } from '../config/configuration.ts';
import { durationMilliseconds } from '../config/duration.ts';
import { errorFields, type Logger } from '../telemetry/logger.ts';
import { openEvidenceCache } from '../validation-data/online/evidence-cache.ts';
import { createEvidenceFetcher, type EvidenceFetcher } from '../validation-data/online/evidence-fetcher.ts';
import { createGuardedFetch } from '../validation-data/online/guarded-fetch.ts';
import { createAddressGuard } from '../validation-data/online/inner-addresses.ts';
import { createOnlineValidationData } from '../validation-data/online/online-validation-data.ts';
import { createRegisteredValidationData } from '../validation-data/registered/registered-validation-data.ts';
import type { ValidationDataSource } from '../validation-data/validation-data.ts';
import type { TrustMaterial } from '../verification/verification.ts';
import { evidenceProxy } from './evidence-proxy.ts';
import { hostSecrets } from './host-secrets.ts';

const MAX_CACHE_BYTES = 256 * 1024 * 1024;
/** RFC 9654 2.1: at least 32 octets are to be sent. */
const NONCE_BYTES = 32;

export interface EvidenceFetcherParts {
  readonly configuration: Pick<Configuration, 'Data' | 'ValidationData'>;
  /** As it was at start, with its secrets. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Null unless the settings allow to ask for evidence over HTTP. Rejects with node:fs errors. */
export async function openEvidenceFetcher(parts: EvidenceFetcherParts): Promise<EvidenceFetcher | null> {
  const { configuration, environment, logger } = parts;
  const { Data, ValidationData } = configuration;
  if (!ValidationData.Online) return null;
  const { InnerAddresses, TimeoutMilliseconds, MaxResponseBytes, OcspNonce } = ValidationData;
  const fetch = createGuardedFetch({
    guard: createAddressGuard(InnerAddresses),
    proxy: evidenceProxy(configuration, hostSecrets(environment, Data.Directory)),
    timeoutMilliseconds: TimeoutMilliseconds,
    maxBytes: MaxResponseBytes,
    maxBytesSetting: 'ValidationData:MaxResponseBytes',
  });
  return createEvidenceFetcher({
    fetch,
    cache: await openEvidenceCache(path.join(Data.Directory, 'validation-data', 'fetched'), MAX_CACHE_BYTES),
    now: () => new Date(),
    newNonce: OcspNonce ? () => randomBytes(NONCE_BYTES) : null,
    onCacheFault: (fault) => logger.warn('Fetched evidence could not be kept for the next time.', errorFields(fault)),
  });
}

/** Where workers get evidence for LT and LTA, as the settings say. `material`: what lies in the folders now. */
export function createValidationData(
  { ValidationData }: Pick<Configuration, 'ValidationData'>,
  material: () => Promise<TrustMaterial>,
  fetcher: EvidenceFetcher | null,
): ValidationDataSource {
  const { GracePeriod } = ValidationData;
  const options = {
    material,
    gracePeriodMilliseconds: GracePeriod === null ? null : durationMilliseconds(GracePeriod),
    now: () => new Date(),
  };
  return fetcher === null
    ? createRegisteredValidationData(options)
    : createOnlineValidationData({ ...options, fetcher });
}
