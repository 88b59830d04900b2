import {
  MOVED_TABLES,
  TABLES_WITH_IDS,
  type MovedTable,
  type RowSource,
  type RowTarget,
  type TableWithIds,
} from '../persistence/row-transfer.ts';
import type { UseCasePorts } from './ports.ts';
import { recoverJobs } from './recover-jobs.ts';

export interface MovedRows {
  readonly table: MovedTable;
  readonly rows: number;
  /** Those of them that were not there before. */
  readonly added: number;
  /** Rows of the table at the target afterwards. */
  readonly there: number;
}

interface BothDatabases {
  readonly from: RowSource;
  readonly to: RowTarget;
}

/** The first table of the target that has rows which the source does not have, with how many of them. */
export async function findForeignRows({
  from,
  to,
}: BothDatabases): Promise<{ readonly table: TableWithIds; readonly count: number } | undefined> {
  for (const table of TABLES_WITH_IDS) {
    let count = 0;
    for await (const ids of to.idPages(table)) count += (await from.unknownIds(table, ids)).length;
    if (count > 0) return { table, count };
  }
  return undefined;
}

/** Writes every row that is not there yet, table by table and page by page; what was written stays when it is broken off. */
export async function moveRows({ from, to }: BothDatabases): Promise<readonly MovedRows[]> {
  const moved: MovedRows[] = [];
  for (const table of MOVED_TABLES) {
    let added = 0;
    for await (const page of from.pages(table)) added += await to.addMissing(table, page);
    moved.push({ table, added, rows: await from.count(table), there: await to.count(table) });
  }
  return moved;
}

/** The tables that do not hold what they should. Jobs that go on get messages of their own beside those that were moved. */
export function incompleteTables(moved: readonly MovedRows[]): readonly MovedTable[] {
  return moved
    .filter(({ table, rows, there }) => (table === 'outboxMessages' ? there < rows : there !== rows))
    .map(({ table }) => table);
}

/**
 * Lets the jobs that have not ended go on at the target: the source's processes hold none of them any more, and what
 * lay on its queue gets a new message in the outbox. Answers how many messages were written.
 */
export async function resumeMovedJobs(
  ports: Pick<UseCasePorts, 'persistence' | 'clock' | 'newId' | 'logger'>,
  installationId: string,
): Promise<number> {
  await ports.persistence.releaseClaims(`${installationId}/`, ports.clock(), 'nobody');
  const broker = { heldMessages: () => Promise.resolve(new Set<string>()) };
  return recoverJobs({ ...ports, broker }, () => false);
}
