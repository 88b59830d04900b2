import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AUTHORITIES, makeTestCa, type TestCa } from '../actors/ca/make-test-ca.ts';
import { writePkcs12 } from '../actors/ca/write-pkcs12.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { lastingRows } from './lasting-rows.ts';
import { multipartBody, openLoadClient } from './load-client.ts';
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

interface LevelFigures {
  readonly rate: number;
  readonly p50: number;
  readonly p95: number;
  /** Timestamps asked for, a job. */
  readonly requests: number;
  readonly connections: number;
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
    for (const level of LEVELS) figures.set(level, await measureLevel(station, authority, pdf, level, sizes.jobs));
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

async function measureLevel(
  station: RunningStation,
  authority: QuickAuthority,
  pdf: Uint8Array,
  profile: Level,
  jobs: number,
): Promise<LevelFigures> {
  const fields = { format: 'PAdES', profile, signingProvider: 'Pfx' };
  const client = await openLoadClient(station.url, multipartBody(fields, pdf), CLIENTS);
  try {
    await latencies(client, 20);
    const sorted = await latencies(client, jobs / 8);
    await jobsPerSecond(client, jobs / 4);
    const before = authority.counts();
    const rate = await jobsPerSecond(client, jobs);
    const after = authority.counts();
    const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
    return {
      rate,
      ...{ p50: at(0.5), p95: at(0.95) },
      requests: (after.requests - before.requests) / jobs,
      connections: after.connections - before.connections,
    };
  } finally {
    client.close();
  }
}

function levelRows(figures: ReadonlyMap<Level, LevelFigures>): Row[] {
  const base = figures.get('B')?.rate ?? Number.NaN;
  return Object.entries(REACHED).flatMap(([level, { share, requests }]) => {
    const measured = figures.get(level as Level);
    if (measured === undefined) return [];
    const latency = `p50 ${measured.p50.toFixed(1)} ms, p95 ${measured.p95.toFixed(1)} ms`;
    return [
      {
        what: `jobs/s at level ${level} beside level B, PAdES of 100 KB, timestamp authority on this machine`,
        measured: (100 * measured.rate) / base,
        unit: '%',
        better: 'higher',
        limit: `at least ${100 * share} %`,
        isReached: measured.rate >= share * base,
        limitedBy: 'processor time: the authority itself, paths and evidence, the check of each level',
        note: `${measured.rate.toFixed(0)} jobs/s (B ${base.toFixed(0)}); ${latency}`,
      },
      {
        what: `timestamps asked for, a signature of level ${level}`,
        measured: measured.requests,
        unit: 'requests',
        better: 'lower',
        limit: `at most ${requests + 0.1}`,
        isReached: measured.requests <= requests + 0.1,
        limitedBy: 'the level',
        note: `${measured.connections} new connections in the run`,
      },
    ] satisfies Row[];
  });
}
