import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

it('says of a file what is wrong without doing to the terminal what stands in its name', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cli-'));
  try {
    const named = path.join(folder, 'a\u001B[2Jb');
    mkdirSync(named);
    const cli = path.join(import.meta.dirname, 'cli.ts');
    const { status, stderr } = spawnSync(process.execPath, [cli, 'sign', named], { encoding: 'utf8' });
    expect(stderr).toMatch(/a\uFFFD\[2Jb is a folder/);
    expect(stderr).not.toContain('\u001B');
    expect(status).toBe(2);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it.skipIf(!existsSync('/dev/full'))('says in one sentence that its answers find no room', () => {
  const full = openSync('/dev/full', 'w');
  try {
    const cli = path.join(import.meta.dirname, 'cli.ts');
    const { status, stderr } = spawnSync(process.execPath, [cli, 'help'], {
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
    });
    expect(stderr).toBe(
      'The answers cannot be written: there is no space left; make room, or choose another folder.\n',
    );
    expect(status).toBe(1);
  } finally {
    closeSync(full);
  }
});

it('says what the machine refused as the station says it at its start', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cli-'));
  try {
    mkdirSync(path.join(folder, 'station.db'));
    const cli = path.join(import.meta.dirname, 'cli.ts');
    const words = [cli, 'api-key', 'create', '--name=x', `--Data:Directory=${folder}`];
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect(stderr).toMatch(
      /^The database .*station\.db cannot be opened \(EISDIR\): Where the station keeps a folder there is a file.*station\.db\. Move it away.*\n$/,
    );
    expect(status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it.runIf(process.platform === 'linux')('signs nothing where the document would go to an output that is closed', () => {
  const cli = path.join(import.meta.dirname, 'cli.ts');
  const run = (output: string) => {
    const script = `exec "$0" "$1" sign - --name letter.txt --url http://127.0.0.1:9 ${output}`;
    return spawnSync('sh', ['-c', script, process.execPath, cli], { encoding: 'utf8', input: 'text' });
  };
  const { status, stderr } = run('>&-');
  expect(stderr).toContain('Standard output is closed, and the document would be lost: use --out FOLDER.');
  expect(status).toBe(2);
  const keyless = `exec "$0" "$1" api-key create --name=x --Data:Directory=/nowhere >&-`;
  expect(spawnSync('sh', ['-c', keyless, process.execPath, cli], { encoding: 'utf8' }).stderr).toMatch(
    /key.*would be lost/,
  );
  expect(run('>/dev/null').status, 'whoever says so wants none').toBe(6);
});
