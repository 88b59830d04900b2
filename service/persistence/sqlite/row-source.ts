import type Sqlite from 'better-sqlite3';
import { getTableColumns } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { MovedRow, MovedTable, RowSource } from '../row-transfer.ts';
import type { Writer } from './writer.ts';
import {
  additionalInputs,
  apiKeys,
  archivedKeys,
  auditEvents,
  batches,
  batchMembers,
  certificates,
  outboxMessages,
  signatureRequests,
  signingJobs,
  storedFiles,
} from './schema.ts';

interface Source {
  readonly name: string;
  readonly columns: SQLiteTable;
  /** What orders the rows, with a value before the first: the order of writing where the table keeps it. */
  readonly order: readonly (readonly [column: string, before: string | number])[];
}

const AS_WRITTEN = [['rowid', -1]] as const;

const SOURCES: Readonly<Record<MovedTable, Source>> = {
  storedFiles: { name: 'stored_files', columns: storedFiles, order: AS_WRITTEN },
  certificates: { name: 'certificates', columns: certificates, order: AS_WRITTEN },
  signatureRequests: { name: 'signature_requests', columns: signatureRequests, order: AS_WRITTEN },
  additionalInputs: {
    ...{ name: 'additional_inputs', columns: additionalInputs },
    order: [
      ['signature_request_id', ''],
      ['position', -1],
    ],
  },
  batches: { name: 'batches', columns: batches, order: [['id', '']] },
  batchMembers: {
    ...{ name: 'batch_members', columns: batchMembers },
    order: [
      ['batch_id', ''],
      ['position', -1],
    ],
  },
  signingJobs: { name: 'signing_jobs', columns: signingJobs, order: AS_WRITTEN },
  outboxMessages: { name: 'outbox_messages', columns: outboxMessages, order: AS_WRITTEN },
  archivedKeys: {
    ...{ name: 'archived_keys', columns: archivedKeys },
    order: [
      ['tenant_id', ''],
      ['idempotency_key', ''],
    ],
  },
  auditEvents: { name: 'audit_events', columns: auditEvents, order: AS_WRITTEN },
  apiKeys: { name: 'api_keys', columns: apiKeys, order: AS_WRITTEN },
};

/** So that a page fits into one statement of a server, with all its columns. */
const PAGE_ROWS = 200;

type RawRow = Readonly<Record<string, string | number | null>>;

/** Reads whole tables for a move to another database. Statements are made when asked for: a station never does. */
export function createRowSource(connection: Sqlite.Database, writer: Writer): RowSource {
  return {
    pages: (table) => walk(connection, writer, SOURCES[table]),
    count: (table) =>
      writer.read(
        () => connection.prepare<[], number>(`SELECT count(*) FROM ${SOURCES[table].name}`).pluck().get() ?? 0,
      ),
    unknownIds: (table, ids) =>
      writer.read(() => {
        const unknown = connection.prepare<[string], string>(
          `SELECT value FROM json_each(?) WHERE value NOT IN (SELECT id FROM ${SOURCES[table].name})`,
        );
        return unknown.pluck().all(JSON.stringify(ids));
      }),
  };
}

async function* walk(
  connection: Sqlite.Database,
  writer: Writer,
  { name, columns, order }: Source,
): AsyncGenerator<readonly MovedRow[]> {
  const keys = order.map(([column]) => column).join(', ');
  const places = order.map(() => '?').join(', ');
  const page = connection.prepare<(string | number)[], RawRow>(
    // Named, since SQLite calls a rowid by the column that stands for it.
    `SELECT *, ${order.map(([column]) => `${column} AS "${column}"`).join(', ')} FROM ${name}
     WHERE (${keys}) > (${places}) ORDER BY ${keys} LIMIT ${String(PAGE_ROWS)}`,
  );
  let after = order.map(([, before]) => before);
  for (;;) {
    const rows = await writer.read(() => page.all(...after));
    if (rows.length > 0) yield rows.map((row) => toRecord(row, columns));
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    after = order.map(([column, before]) => last[column] ?? before);
  }
}

function toRecord(row: RawRow, table: SQLiteTable): MovedRow {
  const members = Object.entries(getTableColumns(table)).map(([member, column]) => {
    const value = row[column.name] ?? null;
    return [member, value === null ? null : column.mapFromDriverValue(value)] as const;
  });
  return Object.fromEntries(members);
}
