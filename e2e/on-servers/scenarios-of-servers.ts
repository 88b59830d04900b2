/**
 * Scenario files that say nothing of a station on servers: of files in its data directory, of the programs around it, or
 * of servers that they start themselves.
 */
export const SCENARIOS_OF_OTHERS: Readonly<Record<string, string>> = {
  'power-cuts': 'looks into station.db; cuts the power of files',
  crash: 'looks into station.db; kills processes of a station on files',
  faults: 'has servers of its own',
  'clearing-up': 'looks into station.db and for files',
  'full-disk': 'fills the disk of station.db',
  'graceful-stop': 'looks into station.db and for files',
  'keys-of-strangers': 'writes into station.db',
  'many-stations': 'has servers of its own',
  moving: 'moves from files to servers',
  'other-user': 'is about who may read files',
  'pdf-corpus': 'looks for dead letters in station.db',
  postgres: 'has a server of its own',
  'private-files': 'is about who may read files',
  'server-package': 'is about an installed package',
  'servers-over-tls': 'has servers of its own',
  'shared-servers': 'has servers of its own',
  'slow-disk': 'slows the disk of station.db down',
  'start-scripts': 'is about npm start',
  'start-stop': 'is about the lock of a data directory and a station.db of a newer version',
  'stopped-processes': 'looks into station.db',
  'doubtful-settings': 'says what a station on files starts with',
  'rest-surface/configuration': 'says what a station on files starts with',
};

/** Tests within the other files, by their titles, for the same reasons. */
export const TESTS_OF_OTHERS: readonly string[] = [
  // Changes a byte of a stored file.
  'finds a stored output INVALID that is not what was stored',
  // Begins with a token-host without a worker, which stations that share servers refuse.
  'ends a request that waits, once, and a worker that comes later leaves it alone',
];
