import { describe, expect, it } from 'vitest';
import { MOVED_TABLES, type RowSource, type RowTarget } from '../persistence/row-transfer.ts';
import { findForeignRows, incompleteTables, moveRows } from './move-rows.ts';

type Ids = Readonly<Record<string, readonly string[]>>;

/** A database of which only the ids of its rows are known. */
function database(rows: Ids): { readonly from: RowSource; readonly to: RowTarget; readonly written: string[] } {
  const written: string[] = [];
  const count = (table: string): Promise<number> => Promise.resolve(rows[table]?.length ?? 0);
  async function* pages(table: string): AsyncIterable<never[]> {
    for (const id of await Promise.resolve(rows[table] ?? [])) yield [{ id }] as never[];
  }
  async function* idPages(table: string): AsyncIterable<readonly string[]> {
    for (const id of await Promise.resolve(rows[table] ?? [])) yield [id];
  }
  const unknownIds = (table: string, ids: readonly string[]): Promise<string[]> =>
    Promise.resolve(ids.filter((id) => !(rows[table] ?? []).includes(id)));
  const addMissing = (table: string, page: readonly unknown[]): Promise<number> => {
    written.push(table);
    return Promise.resolve(page.length);
  };
  return { from: { pages, count, unknownIds }, to: { addMissing, count, idPages }, written };
}

describe('moving rows', () => {
  it('finds rows at the target that the source never had, and lets those pass that were moved before', async () => {
    const { from } = database({ signatureRequests: ['a', 'b'] });
    expect(await findForeignRows({ from, to: database({ signatureRequests: ['b'] }).to })).toBeUndefined();
    const { to } = database({ signatureRequests: ['b', 'x', 'y'] });
    expect(await findForeignRows({ from, to })).toEqual({ table: 'signatureRequests', count: 2 });
  });

  it('writes all tables in the order that they refer to each other in, page by page', async () => {
    const { from } = database(Object.fromEntries(MOVED_TABLES.map((table) => [table, ['1', '2']])));
    const { to, written } = database({});
    const moved = await moveRows({ from, to });
    expect(written).toEqual(MOVED_TABLES.flatMap((table) => [table, table]));
    expect(moved.map(({ table }) => table)).toEqual([...MOVED_TABLES]);
    expect(moved[0]).toMatchObject({ rows: 2, added: 2, there: 0 });
  });

  it('calls a table incomplete that has fewer or more rows, but lets messages be more: jobs that go on get new ones', () => {
    const table = (name: 'auditEvents' | 'outboxMessages', rows: number, there: number) =>
      incompleteTables([{ table: name, rows, there, added: 0 }]);
    expect(table('auditEvents', 2, 2)).toEqual([]);
    expect(table('auditEvents', 2, 1)).toEqual(['auditEvents']);
    expect(table('auditEvents', 2, 3)).toEqual(['auditEvents']);
    expect(table('outboxMessages', 2, 3)).toEqual([]);
    expect(table('outboxMessages', 2, 1)).toEqual(['outboxMessages']);
  });
});
