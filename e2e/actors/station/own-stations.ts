import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { startStation, type RunningStation } from './running-station.ts';

/** What each test of a file is given. */
interface OwnStations {
  /** Starts a station with the data directory of this test; behind the test it is stopped. */
  readonly start: (settings?: Record<string, string>) => Promise<RunningStation>;
  /** A path in the data directory of this test; without names that directory. */
  readonly inData: (...names: readonly string[]) => string;
}

/** For each test a data directory of its own, which is removed behind it; `name` is part of that of the folder. */
export function ownStations(name: string): OwnStations {
  let dataDirectory: string;
  const stations: RunningStation[] = [];
  beforeEach(async () => {
    dataDirectory = await mkdtemp(path.join(tmpdir(), `station-${name}-`));
  });
  afterEach(async () => {
    for (const station of stations.splice(0)) await station.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  });
  return {
    async start(settings = {}) {
      const station = await startStation({ dataDirectory, settings });
      stations.push(station);
      return station;
    },
    inData: (...names) => path.join(dataDirectory, ...names),
  };
}
