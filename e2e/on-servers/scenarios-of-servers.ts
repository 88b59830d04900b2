/**
 * Scenario files that say nothing of a station on servers: of files in its data directory, of the programs around it, or
 * of servers that they start themselves.
 */
export const SCENARIOS_OF_OTHERS: Readonly<Record<string, string>> = {
  audit: 'looks into station.db, and lets a request wait that names no certificate while no key can be read',
  crash: 'looks into station.db; kills processes of a station on files',
  'cut-cables': 'has servers of its own',
  faults: 'has servers of its own',
  'clearing-up': 'looks into station.db and for files',
  'full-disk': 'fills the disk of station.db',
  'graceful-stop': 'looks into station.db and for files',
  'keys-of-strangers': 'writes into station.db',
  'many-stations': 'has servers of its own',
  moving: 'moves from files to servers',
  'on-servers': 'starts this command',
  'broken-off': 'has servers of its own',
  'other-user': 'is about who may read files',
  'pdf-corpus': 'looks for dead letters in station.db',
  postgres: 'has a server of its own',
  'power-cuts': 'cuts the power of the disk of station.db',
  'private-files': 'is about who may read files',
  secrets: 'is Production, which does not take the access without keys that the command gives',
  'server-package': 'is about an installed package',
  'servers-over-tls': 'has servers of its own',
  'shared-servers': 'has servers of its own',
  'slow-disk': 'slows the disk of station.db down',
  'start-scripts': 'is about npm start',
  'start-weight': 'starts no station',
  'start-stop': 'is about the lock of a data directory and a station.db of a newer version',
  'stopped-processes': 'looks into station.db',
  'doubtful-settings': 'says what a station on files starts with',
  'refused-syncs': 'refuses the syncs of station.db and of stored files',
  'rest-surface/configuration': 'says what a station on files starts with',
  'wrong-password': 'names no certificate while no key can be read, which stations that share servers refuse',
};

/** Tests within the other files, by their titles. */
export const TESTS_OF_OTHERS: Readonly<Record<string, string>> = {
  'finds a stored output INVALID that is not what was stored': 'changes a byte of a stored file',
  'ends a request that waits, once, and a worker that comes later leaves it alone':
    'begins with a token-host without a worker, which stations that share servers refuse',
  'shows the fresh request with every field of the status payload':
    'wants it unsigned, and who has a token on shared servers signs with it',
  'counts requests, messages, signature values and storage operations':
    'counts what a store of files does, and waits for TOKEN_ABSENT, which is KEY_ABSENT there',
  'deletes files when their time is over and says so to whoever wants them': 'changes times in station.db',
  'tells its health outside the versioned path': 'is Degraded by the access without keys that the command gives',
  'keeps nothing of what it was sent': 'looks for files where a station on files has them',
  'says what is wrong in one sentence and ends with 2 for usage, 1 for failure': 'opens a broken file as the database',
};
