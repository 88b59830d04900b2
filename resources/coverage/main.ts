import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  coverageByRoom,
  coverageFaults,
  coverageTable,
  floorsOf,
  type CoverageSummary,
  type Floors,
  type RoomCoverage,
} from './room-coverage.ts';
import { COUNTED_PROJECTS } from './unit-tests.ts';

const root = path.resolve(import.meta.dirname, '../..');
const floorsFile = path.join(import.meta.dirname, 'floors.json');

/**
 * `npm run coverage`: counts the unit tests, prints which share of each room they run, and ends with 1 when a room fell
 * below its floor. `--write` makes what is now the floors. With `--of=FOLDER` the tests have been counted already, as
 * the CI does it, and their figures lie there; which tests are not counted is in `unit-tests.ts`.
 */
function main(options: readonly string[]): void {
  const folder = options.find((option) => option.startsWith('--of='))?.slice('--of='.length);
  if (options.some((option) => option !== '--write' && !option.startsWith('--of='))) {
    throw new Error('Usage: npm run coverage [-- --write] [--of=FOLDER]');
  }
  const rooms = folder === undefined ? countUnitTests() : figuresIn(folder);
  if (options.includes('--write')) writeFileSync(floorsFile, `${JSON.stringify(floorsOf(rooms), null, 2)}\n`);
  const floors = JSON.parse(readFileSync(floorsFile, 'utf8')) as Floors;
  process.stdout.write(`\nWhat the unit tests run, by room:\n\n${coverageTable(rooms, floors)}\n\n`);
  const faults = coverageFaults(rooms, floors);
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}

function countUnitTests(): readonly RoomCoverage[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'station-coverage-'));
  try {
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
    const coverage = ['--coverage.enabled', `--coverage.reportsDirectory=${folder}`];
    const projects = COUNTED_PROJECTS.map((project) => `--project=${project}`);
    const args = [vitest, 'run', ...projects, '--reporter=dot', ...coverage];
    spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
    return figuresIn(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function figuresIn(folder: string): readonly RoomCoverage[] {
  const summary = readFileSync(path.join(folder, 'coverage-summary.json'), 'utf8');
  return coverageByRoom(JSON.parse(summary) as CoverageSummary, root);
}

main(process.argv.slice(2));
