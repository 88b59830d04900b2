import { execFile } from 'node:child_process';
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
