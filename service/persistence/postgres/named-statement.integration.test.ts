import { Client, type PoolClient, type QueryResult } from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgresServer, type PostgresServer } from '../../../e2e/actors/postgres/postgres-server.ts';
import { describingOnce } from './named-statement.ts';

const TEXT =
  'SELECT $1::int AS number, $2::text AS text, $3::timestamptz AS moment, $4::bytea AS bytes, $5::bool AS bool';
/** Its number among the server's types. */
const INT4 = 23;
const VALUES = [7, 'ä', new Date('2026-03-04T05:06:07.089Z'), Buffer.from([0, 255]), true];
const ROW = { number: 7, text: 'ä', moment: VALUES[2], bytes: VALUES[3], bool: true };

describe('statements under names', () => {
  let server: PostgresServer;
  let client: Client;
  /** Messages that describe rows, as they come. */
  let described: number;

  beforeAll(async () => {
    server = await startPostgresServer();
    return () => server.dispose();
  });
  beforeEach(async () => {
    client = new Client({
      host: server.socketFolder,
      user: server.user,
      password: server.password,
      database: 'postgres',
    });
    await client.connect();
    described = 0;
    const { connection } = client as unknown as { readonly connection: NodeJS.EventEmitter };
    connection.on('rowDescription', () => (described += 1));
    return () => client.end();
  });

  const asked = (): Pick<PoolClient, 'query'> => describingOnce(client as unknown as PoolClient);

  it('are described once, and their rows read as pg reads them', async () => {
    const once = asked();
    const query = { name: 'all', text: TEXT, values: VALUES };
    const answers: QueryResult[] = [];
    for (let turn = 0; turn < 3; turn++) answers.push(await once.query(query));
    expect(answers.map(({ rows }) => rows as unknown)).toEqual([[ROW], [ROW], [ROW]]);
    expect((await client.query(TEXT, VALUES)).rows).toEqual([ROW]);
    // Once by us, once by pg.
    expect(described).toBe(2);
    expect((await once.query({ ...query, values: [null, null, null, null, undefined] })).rows).toEqual([
      { number: null, text: null, moment: null, bytes: null, bool: null },
    ]);
  });

  it('give lists of values, read by what comes with the statement', async () => {
    const once = asked();
    const asIs = (text: string): string => text;
    const own = { getTypeParser: (type: number) => (type === INT4 ? asIs : String) };
    const query = { name: 'list', text: 'SELECT $1::int AS number', rowMode: 'array' as const, types: own as never };
    expect((await once.query(query, [1])).rows).toEqual([['1']]);
    expect((await once.query(query, [2])).rows).toEqual([['2']]);
    expect((await once.query({ name: 'list', text: query.text, values: [3] })).rows).toEqual([{ number: 3 }]);
  });

  it('tell how many rows were written, also where none are answered', async () => {
    const once = asked();
    await once.query('CREATE TEMPORARY TABLE written (number int)');
    const insert = { name: 'insert', text: 'INSERT INTO written SELECT generate_series(1, $1::int)' };
    for (const count of [3, 0, 2]) {
      expect(await once.query(insert, [count])).toMatchObject({ rowCount: count, rows: [] });
    }
  });

  it('fail with what the server says, and go on', async () => {
    const once = asked();
    const divide = { name: 'divide', text: 'SELECT 6 / $1::int AS quotient' };
    await expect(once.query(divide, [0])).rejects.toMatchObject({ code: '22012' });
    expect((await once.query(divide, [2])).rows).toEqual([{ quotient: 3 }]);
    await expect(once.query(divide, [0])).rejects.toMatchObject({ code: '22012' });
    expect((await once.query(divide, [3])).rows).toEqual([{ quotient: 2 }]);
    await expect(once.query({ name: 'divide', text: 'SELECT 1' }, [])).rejects.toThrow('Two statements');
    expect((await once.query(divide, [6])).rows).toEqual([{ quotient: 1 }]);
  });

  it('leave to pg what has no name, and lists among the values', async () => {
    const once = asked();
    const any = { name: 'any', text: 'SELECT 2 = ANY($1::int[]) AS found' };
    expect((await once.query(any, [[1, 2]])).rows).toEqual([{ found: true }]);
    expect((await once.query('SELECT $1::int AS number', [5])).rows).toEqual([{ number: 5 }]);
  });
});
