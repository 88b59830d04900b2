import type { Configuration } from '../config/configuration.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { StationEntries } from '../program/entries.ts';

/** What it takes to open the station's database, wherever it is. */
export interface DatabaseParts {
  readonly configuration: Configuration;
  readonly entries: Pick<StationEntries, 'sqliteMigrations' | 'postgresMigrations' | 'checkpointThread'>;
  readonly secrets: SecretStore;
  /** Names the station among those that share a database; the same after a restart. */
  readonly station: string;
  /**
   * Told once when nothing can be kept any more: the disk of a database file has stopped to keep what is written, or
   * another station has taken the database, or this one's place in it. Not given by commands beside a station.
   */
  readonly onFault?: (fault: Error) => void;
  /** No station may use a server's database meanwhile, whether or not it would share it. */
  readonly isAlone?: boolean;
  /** Of a station, which makes checkpoints beside its event loop. Not given by commands beside a station. */
  readonly logger?: Logger;
}
