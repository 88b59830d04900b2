import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';

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

/** Writes far more than a pipe takes, tells how much of it waits, then writes a line a moment until it is to end. */
const FLOOD = `
const { createLogger } = await import(${JSON.stringify(path.join(import.meta.dirname, 'logger.ts'))});
const logger = createLogger({ level: 'info', clock: () => new Date(), processName: 'test' });
const reason = 'x'.repeat(1_900);
for (let round = 0; round < 50; round++) {
  for (let count = 0; count < 400; count++) logger.info('A line that nobody reads.', { count, reason });
  await new Promise((resolve) => setImmediate(resolve));
}
process.send({ unread: process.stdout.writableLength });
process.on('message', () => process.exit(42));
setInterval(() => logger.info('Still here.'), 5);
`;

describe('a log that cannot be written', () => {
  it('ends nothing when whoever read it has gone', async () => {
    const { ended, close } = run('pipe');
    close();
    expect(await ended).toBe(42);
  });

  it.skipIf(!existsSync('/dev/full'))(
    'ends nothing either when it is told to a person, as the address is',
    async () => {
      const file = path.join(import.meta.dirname, 'console-log.ts');
      const program = `
const { tellPerson } = await import(${JSON.stringify(file)});
for (const isError of [false, true, false, true]) tellPerson('The address.', isError);
setTimeout(() => process.exit(42), 20);
`;
      const full = openSync('/dev/full', 'w');
      try {
        const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
          stdio: ['ignore', full, full],
        });
        expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(42);
      } finally {
        closeSync(full);
      }
    },
  );

  it('holds nothing up and takes little memory when its reader stalls, and tells what is missing when that reads on', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', FLOOD], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const { unread } = await new Promise<{ unread: number }>((resolve) => child.once('message', resolve as () => void));
    // 40 MB were written.
    expect(unread).toBeLessThan(2 * 1024 * 1024);
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    await vi.waitFor(() => expect(text).toContain('Still here.'), { timeout: 30_000 });
    child.send('end');
    expect(await ended).toBe(42);
    const lines = text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { message: string; count?: number });
    const missing = lines.filter(({ message }) => message.includes('dropped'));
    const kept = lines.filter(({ message }) => message.startsWith('A line')).length;
    expect(missing.reduce((sum, { count = 0 }) => sum + count, kept)).toBeGreaterThanOrEqual(20_000);
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
