import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

/**
 * The set-up scripts in a checkout of stand-ins: what would be installed, built and started writes down what it was
 * given instead.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
const NODE = path.join(ROOT, 'node_modules/node/bin/node');

let checkout: string;
beforeAll(async () => {
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
afterAll(() => rm(checkout, { recursive: true, force: true }));

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

it('shows secrets to the station alone, and opens no inspector in it', async () => {
  const env = {
    PATH: [path.join(checkout, 'bin'), process.env['PATH']].join(path.delimiter),
    SERVICE_SECRET_SIGNING_PKCS11_PIN: 'marker-1',
    service_secret_timestamping_password: 'marker-2',
    NODE_OPTIONS: '--no-warnings',
    NODE_INSPECT_RESUME_ON_START: '1',
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
  expect(Object.keys(station.env).filter((name) => name.startsWith('NODE_'))).toEqual([]);
  expect(station.options).toEqual(['--disable-sigusr1']);
});
