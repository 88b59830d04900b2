import { spawn } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const MODULE = path.join(import.meta.dirname, 'inspection.ts');

/** Runs a process that answers with its inspector's address after it has got SIGUSR1. */
function inspectorAfterSignal(
  prelude: string,
  patienceMilliseconds: number,
  ...options: readonly string[]
): Promise<string> {
  const script = `
    import inspector from 'node:inspector';
    ${prelude}
    process.stdout.write('ready');
    process.stdin.once('data', () => {
      process.kill(process.pid, 'SIGUSR1');
      // A closed one is waited for a moment, an open one as long as it takes.
      const end = Date.now() + ${patienceMilliseconds};
      setInterval(() => {
        if (inspector.url() === undefined && Date.now() < end) return;
        process.stdout.write(' ' + inspector.url());
        process.exit(0);
      }, 20);
    });`;
  const child = spawn(process.execPath, [...options, '--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return new Promise((resolve) => {
    let text = '';
    child.stdout.on('data', (data: Buffer) => {
      text += data.toString();
      if (text === 'ready') child.stdin.write('x');
    });
    child.once('exit', (code) => resolve(`${code} ${text}`));
  });
}

describe.skipIf(process.platform === 'win32')('inspectors', () => {
  it('open at SIGUSR1 in a process that does nothing about it', async () => {
    expect(await inspectorAfterSignal('', 20_000)).toContain('ws://');
  });

  it('stay closed in processes of the station', async () => {
    const call = `import { refuseInspection } from ${JSON.stringify(MODULE)}; refuseInspection();`;
    expect(await inspectorAfterSignal(call, 300)).toBe('0 ready undefined');
  });

  it('that are open already end the process', async () => {
    const call = `import { refuseInspection } from ${JSON.stringify(MODULE)}; refuseInspection();`;
    expect(await inspectorAfterSignal(call, 300, '--inspect=127.0.0.1:0')).toBe('1 ');
  });
});
