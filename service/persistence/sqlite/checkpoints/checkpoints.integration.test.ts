import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { makeSlowDisk } from '../../../../e2e/actors/disk/slow-disk.ts';

const CHILD = fileURLToPath(new URL('writing-child.suite.ts', import.meta.url));
const PAGES = 40;
const WRITES = 150;

describe('checkpoints beside an event loop', () => {
  it.skipIf(process.platform !== 'linux')('leave it no sync to wait for, while it writes and after', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'checkpoints-'));
    const disk = makeSlowDisk(folder);
    const file = path.join(folder, 'station.db');
    const child = spawn(process.execPath, [CHILD, file, String(PAGES), String(WRITES)], {
      env: { ...process.env, ...disk.environment },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    try {
      expect(String(await once(child.stdout, 'data'))).toBe('open\n');
      disk.takeCounts();
      child.stdin.write('go\n');
      expect(String(await once(child.stdout, 'data'))).toBe('written []\n');
      const { onMainThread, elsewhere } = disk.takeCounts();
      expect(onMainThread).toBe(0);
      // One for each commit, and three for each of many checkpoints.
      expect(elsewhere).toBeGreaterThan(WRITES + 30);
      child.stdin.write('end\n');
      expect(await once(child, 'exit')).toEqual([0, null]);
      const database = new Sqlite(file, { readonly: true });
      expect(database.prepare('SELECT count(*) FROM signature_requests').pluck().get()).toBe(WRITES);
      expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
      database.close();
    } finally {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    }
  });
});
