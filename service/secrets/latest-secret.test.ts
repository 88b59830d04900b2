import { describe, expect, it } from 'vitest';
import { latestSecret } from './latest-secret.ts';

describe('a secret that is read again', () => {
  it('is the new one at once, and the last one while it cannot be read, which is told once', async () => {
    let stored: string | undefined | Error = 'first';
    const secrets = {
      read: () => (stored instanceof Error ? Promise.reject(stored) : Promise.resolve(stored)),
    };
    const told: string[] = [];
    const read = await latestSecret(secrets, 'Database:Password', (sentence) => told.push(sentence));
    expect(await read()).toBe('first');
    stored = 'second';
    expect(await read()).toBe('second');
    stored = undefined;
    expect([await read(), await read()]).toEqual(['second', 'second']);
    stored = 'third';
    expect(await read()).toBe('third');
    stored = new Error('A secret file can be changed by other users of this machine.');
    expect([await read(), await read()]).toEqual(['third', 'third']);
    expect(told).toEqual([
      'The secret Database:Password is not set any more. What it was before goes on counting.',
      'The secret Database:Password cannot be read: A secret file can be changed by other users of this machine. ' +
        'What it was before goes on counting.',
    ]);
  });

  it('is the empty text where it was never set, and fails at once where the first reading does', async () => {
    const unset = await latestSecret({ read: () => Promise.resolve(undefined) }, 'A', () => expect.unreachable());
    expect(await unset()).toBe('');
    const failing = { read: () => Promise.reject(new Error('no')) };
    await expect(latestSecret(failing, 'A', () => undefined)).rejects.toThrow('no');
  });
});
