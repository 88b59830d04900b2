import path from 'node:path';
import type { Configuration } from '../config/configuration.ts';
import { timestampingFault } from '../config/timestamping.ts';
import { StationError } from '../domain/station-error.ts';
import type { ProcessLauncher } from '../processes/launcher.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { TimestampClientSettings } from '../timestamping/protocol.ts';
import { startTimestampClientChild, type TimestampClientChild } from '../timestamping/link/timestamp-client-child.ts';

export interface TimestampingParts {
  readonly configuration: Configuration;
  readonly launcher: ProcessLauncher;
  /** Path of the timestamp client's script. */
  readonly script: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Told of the process that ends or answers nonsense. */
  readonly logger?: Pick<Logger, 'warn' | 'error'>;
}

/** The configured authority in a process of its own; without one everything that asks is told which setting is missing. */
export function openTimestamping(parts: TimestampingParts): TimestampClientChild {
  const { Timestamping } = parts.configuration;
  const settings = clientSettings(parts.configuration);
  const fault = timestampingFault(Timestamping, parts.configuration.Environment);
  if (settings === null) return absentAuthority('No timestamp authority is configured (Timestamping:Url).', false);
  if (fault !== null) return absentAuthority(fault, true);
  return startTimestampClientChild({ ...parts, entry: parts.script, settings });
}

function clientSettings({ Timestamping, Data }: Configuration): TimestampClientSettings | null {
  if (Timestamping.Url === null) return null;
  const { ClientCertificate } = Timestamping;
  return {
    urls: [Timestamping.Url, ...Timestamping.AlternativeUrls],
    policyOid: Timestamping.PolicyOid,
    username: Timestamping.Username,
    passwordSecretName: Timestamping.PasswordSecretName ?? DEFAULT_PASSWORD_SECRET,
    secretsDirectory: path.join(Data.Directory, 'secrets'),
    timeoutMilliseconds: Timestamping.TimeoutMilliseconds,
    maxResponseBytes: Timestamping.MaxResponseBytes,
    trustedRootsFile: Timestamping.TrustedRoots,
    clientCertificate: ClientCertificate && {
      certificateFile: ClientCertificate.Certificate,
      keyFile: ClientCertificate.Key,
    },
    proxyUrl: Timestamping.ProxyUrl,
    proxyUsername: Timestamping.ProxyUsername,
    proxyPasswordSecretName: Timestamping.ProxyPasswordSecretName,
  };
}

const DEFAULT_PASSWORD_SECRET = 'Timestamping:Password';

function absentAuthority(sentence: string, isConfigured: boolean): TimestampClientChild {
  const refuse = (): Promise<never> =>
    Promise.reject(new StationError('TIMESTAMP_AUTHORITY_UNAVAILABLE', `${sentence} Nothing was signed.`));
  return {
    supervised: undefined,
    timestamp: refuse,
    ensureReady: refuse,
    settingsFault: () => Promise.resolve(isConfigured ? sentence : null),
    tryAll: () => (isConfigured ? refuse() : Promise.resolve([])),
    stop: () => Promise.resolve(),
  };
}
