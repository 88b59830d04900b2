import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

/**
 * The set-up scripts in a checkout of stand-ins: what would be installed, built and started writes down what it was
 * given instead.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
const NODE = path.join(ROOT, 'node_modules/node/bin/node');

let checkout: string;
beforeEach(async () => {
  checkout = await mkdtemp(path.join(tmpdir(), 'start-scripts-'));
  await cp(path.join(ROOT, 'resources/setup'), path.join(checkout, 'resources/setup'), { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) await cp(path.join(ROOT, file), path.join(checkout, file));
  for (const folder of ['bin', 'dist', 'node_modules/node/bin', 'node_modules/vite/bin']) {
    await mkdir(path.join(checkout, folder), { recursive: true });
  }
  await symlink(NODE, path.join(checkout, 'node_modules/node/bin/node'));
  await writeFile(path.join(checkout, 'bin/npm'), `#!${NODE}\n${witness('npm')}`);
  await chmod(path.join(checkout, 'bin/npm'), 0o755);
  await writeFile(path.join(checkout, 'resources/setup/bundle.mjs'), witness('bundle'));
  await writeFile(path.join(checkout, 'node_modules/vite/bin/vite.js'), witness('vite'));
  await writeFile(path.join(checkout, 'dist/headless.js'), witness('headless'));
});
afterEach(() => rm(checkout, { recursive: true, force: true }));

function witness(name: string): string {
  const file = JSON.stringify(path.join(checkout, `${name}.json`));
  return (
    `await (await import('node:fs/promises')).writeFile(${file}, ` +
    'JSON.stringify({ env: process.env, options: process.execArgv }));\n'
  );
}

async function seenBy(name: string): Promise<{ env: Record<string, string>; options: string[] }> {
  return JSON.parse(await readFile(path.join(checkout, `${name}.json`), 'utf8')) as {
    env: Record<string, string>;
    options: string[];
  };
}

function pathWithStandIn(): string {
  return [path.join(checkout, 'bin'), process.env['PATH']].join(path.delimiter);
}

it('shows secrets to the station alone, and opens no inspector in it', async () => {
  const env = {
    PATH: pathWithStandIn(),
    SERVICE_SECRET_SIGNING_PKCS11_PIN: 'marker-1',
    service_secret_timestamping_password: 'marker-2',
    NODE_OPTIONS: '--no-warnings',
    NODE_INSPECT_RESUME_ON_START: '1',
    NODE_COMPILE_CACHE: path.join(checkout, 'of-others'),
  };
  await promisify(execFile)(NODE, [path.join(checkout, 'resources/setup/start.mjs')], { env });
  for (const name of ['npm', 'bundle', 'vite']) {
    const { env: seen } = await seenBy(name);
    expect(seen['PATH'], name).toBe(env.PATH);
    expect(JSON.stringify(seen), name).not.toContain('marker');
  }
  const station = await seenBy('headless');
  expect(station.env).toMatchObject({
    SERVICE_SECRET_SIGNING_PKCS11_PIN: 'marker-1',
    service_secret_timestamping_password: 'marker-2',
  });
  const ofNode = Object.entries(station.env).filter(([name]) => name.startsWith('NODE_'));
  const compiled = path.join(checkout, 'dist/compile-cache');
  expect(ofNode).toEqual([['NODE_COMPILE_CACHE', compiled]]);
  // Whoever can write there decides what runs.
  expect((await stat(compiled)).mode & 0o777).toBe(0o700);
  expect(station.options).toEqual(['--disable-sigusr1']);
});

describe('when the shell ends that it was begun in', () => {
  /** Stands in for a station: tells its number, and that it was asked to end. */
  const STATION = `const { writeFileSync } = await import('node:fs');
process.on('SIGTERM', () => { writeFileSync('asked', ''); process.exit(0); });
setInterval(() => undefined, 1000);
writeFileSync('running', String(process.pid));\n`;
  let station = 0;
  afterEach(() => {
    if (station !== 0 && isRunning(station)) process.kill(station, 'SIGKILL');
    station = 0;
  });

  function isRunning(pid: number): boolean {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }

  /** Begins the start script in a shell, and ends the shell alone, as a signal to npm does. */
  async function endShell(env: Record<string, string>): Promise<void> {
    await writeFile(path.join(checkout, 'dist/headless.js'), STATION);
    const command = `'${NODE}' resources/setup/start.mjs; true`;
    const shell = spawn('/bin/sh', ['-c', command], { cwd: checkout, env: { PATH: pathWithStandIn(), ...env } });
    const running = path.join(checkout, 'running');
    await expect.poll(() => readFile(running, 'utf8').catch(() => ''), { timeout: 30_000 }).not.toBe('');
    station = Number(await readFile(running, 'utf8'));
    const ended = once(shell, 'exit');
    shell.kill('SIGTERM');
    await ended;
  }

  it("the station of `npm start` is asked to end: it would hold its port and data with nobody's knowledge", async () => {
    await endShell({ npm_lifecycle_event: 'start' });
    await expect.poll(() => isRunning(station), { timeout: 30_000 }).toBe(false);
    expect(await readdir(checkout)).toContain('asked');
  });

  it('one that was begun without npm goes on, as programs do', async () => {
    await endShell({});
    await setTimeout(2_000);
    expect(isRunning(station)).toBe(true);
  });
});

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      os: z.array(z.string()).optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

