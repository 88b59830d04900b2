import { readdirSync, readFileSync, type Dirent } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { descendantsOf } from '../actors/station/process-memory.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient, type StationClient } from '../actors/station/station-client.ts';
import { hundredKilobyteXml } from './documents.ts';
import { slopeOf } from './slope.ts';
import type { Row } from './row.ts';

const FORMATS = ['PAdES', 'XAdES', 'CAdES', 'ASiC_S', 'ASiC_E'] as const;
const SAMPLES = 100;
const WARM_UP_SHARE = 0.25;
/** One signer after another, so that some half of what the station can do is asked of it. */
const SIGNERS = 2;

interface Sample {
  /** Minutes since the start. */
  readonly at: number;
  readonly memory: number;
  readonly handles: number;
  /** Files in the data directory that are no document: what is left of uploads, attempts and hand-overs. */
  readonly files: number;
  /** Milliseconds from sending to Completed, the middle one since the last sample. */
  readonly latency: number;
}

/**
 * A station that signs in every format, verifies what it made and lists, for so many minutes: how memory, handles, files
 * and latency grow, as slopes with their standard error, the first quarter left out.
 */
export async function measureSoak(pdf: Uint8Array, minutes: number): Promise<Row[]> {
  const station = await startStation();
  const client = createStationClient(station.url);
  const [samples, times]: [Sample[], number[]] = [[], []];
  const begun = performance.now();
  const end = begun + minutes * 60_000;
  try {
    const documents = { PAdES: pdf, XAdES: hundredKilobyteXml(), CAdES: pdf, ASiC_S: pdf, ASiC_E: pdf } as const;
    const sign = async (first: number): Promise<void> => {
      for (let round = first; performance.now() < end; round += 1) {
        const format = FORMATS[round % FORMATS.length] ?? 'PAdES';
        times.push(await signed(client, documents[format], format, round));
      }
    };
    const look = async (): Promise<void> => {
      while (performance.now() < end) {
        await sleep((minutes * 60_000) / SAMPLES);
        const latency = middleOf(times.splice(0));
        if (latency !== undefined) samples.push(sampleOf(station, (performance.now() - begun) / 60_000, latency));
      }
    };
    await Promise.all([...Array.from({ length: SIGNERS }, (_, index) => sign(index)), look()]);
    return rowsOf(samples.filter(({ at }) => at >= WARM_UP_SHARE * minutes));
  } finally {
    await station.dispose();
  }
}

/** Milliseconds from sending to Completed; every tenth is verified, every one followed by a list. */
async function signed(
  client: StationClient,
  document: Uint8Array,
  format: (typeof FORMATS)[number],
  round: number,
): Promise<number> {
  const begun = performance.now();
  const { id } = await client.create(document, { format, fileName: format === 'XAdES' ? 'a.xml' : 'a.pdf' });
  const { status } = await client.finished(id);
  const took = performance.now() - begun;
  if (status !== 'Completed') throw new Error(`${id} ended as ${status}.`);
  if (round % 10 === 0) await client.verification(id);
  await client.list('count=true');
  return took;
}

function sampleOf({ process: host, dataDirectory }: RunningStation, at: number, latency: number): Sample {
  const pids = [host.pid ?? 0, ...descendantsOf(host.pid ?? 0)];
  const sumOf = (of: (pid: number) => number): number => pids.reduce((sum, pid) => sum + orZero(() => of(pid)), 0);
  return {
    at,
    latency,
    memory: sumOf(
      (pid) => Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8'))?.[1]) / 1024,
    ),
    handles: sumOf((pid) => readdirSync(`/proc/${String(pid)}/fd`).length),
    files: readdirSync(dataDirectory, { recursive: true, withFileTypes: true }).filter(isLeftOver).length,
  };
}

/** Documents as given in and as signed are two a request, and are to grow with the requests. */
function isLeftOver(entry: Dirent): boolean {
  return entry.isFile() && !/^(input|signed)\.bin$/.test(entry.name);
}

/** A process that has ended meanwhile counts nothing. */
function orZero(read: () => number): number {
  try {
    return read();
  } catch {
    return 0;
  }
}

function middleOf(values: readonly number[]): number | undefined {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)];
}

function rowsOf(samples: readonly Sample[]): Row[] {
  const row = (key: Exclude<keyof Sample, 'at'>, unit: string, most: number): Row => {
    const { slope, error } = slopeOf(samples.map((sample) => [sample.at, sample[key]]));
    const [first, last] = [samples[0]?.[key] ?? Number.NaN, samples.at(-1)?.[key] ?? Number.NaN];
    return {
      what: `growth of ${key} a minute, every format, verification and lists`,
      measured: slope,
      unit,
      better: 'lower',
      limit: `flat: within two errors of 0, or under ${String(most)}`,
      isReached: slope - 2 * error <= 0 || slope < most,
      limitedBy: 'what is kept for each request',
      note: `± ${error.toFixed(2)}; from ${first.toFixed(1)} to ${last.toFixed(1)} in ${String(samples.length)} samples`,
    };
  };
  return [
    row('memory', 'MiB/min', 0.5),
    row('handles', '/min', 0.1),
    row('files', '/min', 0.1),
    row('latency', 'ms/min', 0.2),
  ];
}
