import path from 'node:path';
import type { Configuration } from '../config/configuration.ts';
import type { ProcessLauncher } from '../processes/launcher.ts';
import { childEnvironment } from '../secrets/child-environment.ts';
import type { Logger } from '../telemetry/logger.ts';
import { judgeInProcess } from '../trust/lists/lists-process.ts';
import { watchTrustedLists, type ListWatch } from '../trust/lists/list-watch.ts';
import { readListSigners } from '../trust/trust-material.ts';
import { createGuardedFetch } from '../validation-data/online/guarded-fetch.ts';
import { createAddressGuard } from '../validation-data/online/inner-addresses.ts';
import { evidenceProxy } from './evidence-proxy.ts';
import { hostSecrets } from './host-secrets.ts';

export interface TrustedListsParts {
  readonly configuration: Pick<Configuration, 'Data' | 'TrustedLists' | 'ValidationData'>;
  readonly launcher: ProcessLauncher;
  /** Path of the script that reads lists. */
  readonly script: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Lists are larger than evidence is, and some operators' servers slower. */
const FETCH_MILLISECONDS = 60_000;
const MAX_LIST_BYTES = 64 * 1024 * 1024;

/** Trusted lists as the settings ask for them; null where they name none. Rejects with node:fs errors. */
export async function openTrustedLists(parts: TrustedListsParts): Promise<ListWatch | null> {
  const { Data, TrustedLists, ValidationData } = parts.configuration;
  const { Folder, Online, Url, Territories, AsAnchors, RefreshMinutes, Signers } = TrustedLists;
  if (Folder === null && !Online) return null;
  const fetch = createGuardedFetch({
    guard: createAddressGuard(ValidationData.InnerAddresses),
    proxy: evidenceProxy(parts.configuration, hostSecrets(parts.environment, Data.Directory)),
    timeoutMilliseconds: Math.max(ValidationData.TimeoutMilliseconds, FETCH_MILLISECONDS),
    maxBytes: MAX_LIST_BYTES,
  });
  const env = childEnvironment('trusted-lists', parts.environment);
  return watchTrustedLists({
    folder: Folder,
    url: Online ? Url : null,
    territories: Territories,
    areAnchors: AsAnchors,
    refreshMilliseconds: RefreshMinutes * 60_000,
    dataFolder: path.join(Data.Directory, 'trusted-lists'),
    signers: () => readListSigners(Signers),
    fetch: (url) => fetch({ url, body: null, contentType: null, accept: 'application/vnd.etsi.tsl+xml, */*' }),
    judge: (task) => judgeInProcess({ launcher: parts.launcher, entry: parts.script, env }, task),
    now: () => new Date(),
    logger: parts.logger,
  });
}
