import type { Configuration } from '../config/configuration.ts';
import type { StateFeed } from '../events/state-feed.ts';
import type { ProcessLauncher } from '../processes/launcher.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { MetricsRegistry } from '../telemetry/metrics.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { StationEntries } from '../program/entries.ts';

export interface StationOptions {
  readonly configuration: Configuration;
  readonly launcher: ProcessLauncher;
  readonly entries: StationEntries;
  readonly logger: Logger;
  /** Told once, when the station can't keep anything any more (a disk that refuses to): it has to be ended. */
  readonly onFatal: (fault: Error) => void;
  /** The host's environment before its secrets were taken out of process.env. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where a run of one command keeps its own data; secrets and PIN guard stay those of `Data:Directory`. */
  readonly runDirectory?: string;
}

/** Where what happens is counted, traced and told. */
export interface Telemetry {
  readonly metrics: MetricsRegistry;
  readonly feed: StateFeed;
  readonly tracing: Tracing | undefined;
}
