import { Client } from 'pg';
import { openDesks, type Desks } from '../actors/station/desks.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { openCountingProxy } from '../actors/servers/counting-proxy.ts';
import { multipartBody, openLoadClient } from './load-client.ts';
import { totalProcessorTime } from './measure-station.ts';
import { measureTogether } from './measure-together.ts';
import { workerRows } from './measure-workers.ts';
import { CLIENTS, jobsPerSecond, latencies } from './rates.ts';
import type { Row } from './row.ts';

const FIELDS = { format: 'PAdES', profile: 'B', signingProvider: 'Pfx' };
const COUNTED_JOBS = 200;

interface StationFigures {
  readonly rate: number;
  readonly p50: number;
  /** Milliseconds of all processes of the station. */
  readonly processorTime: number;
}

/**
 * One station on Postgres, RabbitMQ and an S3 gateway of this machine beside an embedded one in the same run; what a job
 * asks of each server; and how the rate grows with workers. The servers share the processors with the stations. `tell`
 * hears of each part as it ends: what was measured is told even where a later part fails.
 */
export async function measureServers(
  pdf: Uint8Array,
  jobs: number,
  tell: (rows: readonly Row[]) => void,
): Promise<void> {
  const alone = await startStation();
  const embedded = await measureOne(alone, pdf, jobs).finally(() => alone.dispose());
  const desks = await openDesks({}, ['shared_preload_libraries=pg_stat_statements', 'max_connections=200']);
  try {
    const one = await desks.start('one');
    // One that goes on would take messages of the jobs of others, and leave each to the station that has its key.
    const shared = await measureOne(one, pdf, jobs).finally(() => one.stop());
    tell(besideRows(shared, embedded));
    tell([await measureTogether(desks, { body: multipartBody(FIELDS, pdf), jobs })]);
    tell(await costRows(desks, pdf));
  } finally {
    await desks.dispose();
  }
  // On servers of their own; the others would only take their processors.
  tell(await workerRows(pdf));
}

async function measureOne(station: RunningStation, pdf: Uint8Array, jobs: number): Promise<StationFigures> {
  const client = await openLoadClient(station.url, multipartBody(FIELDS, pdf), CLIENTS);
  try {
    await latencies(client, 20);
    const sorted = await latencies(client, jobs / 8);
    await jobsPerSecond(client, jobs / 4);
    const before = totalProcessorTime(station);
    const rate = await jobsPerSecond(client, jobs);
    const processorTime = (totalProcessorTime(station) - before) / jobs;
    return { rate, p50: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, processorTime };
  } finally {
    client.close();
  }
}

function besideRows(shared: StationFigures, embedded: StationFigures): Row[] {
  const ratio = shared.processorTime / embedded.processorTime;
  const rates = `${shared.rate.toFixed(0)} jobs/s on the servers, ${embedded.rate.toFixed(0)} embedded`;
  return [
    {
      what: "a station on servers: its own processor time a job, against the embedded station's, each as fast as it can",
      measured: ratio,
      unit: 'x',
      better: 'lower',
      limit: 'at most 1.3 x',
      isReached: ratio <= 1.3,
      limitedBy: 'statements, messages and requests instead of calls in a process',
      note: `${shared.processorTime.toFixed(2)} ms and ${embedded.processorTime.toFixed(2)} ms; ${rates}, p50 ${shared.p50.toFixed(0)} ms and ${embedded.p50.toFixed(0)} ms`,
    },
  ];
}

/** What the servers are asked for while jobs run, their ends heard over the event stream. */
async function costRows(desks: Desks, pdf: Uint8Array): Promise<Row[]> {
  const proxy = await openCountingProxy(desks.storage);
  const database = new Client({
    ...{ host: desks.postgres.socketFolder, user: desks.postgres.user, password: desks.postgres.password },
    database: 'postgres',
  });
  await database.connect();
  await database.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  const station = await desks.start('counted', { 'Storage:Endpoint': proxy.url });
  const client = await openLoadClient(station.url, multipartBody(FIELDS, pdf), CLIENTS);
  try {
    await jobsPerSecond(client, COUNTED_JOBS / 2);
    const [before, messages] = [proxy.counts(), messagesOf(desks)];
    await database.query('SELECT pg_stat_statements_reset()');
    await jobsPerSecond(client, COUNTED_JOBS);
    const statements = await statementsOf(database);
    const after = proxy.counts();
    const puts = ((after['PUT'] ?? 0) - (before['PUT'] ?? 0)) / COUNTED_JOBS;
    const all = (sum(after) - sum(before)) / COUNTED_JOBS;
    const sent = (messagesOf(desks) - messages) / COUNTED_JOBS;
    return [
      countRow('objects written (PUT)', puts, 2, `${all.toFixed(1)} requests of all kinds`),
      countRow('messages through the broker', sent, 1, 'those of jobs that nobody had to try again'),
      countRow(
        'statements in the database',
        statements,
        7,
        'with those of heartbeats and sweeps; commits counted, too',
      ),
    ];
  } finally {
    client.close();
    await database.end();
    await station.dispose();
    await proxy.close();
  }
}

function countRow(what: string, measured: number, limit: number, note: string): Row {
  return {
    what: `a job on servers: ${what}`,
    measured,
    unit: '',
    better: 'lower',
    limit: `at most ${limit}`,
    isReached: measured <= limit * 1.05,
    limitedBy: 'what the invariants need',
    note,
  };
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

/** Messages that publishers have given the broker so far. */
function messagesOf({ rabbit }: Desks): number {
  const text = rabbit.control('eval', 'rabbit_global_counters:overview().');
  return [...text.matchAll(/messages_received_total => (\d+)/g)].reduce((all, [, count]) => all + Number(count), 0);
}

async function statementsOf(database: Client): Promise<number> {
  const { rows } = await database.query<{ calls: string }>(
    'SELECT sum(calls) AS calls FROM pg_stat_statements WHERE query NOT LIKE $1',
    ['%pg_stat_statements%'],
  );
  return Number(rows[0]?.calls ?? 0) / COUNTED_JOBS;
}
