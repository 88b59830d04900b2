import path from 'node:path';
import { endOnSignals } from '../actors/ended-with-us.ts';
import { buildOfCommit } from '../actors/station/build-of-commit.ts';
import { readToolOptions } from '../actors/tool-options.ts';
import { hundredKilobytePdf } from './documents.ts';
import { readLastRun, writeRun } from './last-run.ts';
import { measureBacklog } from './measure-backlog.ts';
import { measureDesktop } from './measure-desktop.ts';
import { measureLargeDocuments } from './measure-documents.ts';
import { measureEngines } from './measure-engines.ts';
import { measureFolders } from './measure-folders.ts';
import { measureGrowth } from './measure-growth.ts';
import { measureHealth } from './measure-health.ts';
import { measureLevels } from './measure-levels.ts';
import { measureLists } from './measure-lists.ts';
import { measurePages } from './measure-pages.ts';
import { measureServers } from './measure-servers.ts';
import { measureStation, opensslSignsPerSecond, RATE_JOBS } from './measure-station.ts';
import { measureTokens } from './measure-tokens.ts';
import { measureSoak } from './measure-soak.ts';
import { measureUploads } from './measure-uploads.ts';
import { measureEnginePairs } from './paired-engines.ts';
import { measureStationPairs, printPairs } from './paired.ts';
import { paceOfCore, printRows } from './print-rows.ts';
import type { Row } from './row.ts';

/**
 * `npm run bench`: every figure beside its limit, all from one run on this machine, with what the last run said; also as
 * dist/bench.json. `--quick` leaves large documents and slow tokens out and takes about two minutes.
 * `--remote` measures a station on Postgres, RabbitMQ and S3 servers of this machine beside an embedded one instead.
 * `--lists` asks the lists of a station with 100,000 requests and 800,000 audit events, with every filter, instead.
 * `--folders=10000` drops so many documents into a watched folder at once instead.
 * `--desktop` measures how long the desktop program's window is kept waiting instead, in a stand-in for Electron.
 * `--pages` measures what a person waits for in the pages themselves instead, in Chromium.
 * `--health`, `--uploads`, `--backlog=100000`, `--growth=1000000`, `--soak=30`: what many and much do to a station, instead.
 * `--against=COMMIT` measures engines and station of this build and that commit's by turns and ends with 1 where a figure is
 * over a tenth worse.
 */
const { values } = readToolOptions({
  name: 'bench',
  options: {
    quick: { type: 'boolean', default: false, meaning: 'without large documents and slow tokens' },
    remote: { type: 'boolean', default: false, meaning: 'a station on servers instead' },
    desktop: { type: 'boolean', default: false, meaning: "how long the desktop program's window waits instead" },
    lists: { type: 'boolean', default: false, meaning: 'lists of a large station instead' },
    pages: { type: 'boolean', default: false, meaning: 'what a person waits for in the pages instead' },
    health: {
      type: 'boolean',
      default: false,
      meaning: 'how soon the host answers under load and on a slow disk instead',
    },
    uploads: { type: 'boolean', default: false, meaning: '2 GB taken in, and 16 uploads at once, instead' },
    backlog: { type: 'string', meaning: 'so many queued requests worked off instead' },
    growth: { type: 'string', meaning: 'requests of a large station, beside an empty one, instead' },
    soak: { type: 'string', meaning: 'so many minutes of everything instead: what grows' },
    folders: { type: 'string', meaning: 'so many documents in a watched folder instead' },
    against: { type: 'string', meaning: 'commit to compare this build with by turns' },
  },
});
endOnSignals();
const pdf = await hundredKilobytePdf();
if (values.against !== undefined) await compare(values.against);
else if (values.folders !== undefined) printRows(await measureFolders(pdf, Number(values.folders)), new Map());
else if (values.backlog !== undefined) printRows(await measureBacklog(Number(values.backlog)), new Map());
else if (values.growth !== undefined) printRows(await measureGrowth(Number(values.growth)), new Map());
else if (values.soak !== undefined) printRows(await measureSoak(pdf, Number(values.soak)), new Map());
else if (values.health) printRows(await measureHealth(pdf, 1_600), new Map());
else if (values.uploads) printRows(await measureUploads(), new Map());
else if (values.desktop) printRows(await measureDesktop(pdf, 2_000), new Map());
else if (values.lists) printRows(await measureLists(100_000), new Map());
else if (values.pages) printRows(await measurePages(), new Map());
else if (values.remote) await measureServers(pdf, 800, (rows) => printRows(rows, new Map()));
else await measureAll(values.quick);

async function measureAll(isQuick: boolean): Promise<void> {
  const target = path.resolve(import.meta.dirname, '../../dist/bench.json');
  const last = readLastRun(target);
  const opensslRate = opensslSignsPerSecond();
  console.log(paceOfCore(opensslRate));
  const rows: Row[] = [];
  for (const measure of parts(isQuick, opensslRate)) {
    const measured = await measure();
    printRows(measured, last);
    rows.push(...measured);
  }
  writeRun(target, rows);
}

/** One after another, so that what was measured is told even where a later part fails. */
function parts(isQuick: boolean, opensslRate: number): readonly (() => Promise<Row[]> | Row[])[] {
  const always = [
    () => measureStation(pdf, opensslRate, { jobs: isQuick ? RATE_JOBS.quick : RATE_JOBS.full }),
    () => measureEngines(pdf, isQuick ? 1_000 : 4_000),
  ];
  if (isQuick) return always;
  return [
    ...always,
    () => measureLevels(pdf, { jobs: 800, milliseconds: 4_000 }),
    () => measureTokens(pdf),
    () => measureLargeDocuments(),
  ];
}

async function compare(commit: string): Promise<void> {
  const checkout = buildOfCommit(commit);
  for (const measure of [measureEnginePairs, measureStationPairs]) {
    const pairs = await measure(pdf, checkout);
    printPairs(pairs, commit);
    if (pairs.some(({ isWorse }) => isWorse)) process.exitCode = 1;
  }
}
