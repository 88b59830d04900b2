import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AUTHORITIES, makeTestCa, type TestCa } from '../actors/ca/make-test-ca.ts';
import { writePkcs12 } from '../actors/ca/write-pkcs12.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { lastingRows } from './lasting-rows.ts';
import { multipartBody, openLoadClient } from './load-client.ts';
import { totalProcessorTime } from './measure-station.ts';
import { startQuickAuthority, type QuickAuthority } from './quick-authority.ts';
import { CLIENTS, jobsPerSecond, latencies } from './rates.ts';
import type { Row } from './row.ts';

const PASSWORD = 'bench';
const LEVELS = ['B', 'T', 'LT', 'LTA'] as const;
type Level = (typeof LEVELS)[number];

/** The share of level B's rate that is to be reached, and the timestamps that a signature needs. */
const REACHED: Readonly<Record<Exclude<Level, 'B'>, { readonly share: number; readonly requests: number }>> = {
  T: { share: 0.5, requests: 1 },
  LT: { share: 0.35, requests: 1 },
  LTA: { share: 0.25, requests: 2 },
};

/** The levels are measured by turns, so that what else the machine does is in all of them. */
const TURNS = 4;

/** Sums over the turns. */
interface LevelFigures {
  jobs: number;
  /** In which they were completed. */
  milliseconds: number;
  /** Of all processes of the station. */
  processorTime: number;
  /** Timestamps asked for. */
  requests: number;
  connections: number;
  /** Of one job after another. */
  readonly latencies: number[];
}

/**
 * PAdES of 100 KB at every level through one station, with an authority on this machine; then files of level LTA,
 * verified in this process and by EU DSS with the same anchors.
 */
export async function measureLevels(pdf: Uint8Array, sizes: { jobs: number; milliseconds: number }): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'station-bench-levels-'));
  const ca = makeTestCa(path.join(folder, 'ca'));
  ca.renewCrls();
  const authority = await startQuickAuthority(ca);
  const station = await stationAt(ca, authority, path.join(folder, 'data'));
  try {
    const figures = new Map<Level, LevelFigures>();
    const jobs = sizes.jobs / TURNS;
    for (let turn = 0; turn < TURNS; turn++) {
      for (const level of turn % 2 === 0 ? LEVELS : LEVELS.toReversed()) {
        const sums = figures.get(level) ?? noFigures();
        figures.set(level, sums);
        await measureTurn({ station, authority, sums }, { pdf, level, jobs });
      }
    }
    return [
      ...levelRows(figures),
      ...(await lastingRows(station, ca, { pdf, folder, milliseconds: sizes.milliseconds })),
    ];
  } finally {
    await station.dispose();
    await authority.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function stationAt(ca: TestCa, authority: QuickAuthority, dataDirectory: string): Promise<RunningStation> {
  const put = (folder: string, names: readonly string[]): void => {
    mkdirSync(path.join(dataDirectory, folder), { recursive: true, mode: 0o700 });
    for (const name of names) copyFileSync(ca.path(name), path.join(dataDirectory, folder, name));
  };
  put('trust-anchors', ['root.pem']);
  put('validation-data/certificates', ['intermediate.pem', 'issuing.pem']);
  put(
    'validation-data/crls',
    AUTHORITIES.map((name) => `${name}.crl`),
  );
  writePkcs12(ca, 'rsa-2048', ca.path('bench.p12'), PASSWORD);
  return startStation({
    dataDirectory,
    settings: {
      Environment: 'Production',
      'Timestamping:Url': authority.url,
      'Signing:Pfx:Path': ca.path('bench.p12'),
    },
    environment: { SERVICE_SECRET_SIGNING_PFX_PASSWORD: PASSWORD },
  });
}

function noFigures(): LevelFigures {
  return { jobs: 0, milliseconds: 0, processorTime: 0, requests: 0, connections: 0, latencies: [] };
}

interface Measured {
  readonly station: RunningStation;
  readonly authority: QuickAuthority;
  readonly sums: LevelFigures;
}

async function measureTurn(
  { station, authority, sums }: Measured,
  { pdf, level, jobs }: { readonly pdf: Uint8Array; readonly level: Level; readonly jobs: number },
): Promise<void> {
  const fields = { format: 'PAdES', profile: level, signingProvider: 'Pfx' };
  const client = await openLoadClient(station.url, multipartBody(fields, pdf), CLIENTS);
  try {
    await jobsPerSecond(client, jobs / 4);
    sums.latencies.push(...(await latencies(client, jobs / 8)));
    const [before, spent] = [authority.counts(), totalProcessorTime(station)];
    sums.milliseconds += (1_000 * jobs) / (await jobsPerSecond(client, jobs));
    const after = authority.counts();
    sums.jobs += jobs;
    sums.processorTime += totalProcessorTime(station) - spent;
    sums.requests += after.requests - before.requests;
    sums.connections += after.connections - before.connections;
  } finally {
    client.close();
  }
}

function levelRows(figures: ReadonlyMap<Level, LevelFigures>): Row[] {
  const rateOf = (one: LevelFigures | undefined): number =>
    one === undefined ? Number.NaN : (1_000 * one.jobs) / one.milliseconds;
  const costOf = (one: LevelFigures | undefined): number =>
    one === undefined ? Number.NaN : one.processorTime / one.jobs;
  const base = figures.get('B');
  return Object.entries(REACHED).flatMap(([level, { share, requests }]) => {
    const measured = figures.get(level as Level);
    if (measured === undefined) return [];
    const sorted = measured.latencies.toSorted((left, right) => left - right);
    const at = (part: number): string => (sorted[Math.floor(sorted.length * part)] ?? Number.NaN).toFixed(1);
    const [rate, cost] = [rateOf(measured), costOf(measured)];
    const rates = `${rate.toFixed(0)} jobs/s (B ${rateOf(base).toFixed(0)}); p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`;
    return [
      {
        what: `jobs/s at level ${level} beside level B, PAdES of 100 KB, timestamp authority on this machine`,
        measured: (100 * rate) / rateOf(base),
        unit: '%',
        better: 'higher',
        limit: `at least ${100 * share} %`,
        isReached: rate >= share * rateOf(base),
        limitedBy: 'processor time: the authority itself, paths and evidence, the check of each level',
        note: `${rates}; without the authority ${cost.toFixed(2)} ms of processor time (B ${costOf(base).toFixed(2)}): ${((100 * costOf(base)) / cost).toFixed(0)} %`,
      },
      {
        what: `timestamps asked for, a signature of level ${level}`,
        measured: measured.requests / measured.jobs,
        unit: 'requests',
        better: 'lower',
        limit: `at most ${requests + 0.1}`,
        isReached: measured.requests <= (requests + 0.1) * measured.jobs,
        limitedBy: 'the level',
        note: `${measured.connections} new connections in the run`,
      },
    ] satisfies Row[];
  });
}
