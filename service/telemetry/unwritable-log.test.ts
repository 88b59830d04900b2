import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** Writes lines without a pause, and says by its exit code that it came to its end. */
const PROGRAM = `
const { createLogger } = await import(${JSON.stringify(path.join(import.meta.dirname, 'logger.ts'))});
const logger = createLogger({ level: 'info', clock: () => new Date(), processName: 'test' });
for (let round = 0; round < 50; round++) {
  for (const level of ['info', 'error']) logger[level]('A line that nobody can keep.', { count: round });
  await new Promise((resolve) => setTimeout(resolve, 2));
}
process.exit(42);
`;

function run(stdio: 'pipe' | number): { readonly ended: Promise<number | null>; readonly close: () => void } {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], { stdio: ['ignore', stdio, stdio] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    ended,
    close: () => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
  };
}

describe('a log that cannot be written', () => {
  it('ends nothing when whoever read it has gone', async () => {
    const { ended, close } = run('pipe');
    close();
    expect(await ended).toBe(42);
  });

  it.runIf(existsSync('/dev/full'))('ends nothing when its file is on a full disk', async () => {
    const full = openSync('/dev/full', 'w');
    try {
      expect(await run(full).ended).toBe(42);
    } finally {
      closeSync(full);
    }
  });
});
