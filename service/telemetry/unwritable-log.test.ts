import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

/** Writes, starts a child, then writes more than a pipe takes. */
const PARENT = `
const { createForkLauncher } = await import(${JSON.stringify(path.join(import.meta.dirname, '../processes/fork/fork-launcher.ts'))});
const { writeToConsole } = await import(${JSON.stringify(path.join(import.meta.dirname, 'console-log.ts'))});
for (const isError of [true, false]) writeToConsole('Before it has children.', isError);
const launched = createForkLauncher(writeToConsole).launch({ name: 'child', entry: process.argv[1], args: [], env: {} });
await launched.exited;
for (let count = 0; count < 400; count++) writeToConsole('x'.repeat(1_900), count % 2 === 0);
process.exit(42);
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

  // A pipe of the shell's making, which children are given as it is, unlike the sockets that Node makes for its own.
  it.skipIf(process.platform === 'win32')('holds up no process that has children when its reader stalls', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'station-unread-'));
    const [pipe, script] = [path.join(folder, 'pipe'), path.join(folder, 'child.mjs')];
    execFileSync('mkfifo', [pipe]);
    writeFileSync(script, "console.log('A line of the child.');");
    const unread = openSync(pipe, constants.O_RDWR);
    try {
      const child = spawn(process.execPath, ['--input-type=module', '-e', PARENT, script], {
        stdio: ['ignore', unread, unread],
        // It would wait for ever.
        timeout: 60_000,
      });
      expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(42);
    } finally {
      closeSync(unread);
      rmSync(folder, { recursive: true });
    }
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
