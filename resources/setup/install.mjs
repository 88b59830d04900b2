import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packagesToRun } from './packages-to-run.mjs';
import { fingerprint, projectNode, readIfThere, ROOT } from './paths.mjs';
import { withoutSecrets } from './secrets.mjs';

const MODULES = path.join(ROOT, 'node_modules');
/** Hash of the lock file that is installed; with PART after it where only what runs the station is. */
const STAMP = path.join(MODULES, '.set-up');
const PART = ' to run';

/** Installs all locked packages where they are missing or not those of the lock file. */
export function ensureInstalled() {
  const wanted = fingerprint(['package-lock.json']);
  if (readIfThere(STAMP) === wanted && existsSync(projectNode())) return;
  npmCi(ROOT, 'Installing dependencies (npm ci) ...');
  writeFileSync(STAMP, wanted);
}

/**
 * Installs what the station needs to be built and run, a third of all packages in half the time, where nothing or only that
 * is installed; tests and tools come with the first command that needs them. Where all are, all are kept up to date.
 */
export function ensureInstalledToRun() {
  const installed = readIfThere(STAMP);
  const isPart = installed === undefined ? !existsSync(MODULES) : installed.endsWith(PART);
  // Windows refuses to move a folder while a scanner reads in it.
  if (!isPart || process.platform === 'win32') return ensureInstalled();
  const wanted = fingerprint(['package-lock.json']) + PART;
  if (installed === wanted && existsSync(projectNode())) return;
  installPart();
  writeFileSync(STAMP, wanted);
}

/** Beside the checkout's own files, which name all packages, and moved to their place when all are there. */
function installPart() {
  const folder = path.join(ROOT, '.install');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const read = (file) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
  const { manifest, lock } = packagesToRun(read('package.json'), read('package-lock.json'));
  for (const [file, content] of Object.entries({ 'package.json': manifest, 'package-lock.json': lock }))
    writeFileSync(path.join(folder, file), JSON.stringify(content));
  npmCi(folder, 'Installing what runs the station (npm ci of a part of package-lock.json) ...');
  rmSync(MODULES, { recursive: true, force: true });
  renameSync(path.join(folder, 'node_modules'), MODULES);
  rmSync(folder, { recursive: true, force: true });
}

function npmCi(cwd, saying) {
  console.log(saying);
  const result = spawnSync('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...withoutSecrets(process.env), ...nodeHeaders() },
  });
  if (result.status === 0) return;
  console.error('npm ci failed. pkcs11js is compiled while installing: it needs python3, make and a C++ compiler.');
  process.exit(result.status ?? 1);
}

/** pkcs11js compiles against Node's headers; where they are installed there is no need to download them. N-API fits any version. */
function nodeHeaders() {
  const isSet = 'npm_config_nodedir' in process.env;
  return !isSet && existsSync('/usr/include/node/node_api.h') ? { npm_config_nodedir: '/usr' } : {};
}
