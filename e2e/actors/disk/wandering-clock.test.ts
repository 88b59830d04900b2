import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeWanderingClock } from './wandering-clock.ts';

const HOUR_SECONDS = 3_600;
const TELLS_TIME = `process.stdin.on('data', () => process.stdout.write(Date.now() + ' ' + Math.floor(performance.now())));`;

it.skipIf(process.platform !== 'linux')(
  'a wandering clock is set while a process runs, and its distances stay',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'wandering-clock-'));
    const clock = makeWanderingClock(folder);
    const child = spawn(process.execPath, ['-e', TELLS_TIME], {
      env: { ...process.env, ...clock.environment },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const tellsTime = async (): Promise<readonly number[]> => {
      child.stdin.write('?');
      return String(await once(child.stdout, 'data'))
        .split(' ')
        .map(Number);
    };
    try {
      const [first = 0] = await tellsTime();
      clock.setOff(-HOUR_SECONDS);
      const [earlier = 0, distance = 0] = await tellsTime();
      expect(first - earlier).toBeGreaterThan((HOUR_SECONDS / 2) * 1_000);
      clock.setOff(HOUR_SECONDS);
      const [later = 0, laterDistance = 0] = await tellsTime();
      expect(later - earlier).toBeGreaterThan(HOUR_SECONDS * 1_000);
      expect(laterDistance - distance).toBeLessThan((HOUR_SECONDS / 2) * 1_000);
    } finally {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    }
  },
);
