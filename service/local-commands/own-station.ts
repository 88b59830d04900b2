import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Configuration } from '../config/configuration.ts';
import { PERMISSIONS } from '../contract/vocabulary/permissions.ts';
import { newUuidV7 } from '../ids/uuid-v7.ts';
import type { ProcessLauncher } from '../processes/launcher.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createApiKey } from '../use-cases/api-keys.ts';
import { DataDirectoryInUse, mkdirDurably, takeLock } from '../data-directory/data-directory.ts';
import { openDatabase } from '../composition/database.ts';
import type { StationEntries } from '../program/entries.ts';
import { hostSecrets } from '../composition/host-secrets.ts';
import { startStation } from '../composition/station.ts';

export interface OwnStationParts {
  readonly configuration: Configuration;
  readonly entries: StationEntries;
  readonly launcher: ProcessLauncher;
  /** The environment as it was at start, with its secrets and the PIN that was asked for. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Takes log lines of errors; what became of each document the command says itself. */
  readonly warn: (line: string) => void;
}

/**
 * Runs `use` beside a station that is there for it alone: on a port of the system's choice, open to one key that nobody
 * else has, with a database and documents of its own that are gone afterwards. What keeps tokens safe is the user's: the
 * memory of refused PINs, secrets, providers, trusted certificates.
 */
export async function withOwnStation<T>(
  parts: OwnStationParts,
  use: (address: { readonly url: string; readonly apiKey: string }) => Promise<T>,
): Promise<T> {
  const run = await takeRunDirectory(path.join(parts.configuration.Data.Directory, 'runs'));
  const configuration = ownConfiguration(parts.configuration, run.directory);
  try {
    const apiKey = await makeKey({ ...parts, configuration });
    const station = await startStation({
      ...{ configuration, entries: parts.entries, environment: parts.environment, runDirectory: run.directory },
      launcher: { launch: (child) => parts.launcher.launch({ ...child, discardsOutput: true }) },
      logger: createLogger({ level: 'error', clock: () => new Date(), processName: 'host', write: parts.warn }),
      onFatal: (fault) => parts.warn(fault.message),
    });
    try {
      return await use({ url: station.url, apiKey });
    } finally {
      await station.stop();
    }
  } finally {
    run.release();
    await rm(run.directory, { recursive: true, force: true });
  }
}

function ownConfiguration(configuration: Configuration, directory: string): Configuration {
  const { Server, Database, Storage, Broker, Telemetry } = configuration;
  return {
    ...configuration,
    Roles: ['api', 'publisher', 'worker', 'token-host'],
    Server: { ...Server, Host: '127.0.0.1', Port: 0, Tls: null, TrustedProxies: [], AllowedOrigins: [] },
    Authentication: { Enabled: true },
    Database: { ...Database, Provider: 'sqlite', ConnectionString: path.join(directory, 'station.db') },
    Storage: { ...Storage, Provider: 'local', Root: path.join(directory, 'files') },
    Broker: { ...Broker, Provider: 'embedded' },
    Telemetry: { ...Telemetry, MetricsEnabled: false, OtlpEndpoint: null },
  };
}

async function makeKey(parts: OwnStationParts): Promise<string> {
  const { configuration, entries, environment } = parts;
  const secrets = hostSecrets(environment, configuration.Data.Directory);
  const { persistence } = await openDatabase({ configuration, entries, secrets, station: 'command-line' });
  try {
    const ports = { persistence, clock: () => new Date(), newId: newUuidV7, randomBytes };
    const caller = { tenantId: configuration.Signatures.DefaultTenantId, actor: 'command-line', correlationId: null };
    return (await createApiKey(ports, caller, { name: 'This command', permissions: [...PERMISSIONS] })).key;
  } finally {
    await persistence.close();
  }
}

/** A folder of this run, held until it ends however it ends; those of runs that were killed are removed on the way. */
async function takeRunDirectory(runs: string): Promise<{ readonly directory: string; release(): void }> {
  await mkdirDurably(runs);
  const closeDoor = takeLock(runs);
  try {
    for (const entry of await readdir(runs, { withFileTypes: true })) {
      if (entry.isDirectory()) await removeLeftover(path.join(runs, entry.name));
    }
    const directory = path.join(runs, newUuidV7());
    await mkdir(path.join(directory, 'held'), { recursive: true, mode: 0o700 });
    return { directory, release: takeLock(path.join(directory, 'held')) };
  } finally {
    closeDoor();
  }
}

async function removeLeftover(directory: string): Promise<void> {
  const held = path.join(directory, 'held');
  try {
    await mkdir(held, { recursive: true, mode: 0o700 });
    takeLock(held)();
  } catch (error) {
    if (error instanceof DataDirectoryInUse) return;
    throw error;
  }
  await rm(directory, { recursive: true, force: true });
}