describe('a fresh checkout', () => {
  const lockIn = async (folder: string) =>
    Lock.parse(JSON.parse(await readFile(path.join(folder, 'package-lock.json'), 'utf8'))).packages;

  /** A stand-in for npm that tells where it was called, keeps the lock file, and brings what is started afterwards. */
  const NPM = `#!/bin/sh
pwd >> "$CHECKOUT/calls"; cp package-lock.json "$CHECKOUT/bin/"; rm -rf node_modules
mkdir -p node_modules/node/bin node_modules/vite/bin; touch node_modules/vite/bin/vite.js
ln -s '${NODE}' node_modules/node/bin/node\n`;

  async function run(script: string, ...args: string[]): Promise<string[]> {
    const env = { PATH: pathWithStandIn(), CHECKOUT: checkout };
    await promisify(execFile)(NODE, [path.join(checkout, 'resources/setup', script), ...args], { env });
    const calls = (await readFile(path.join(checkout, 'calls'), 'utf8')).trim().split('\n');
    return calls.map((folder) => path.relative(checkout, folder));
  }

  beforeEach(async () => {
    await rm(path.join(checkout, 'node_modules'), { recursive: true });
    await writeFile(path.join(checkout, 'bin/npm'), NPM);
  });

  it('is started with a part of the packages, and gets the others with the first command that needs them', async () => {
    expect(await run('start.mjs')).toEqual(['.install']);
    expect(await run('start.mjs')).toEqual(['.install']);
    expect(await run('build.mjs', '--to-run')).toEqual(['.install']);
    expect(await run('build.mjs')).toEqual(['.install', '']);
    expect(await run('start.mjs')).toEqual(['.install', '']);
    await writeFile(
      path.join(checkout, 'package-lock.json'),
      `${await readFile(path.join(ROOT, 'package-lock.json'), 'utf8')} `,
    );
    expect(await run('start.mjs')).toEqual(['.install', '', '']);
  });

  it('takes the part from the lock file with its hashes: all that the station needs, and no tool of tests', async () => {
    await run('start.mjs');
    const [part, whole] = [await lockIn(path.join(checkout, 'bin')), await lockIn(ROOT)];
    const places = Object.keys(part).filter((place) => place !== '');
    for (const place of places) expect({ ...part[place], os: null }, place).toEqual({ ...whole[place], os: null });
    expect(part['node_modules/@napi-rs/canvas-linux-x64-gnu']?.os, 'drawn with in tests alone').toEqual(['none']);
    for (const place of places) {
      for (const name of Object.keys(part[place]?.dependencies ?? {})) {
        const found = places.filter((each) => each === name || each.endsWith(`node_modules/${name}`));
        expect(found, `${name} of ${place}`).not.toEqual([]);
      }
    }
    for (const name of [
      ...Object.keys(whole['']?.dependencies ?? {}),
      'node',
      'rolldown',
      'vite',
      'svelte',
      'pdfjs-dist',
    ])
      expect(places).toContain(`node_modules/${name}`);
    for (const name of ['vitest', 'eslint', 'playwright', 'electron-builder', 'typescript'])
      expect(places).not.toContain(`node_modules/${name}`);
    expect(places.length).toBeLessThan(Object.keys(whole).length / 2);
  });
});
