import { spawnSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
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
