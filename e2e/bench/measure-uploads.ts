import { execFile, execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import type { Row } from './row.ts';

const MIB = 1024 * 1024;
const LARGE = 2_048 * MIB;
const PARALLEL = { files: 16, bytes: 100 * MIB } as const;
const LOOK_MILLISECONDS = 20;
const run = promisify(execFile);

/**
 * 2 GB taken in beside `cp` and `openssl dgst -sha256` of the same file, and 16 uploads of 100 MB at once: how fast, and how much the
 * host grows. The station has no worker, so that nothing else reads the disk; curl sends.
 */
export async function measureUploads(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'station-bench-uploads-'));
  const settings = { Roles: 'api,publisher,token-host', 'Signatures:MaxUploadBytes': String(LARGE) };
  const station = await startStation({ settings });
  try {
    const [large, part] = [path.join(folder, 'large.bin'), path.join(folder, 'part.bin')];
    write(large, LARGE);
    write(part, PARALLEL.bytes);
    await upload(station, part);
    const copied = secondsOf(() => {
      execFileSync('cp', ['--reflink=never', large, `${large}.copy`]);
      execFileSync('sync', [`${large}.copy`]);
      execFileSync('openssl', ['dgst', '-sha256', large]);
    });
    rmSync(`${large}.copy`);
    const one = await watched(station, () => upload(station, large));
    const many = await watched(station, () =>
      Promise.all(Array.from({ length: PARALLEL.files }, () => upload(station, part))),
    );
    return [
      rateRow(copied, one.seconds),
      memoryRow('2 GB taken in', one),
      memoryRow('16 uploads of 100 MB at once', many),
    ];
  } finally {
    await station.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(file: string, size: number): void {
  const [block, handle] = [randomBytes(MIB), openSync(file, 'w')];
  for (let at = 0; at < size; at += block.length) writeSync(handle, block);
  closeSync(handle);
}

async function upload(station: RunningStation, file: string): Promise<void> {
  const fields = ['format=CAdES', 'packaging=detached', 'profile=B', 'signingProvider=Pfx', `file=@${file}`];
  const form = fields.flatMap((field) => ['-F', field]);
  const url = `${station.url}/api/v1/signatures`;
  const { stdout } = await run('curl', ['-sS', '-o', '/dev/null', '-w', '%{http_code}', ...form, url]);
  if (stdout !== '202') throw new Error(`An upload of the benchmark was answered with ${stdout}.`);
}

interface Watched {
  readonly seconds: number;
  /** Resident MiB of the host before, and the most above it. */
  readonly before: number;
  readonly above: number;
}

async function watched(station: RunningStation, work: () => Promise<unknown>): Promise<Watched> {
  const resident = (): number => {
    const status = readFileSync(`/proc/${String(station.process.pid)}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
  };
  const [before, begun] = [resident(), performance.now()];
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, resident())), LOOK_MILLISECONDS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return { seconds: (performance.now() - begun) / 1_000, before, above: most - before };
}

function secondsOf(work: () => void): number {
  const begun = performance.now();
  work();
  return (performance.now() - begun) / 1_000;
}

function rateRow(copied: number, taken: number): Row {
  return {
    what: '2 GB taken in, against cp, sync and openssl dgst -sha256 of the file',
    measured: (100 * copied) / taken,
    unit: '%',
    better: 'higher',
    limit: 'at least 70 %',
    isReached: copied >= 0.7 * taken,
    limitedBy: 'bytes that cross a connection, are parsed, hashed and written by one thread',
    note: `${taken.toFixed(1)} s, the others ${copied.toFixed(1)} s`,
  };
}

function memoryRow(what: string, { seconds, before, above }: Watched): Row {
  return {
    what: `${what}: memory of the host above idle`,
    measured: above,
    unit: 'MiB',
    better: 'lower',
    limit: 'under 32 MiB',
    isReached: above < 32,
    limitedBy: 'buffers that wait for the collector',
    note: `${before.toFixed(0)} MiB before, ${seconds.toFixed(1)} s`,
  };
}
