import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled, ensureInstalledToRun } from './install.mjs';
import { fingerprint, projectNode, readIfThere, ROOT, sourceFiles } from './paths.mjs';
import { withoutSecrets } from './secrets.mjs';

const STAMP = path.join(ROOT, 'dist', '.build');
const SOURCES = [
  'client',
  'service',
  'worker',
  'native',
  'main',
  'renderer',
  'resources',
  'vite.config.ts',
  'package-lock.json',
];

/** Builds dist/ when a source file changed since the last build. */
export function ensureBuilt() {
  const wanted = fingerprint(sourceFiles(SOURCES).filter((file) => !/\.(test|suite)\.ts$/.test(file)));
  if (readIfThere(STAMP) === wanted && existsSync(path.join(ROOT, 'dist', 'headless.js'))) return;
  console.log('Building ...');
  run([path.join(ROOT, 'resources/setup/bundle.mjs')]);
  run([path.join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']);
  writeFileSync(STAMP, wanted);
}

function run(args) {
  const result = spawnSync(projectNode(), args, { cwd: ROOT, stdio: 'inherit', env: withoutSecrets(process.env) });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** By itself, before tests, tools and packages are made; with `--to-run` before the station's own commands. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--to-run')) ensureInstalledToRun();
  else ensureInstalled();
  ensureBuilt();
}
