import { asc, count, gt } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { AuditEvent } from '../../domain/records.ts';
import type { MovedRow, MovedTable, RowTarget, TableWithIds } from '../row-transfer.ts';
import { searchText } from './audit.ts';
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
import type { Units } from './units.ts';

const TARGETS = {
  storedFiles,
  certificates,
  signatureRequests,
  additionalInputs,
  batches,
  batchMembers,
  signingJobs,
  outboxMessages,
  archivedKeys,
  auditEvents,
  apiKeys,
} as const satisfies Readonly<Record<MovedTable, PgTable>>;

const PAGE_IDS = 1_000;

/** Takes the rows of another database. A row that is there, or in the place of another one, is left as it is. */
export function createRowTarget(units: Units): RowTarget {
  return {
    addMissing: (table, rows) =>
      units.write(
        async ({ database }) => {
          if (rows.length === 0) return 0;
          const target: PgTable = TARGETS[table];
          const values = rows.map((row) => completed(table, row));
          const { rowCount } = await database.insert(target).values(values).onConflictDoNothing();
          return rowCount ?? 0;
        },
        { isRepeatable: true },
      ),
    count: (table) =>
      units.read(async ({ database }) => {
        const target: PgTable = TARGETS[table];
        const [found] = await database.select({ rows: count() }).from(target);
        return found?.rows ?? 0;
      }),
    idPages: (table) => walkIds(units, table),
  };
}

/** What the table keeps beside the row. */
function completed(table: MovedTable, row: MovedRow): Record<string, unknown> {
  if (table !== 'auditEvents') return { ...row };
  // The order of writing becomes a new one, which the database counts by itself.
  const members = Object.entries(row).filter(([member]) => member !== 'sequence');
  // As the same table of another driver has it.
  return { ...Object.fromEntries(members), searchText: searchText(row as unknown as AuditEvent) };
}

async function* walkIds(units: Units, table: TableWithIds): AsyncGenerator<readonly string[]> {
  const target: PgTable = TARGETS[table];
  const id: PgColumn = TARGETS[table].id;
  let after = '';
  for (;;) {
    const rows = await units.read(({ database }) =>
      database.select({ id }).from(target).where(gt(id, after)).orderBy(asc(id)).limit(PAGE_IDS),
    );
    const ids = rows.map((row) => String(row.id));
    if (ids.length > 0) yield ids;
    const last = ids.at(-1);
    if (last === undefined || ids.length < PAGE_IDS) return;
    after = last;
  }
}
