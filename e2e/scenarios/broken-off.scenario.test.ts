import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HAS_RABBITMQ } from '../actors/servers/rabbitmq.ts';
import { HAS_RADOSGW } from '../actors/servers/radosgw.ts';
import { until } from '../actors/station/running-station.ts';

/** One that no tally has: the command goes on where it ended. */
const SEED = '--seed=1000003';

/** A command that has three servers and two stations, broken off by whoever has seen enough. */
describe.skipIf(!HAS_RABBITMQ || !HAS_RADOSGW)('a command on servers that is broken off', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'broken-off-'));
    // Postgres is a user of its own.
    chmodSync(folder, 0o755);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('by %s leaves no server, no station and no file', async (signal, code) => {
    const faults = path.resolve(import.meta.dirname, '../faults/main.ts');
    const env = { ...process.env, TMPDIR: folder };
    const running = spawn(process.execPath, [faults, SEED, 'the disk of one station is full'], { env });
    const ended = once(running, 'exit');
    const said: string[] = [];
    for (const output of [running.stdout, running.stderr]) output.on('data', (text) => said.push(String(text)));
    const stations = (): number => stationsOf(processesIn(folder));
    await until(() => stations() === 2 || running.exitCode !== null, 200_000);
    expect(stations(), said.join('')).toBe(2);
    running.kill(signal);
    expect(await ended, said.join('')).toEqual([code, null]);
    await expect.poll(() => processesIn(folder), { timeout: 60_000 }).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

/** What a station starts bears its command line for a moment, and is no station. */
function stationsOf(pids: readonly number[]): number {
  const named = pids.filter((pid) => commandLine(pid).includes('headless.js'));
  return named.filter((pid) => !named.includes(parentOf(pid))).length;
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s*(\d+)$/m.exec(read(`/proc/${String(pid)}/status`))?.[1]);
}

/** Ids of processes that were started with a path in this folder. */
function processesIn(folder: string): number[] {
  return processes().filter((pid) => pid !== process.pid && commandLine(pid).includes(folder));
}

function processes(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

function commandLine(pid: number): string {
  return read(`/proc/${String(pid)}/cmdline`);
}

/** Nothing where the process has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
