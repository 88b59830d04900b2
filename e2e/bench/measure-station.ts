import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { multipartBody, openLoadClient } from './load-client.ts';
import { CLIENTS, jobsPerSecond, latencies } from './rates.ts';
import type { Row } from './row.ts';

/** How many jobs are measured for the rate; a twentieth for the latency, a quarter to warm up. */
export const RATE_JOBS = { full: 4_000, quick: 1_600 } as const;
const FIELDS = { format: 'PAdES', profile: 'B', signingProvider: 'Pfx' };
/** Until its worker has been started and has read the code of all formats, and the host has given back what starting took. */
const REST_MILLISECONDS = 10_000;

export interface StationMeasurement {
  readonly jobs: number;
  /** Another checkout whose build is measured instead of this one's. */
  readonly checkout?: string;
  /** Where its data stays when it has ended; without it they go. */
  readonly keptIn?: string;
}

/** RSA-2048 private-key operations per second of one core, as openssl measures it now on this machine. */
export function opensslSignsPerSecond(): number {
  const output = execFileSync('openssl', ['speed', '-seconds', '3', 'rsa2048'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const line = output.split('\n').find((text) => text.startsWith('rsa 2048 bits'));
  return Number(line?.trim().split(/\s+/).at(-2) ?? Number.NaN);
}

/** Latency on an idle station, sustained rate, start-up time and memory of all its processes. */
export async function measureStation(
  pdf: Uint8Array,
  opensslRate: number,
  { jobs, checkout, keptIn }: StationMeasurement,
): Promise<Row[]> {
  const dataDirectory = mkdtempSync(path.join(keptIn ?? tmpdir(), 'station-'));
  const start = (): Promise<RunningStation> =>
    startStation({ dataDirectory, ...(checkout !== undefined && { checkout }) });
  const startedAt = performance.now();
  const first = await start();
  const coldStart = performance.now() - startedAt;
  await first.dispose();
  const immediateJob = await jobAtOnce(await start(), pdf);
  const begin = performance.now();
  const station = await start();
  const readyAfter = performance.now() - begin;
  const client = await openLoadClient(station.url, multipartBody(FIELDS, pdf), CLIENTS);
  try {
    await delay(REST_MILLISECONDS);
    const idleMemory = memoryOf(station);
    const [firstJob = Number.NaN] = await latencies(client, 1);
    await latencies(client, 50);
    const latency = await latencies(client, jobs / 20);
    await jobsPerSecond(client, jobs / 4);
    const before = processorTimes(station);
    const rate = await jobsPerSecond(client, jobs);
    const after = processorTimes(station);
    return [
      ...latencyRows(latency),
      ...rateRows(rate, opensslRate),
      processorTimeRow(before, after, jobs),
      ...startRows({ readyAfter, coldStart, immediateJob, firstJob, idleMemory }),
    ];
  } finally {
    client.close();
    await station.dispose();
    if (keptIn === undefined) rmSync(dataDirectory, { recursive: true, force: true });
  }
}

/** Milliseconds of the first job of a station that is ready just now; ends the station. */
async function jobAtOnce(station: RunningStation, pdf: Uint8Array): Promise<number> {
  const client = await openLoadClient(station.url, multipartBody(FIELDS, pdf), 1);
  try {
    const [latency = Number.NaN] = await latencies(client, 1);
    return latency;
  } finally {
    client.close();
    await station.dispose();
  }
}

function latencyRows(sorted: readonly number[]): Row[] {
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  const row = (name: string, measured: number, limit: number): Row => ({
    what: `accepted -> Completed, idle station, 100 KB PDF, RSA-2048 PFX, ${name}`,
    measured,
    unit: 'ms',
    better: 'lower',
    limit: `under ${limit} ms`,
    isReached: measured < limit,
    limitedBy: 'commits one after another, each with a sync of the disk',
  });
  return [row('p50', at(0.5), 10), row('p95', at(0.95), 20)];
}

function rateRows(rate: number, opensslRate: number): Row[] {
  return [
    {
      what: `sustained jobs/s end to end, ${CLIENTS} clients, full durability`,
      measured: rate,
      unit: 'jobs/s',
      better: 'higher',
      limit: 'at least 500/s',
      isReached: rate >= 500,
      limitedBy: 'processor time of the host, then of the worker',
    },
    {
      what: "the same rate as a share of one core's openssl rsa2048 signs/s",
      measured: (100 * rate) / opensslRate,
      unit: '%',
      better: 'higher',
      limit: 'at least 25 %',
      isReached: rate >= 0.25 * opensslRate,
      limitedBy: 'the same',
      note: `openssl speed rsa2048: ${opensslRate.toFixed(0)}/s in this run`,
    },
  ];
}

/**
 * Milliseconds until it is ready with data that is there, and with none; of the first job that comes at that moment, and of
 * one that comes when it rests; MiB of all its processes at rest, before any job.
 */
interface Beginning {
  readonly readyAfter: number;
  readonly coldStart: number;
  readonly immediateJob: number;
  readonly firstJob: number;
  readonly idleMemory: number;
}

function startRows({ readyAfter, coldStart, immediateJob, firstJob, idleMemory }: Beginning): Row[] {
  return [
    {
      what: 'ready to serve after start, warm disk, existing data',
      measured: readyAfter,
      unit: 'ms',
      better: 'lower',
      limit: 'under 500 ms',
      isReached: readyAfter < 500,
      limitedBy: 'loading the code of the host and the token-host',
      note: `with a new data directory: ${coldStart.toFixed(0)} ms`,
    },
    firstJobRow('first job of a station at rest', firstJob, 'code that runs for the first time'),
    firstJobRow('first job at once after the start, with the start of the worker', immediateJob, 'loading its code'),
    {
      what: 'idle memory of all processes (proportional set size)',
      measured: idleMemory,
      unit: 'MiB',
      better: 'lower',
      limit: 'under 120 MiB',
      isReached: idleMemory < 120,
      limitedBy: "Node's own memory in each process",
    },
  ];
}

function firstJobRow(what: string, measured: number, limitedBy: string): Row {
  return { what, measured, unit: 'ms', better: 'lower', limit: 'under 150 ms', isReached: measured < 150, limitedBy };
}

/** What a job costs whatever else the machine does meanwhile, which the rate tells only on a quiet one. */
function processorTimeRow(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>, jobs: number): Row {
  const shares = [...after].map(([role, time]) => ({ role, time: (time - (before.get(role) ?? 0)) / jobs }));
  const measured = shares.reduce((sum, { time }) => sum + time, 0);
  return {
    what: 'processor time a job, all processes',
    measured,
    unit: 'ms',
    better: 'lower',
    limit: 'at most 2.5 ms',
    isReached: measured <= 2.5,
    limitedBy: 'commits, HTTP and files in the host',
    note: shares.map(({ role, time }) => `${role} ${time.toFixed(2)}`).join(', '),
  };
}

/** Ticks of a Linux clock, in which /proc counts. */
const MILLISECONDS_PER_TICK = 10;

/** Milliseconds that each process has had of a processor so far, by role; its own and the system's for it. */
export function processorTimes(station: RunningStation): ReadonlyMap<string, number> {
  const processes = [{ role: 'host', pid: station.process.pid ?? 0 }, ...station.children()];
  const times = new Map<string, number>();
  for (const { role, pid } of processes) {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Counted from behind the name, which may hold anything.
    const [own, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    times.set(role, (times.get(role) ?? 0) + (Number(own) + Number(system)) * MILLISECONDS_PER_TICK);
  }
  return times;
}

/** The same of all of them together. */
export function totalProcessorTime(station: RunningStation): number {
  return [...processorTimes(station).values()].reduce((sum, time) => sum + time, 0);
}

/** Memory by proportional set size: what processes share is counted once. MiB. */
function memoryOf(station: RunningStation): number {
  const pids = [station.process.pid, ...station.children().map((child) => child.pid)];
  const kibibytes = pids.reduce<number>((sum, pid) => {
    const rollup = readFileSync(`/proc/${pid ?? 0}/smaps_rollup`, 'utf8');
    return sum + Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
  }, 0);
  return kibibytes / 1024;
}
