import { roleDoubt } from '../config/access-rules.ts';
import path from 'node:path';
import { ConfigurationError, type Configuration } from '../config/configuration.ts';
import type { StateChange } from '../contract/http/signatures.ts';
import { createStateFeed } from '../events/state-feed.ts';
import { createMetricsRegistry } from '../telemetry/metrics.ts';
import type { WaitingForPerson } from '../use-cases/count-waiting.ts';
import type { PinDesk } from '../use-cases/pin-desk.ts';
import { openDataDirectory, takeDatabase } from '../data-directory/data-directory.ts';
import { startTracing } from './start-tracing.ts';
import { startRoles } from './start-roles.ts';
import type { StationOptions } from './station-options.ts';
import { unreadSources } from '../config/unread-sources.ts';

export type { StationOptions } from './station-options.ts';

export interface Station {
  /** Where it serves; without the role `api` health and metrics alone. */
  readonly url: string;
  /** State changes of the default tenant's requests as they are committed; answers the function that ends it. */
  watch(listener: (change: StateChange) => void): () => void;
  /** Where a person of this machine enters PINs; null where no provider of this process asks for one. */
  readonly pins: PinDesk | null;
  /** What of the default tenant waits for a person. */
  waiting(): Promise<WaitingForPerson>;
  /** Finishes or gives back what is begun, ends every child, closes files. Safe to call again. */
  stop(): Promise<void>;
}

const ID_MADE_ANEW =
  'The file installation-id in the data directory did not hold an id any more, and has a new one. Beside servers, jobs that ' +
  'this station held before are taken again once the leases of their claims have ended.';

/** Starts every configured role in the order of what needs what, and stops them in the reverse one. */
export async function startStation(options: StationOptions): Promise<Station> {
  const { configuration } = options;
  const { Directory } = configuration.Data;
  const data = await openDataDirectory(options.runDirectory ?? Directory, uploadDirectory(configuration), Directory);
  const closers: (() => Promise<void> | void)[] = [() => data.release()];
  const feed = createStateFeed();
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= closeAll(closers));
  try {
    closers.push(keepDatabase(configuration, data.root));
    if (data.isIdMadeAnew) options.logger.warn(ID_MADE_ANEW);
    if (options.runDirectory === undefined) {
      const doubts = [roleDoubt(configuration), ...(await unreadSources(configuration, options.environment))];
      for (const each of doubts) if (each !== null) options.logger.warn(each);
    }
    const tracing = await startTracing(configuration, options.logger);
    if (tracing !== undefined) closers.push(() => tracing.stop());
    const telemetry = { metrics: createMetricsRegistry(), tracing, feed };
    const { url, pins, waiting } = await startRoles(options, data, telemetry, closers);
    const watch: Station['watch'] = (listener) => feed.subscribe(configuration.Signatures.DefaultTenantId, listener);
    return { url, pins, stop, watch, waiting };
  } catch (fault) {
    await stop();
    throw fault;
  }
}

/** Two stations with one database file and two data directories would each miss the files of the other's requests. */
function keepDatabase({ Database }: Configuration, root: string): () => void {
  if (Database.Provider !== 'sqlite') return () => undefined;
  const release = takeDatabase(Database.ConnectionString, root);
  if (release !== undefined) return release;
  throw new ConfigurationError([
    `Another station is running with the database ${Database.ConnectionString}. Stop it, or choose another one with ` +
      '--Database:ConnectionString=...',
  ]);
}

async function closeAll(closers: (() => Promise<void> | void)[]): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

/** On the storage's own file system, so that taking over an upload is a rename. */
function uploadDirectory(configuration: Configuration): string {
  return configuration.Storage.Provider === 'local'
    ? path.join(configuration.Storage.Root, 'uploads')
    : path.join(configuration.Data.Directory, 'uploads');
}
