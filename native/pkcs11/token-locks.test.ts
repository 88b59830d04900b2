import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdLocks } from './token-locks.ts';

const CHILD = fileURLToPath(new URL('guarded-login-child.suite.ts', import.meta.url));
const HOLDER = `
  import { holdLocks } from ${JSON.stringify(new URL('token-locks.ts', import.meta.url).href)};
  holdLocks([process.argv[1]]);
  process.stdout.write('held');
  setInterval(() => undefined, 1000);
`;
const BUSY = expect.objectContaining({ code: 'SIGNING_PROVIDER_UNAVAILABLE', kind: 'transient' }) as Error;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'token-locks-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => path.join(folder, name);

async function holdElsewhere(file: string) {
  const holder = spawn(process.execPath, ['--input-type=module-typescript', '-e', HOLDER, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  return holder;
}

describe('locks of tokens', () => {
  it('keep another process out until its holder ends, however that ends', async () => {
    const holder = await holdElsewhere(at('a.lock'));
    expect(() => holdLocks([at('a.lock')], 0)).toThrow(BUSY);
    holdLocks([at('b.lock')], 0)();
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    holdLocks([at('a.lock')], 0)();
  });

  it('are all given back when one cannot be had', async () => {
    const holder = await holdElsewhere(at('b.lock'));
    try {
      expect(() => holdLocks([at('a.lock'), at('b.lock')], 0)).toThrow(BUSY);
      // Says that it holds the lock, so that this ends only if nobody else does.
      (await holdElsewhere(at('a.lock'))).kill('SIGKILL');
    } finally {
      holder.kill('SIGKILL');
    }
  });

  it('are shared inside a process, and held until the last holder is done', async () => {
    const [first, second] = [holdLocks([at('a.lock')], 0), holdLocks([at('a.lock'), at('a.lock')], 0)];
    first();
    const holder = holdElsewhere(at('a.lock'));
    second();
    (await holder).kill('SIGKILL');
  });
});

describe('several processes with the same wrong PIN', () => {
  it('try it once', async () => {
    const children = Array.from({ length: 3 }, () =>
      spawn(process.execPath, [CHILD, folder, at('tries')], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    const said = children.map(({ stdout }) => {
      const chunks: string[] = [];
      stdout.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
      return chunks;
    });
    await expect.poll(() => said.map((chunks) => chunks.join(''))).toEqual(['ready\n', 'ready\n', 'ready\n']);
    const ended = children.map((child) => once(child, 'close'));
    for (const { stdin } of children) stdin.write('go');
    await Promise.all(ended);
    expect(readFileSync(at('tries'), 'utf8')).toBe('x');
    // The one that tried was refused by the token; the others found it refused, and wait for a person.
    const outcomes = said.map((chunks) => chunks.join('').replace('ready\n', '').trim());
    expect(outcomes.sort()).toEqual(['PIN_REFUSED', 'PIN_REFUSED', 'refused']);
  });
});
