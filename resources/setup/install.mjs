import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fingerprint, projectNode, readIfThere, ROOT } from './paths.mjs';
import { withoutSecrets } from './secrets.mjs';

const STAMP = path.join(ROOT, 'node_modules', '.set-up');

/** Installs the locked dependencies when they are missing or not the ones of the lock file. */
export function ensureInstalled() {
  const wanted = fingerprint(['package-lock.json']);
  if (readIfThere(STAMP) === wanted && existsSync(projectNode())) return;
  console.log('Installing dependencies (npm ci) ...');
  const result = spawnSync('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...withoutSecrets(process.env), ...nodeHeaders() },
  });
  if (result.status !== 0) {
    console.error('npm ci failed. pkcs11js is compiled while installing: it needs python3, make and a C++ compiler.');
    process.exit(result.status ?? 1);
  }
  writeFileSync(STAMP, wanted);
}

/** pkcs11js compiles against Node's headers; where they are installed there is no need to download them. N-API fits any version. */
function nodeHeaders() {
  const isSet = 'npm_config_nodedir' in process.env;
  return !isSet && existsSync('/usr/include/node/node_api.h') ? { npm_config_nodedir: '/usr' } : {};
}
