/**
 * The tables of a station that are moved to another database, each after those whose rows its own rows name. What is not
 * among them a station makes anew: counts, the queues of the embedded broker, what it says of itself.
 */
export const MOVED_TABLES = [
  'storedFiles',
  'certificates',
  'signatureRequests',
  'additionalInputs',
  'batches',
  'batchMembers',
  'signingJobs',
  'outboxMessages',
  'archivedKeys',
  'auditEvents',
  'apiKeys',
] as const;

export type MovedTable = (typeof MOVED_TABLES)[number];

/** A row by the names of the records' members, whatever the driver. */
export type MovedRow = Readonly<Record<string, unknown>>;

/** The tables whose rows have an id of their own, by which a row of another station is told. */
export const TABLES_WITH_IDS = [
  'storedFiles',
  'certificates',
  'signatureRequests',
  'batches',
  'signingJobs',
  'archivedKeys',
  'auditEvents',
  'apiKeys',
] as const satisfies readonly MovedTable[];

export type TableWithIds = (typeof TABLES_WITH_IDS)[number];

/** A database that rows are taken from. Nobody else writes to it meanwhile. */
export interface RowSource {
  /** All rows in the order in which they were written. */
  pages(table: MovedTable): AsyncIterable<readonly MovedRow[]>;
  count(table: MovedTable): Promise<number>;
  /** Those of the ids that no row has. */
  unknownIds(table: TableWithIds, ids: readonly string[]): Promise<readonly string[]>;
}

/** A database that rows are brought to. */
export interface RowTarget {
  /** Writes the rows that are not there, in one unit; answers how many those were. */
  addMissing(table: MovedTable, rows: readonly MovedRow[]): Promise<number>;
  count(table: MovedTable): Promise<number>;
  idPages(table: TableWithIds): AsyncIterable<readonly string[]>;
}
