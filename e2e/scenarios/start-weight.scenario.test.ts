import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const NODE = path.join(ROOT, 'node_modules/node/bin/node');
const COUNT = 'process.moduleLoadList.filter((name) => name.includes("undici")).length';
/** Says at the end of a process how much of Node's own HTTP client for browsers' `fetch` it has loaded. */
const WITNESS = `data:text/javascript,${encodeURIComponent(`process.on("exit", () => console.error(${COUNT}))`)}`;

it.each([
  ['headless.js', '--print-config'],
  ['cli.js', '--help'],
])('starts %s without an HTTP client that nobody asks', async (script, argument) => {
  const args = ['--import', WITNESS, path.join(ROOT, 'dist', script), argument];
  const { stderr } = await promisify(execFile)(NODE, args);
  expect(stderr.trim()).toBe('0');
});

it.each([
  ['headless.js', '--version', /^signing-station \d+\.\d+\.\d+\n$/],
  ['headless.js', '--help', /--config FILE[^]*--print-config/],
  ['cli.js', '--version', /^signing-station \d+\.\d+\.\d+\n$/],
])('answers %s %s, and starts nothing', async (script, argument, answer) => {
  const { stdout, stderr } = await promisify(execFile)(NODE, [path.join(ROOT, 'dist', script), argument]);
  expect([stdout, stderr]).toEqual([expect.stringMatching(answer), '']);
});

it('takes what an earlier start has compiled', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'compiled-'));
  // Node says of each file what became of it.
  const env = { NODE_COMPILE_CACHE: folder, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
  const start = async (): Promise<string[]> => {
    const script = path.join(ROOT, 'dist/headless.js');
    const { stderr } = await promisify(execFile)(NODE, [script, '--print-config'], { env, maxBuffer: 2 ** 24 });
    return stderr.split('\n').filter((line) => line.includes('cache for'));
  };
  await start();
  const said = await start();
  await rm(folder, { recursive: true });
  expect(said.filter((line) => line.includes('/launcher-') && line.includes('accepted'))).toHaveLength(1);
  expect(said.filter((line) => line.includes('rejected'))).toEqual([]);
});
