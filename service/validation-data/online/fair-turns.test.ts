import { expect, it } from 'vitest';
import { FairTurns } from './fair-turns.ts';

const limits = { atOnce: 3, atOncePerClient: 2, waitingPerClient: 2, waiting: 3 };
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function workshop(): { begin: (client: string) => Promise<string>; begun: string[]; end: (name: string) => void } {
  const turns = new FairTurns(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  let count = 0;
  return {
    begun,
    begin(client) {
      const name = `${client}${++count}`;
      if (!turns.hasRoom(client)) return Promise.resolve('no room');
      return turns.run(client, async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return name;
      });
    },
    end: (name) => ends.get(name)?.(),
  };
}

it('lets a client in while another one has a crowd that takes long', async () => {
  const { begin, begun, end } = workshop();
  const first = begin('a');
  for (let more = 0; more < 3; more++) void begin('a');
  await settled();
  expect(begun).toEqual(['a1', 'a2']);
  void begin('b');
  await settled();
  expect(begun).toEqual(['a1', 'a2', 'b5']);
  end('a1');
  expect(await first).toBe('a1');
  await settled();
  expect(begun).toEqual(['a1', 'a2', 'b5', 'a3']);
});

it('has room for so many that wait, of one client and of all', async () => {
  const { begin, begun, end } = workshop();
  for (let more = 0; more < 4; more++) void begin('a');
  expect(await begin('a')).toBe('no room');
  for (let more = 0; more < 3; more++) void begin('b');
  await settled();
  expect(begun).toEqual(['a1', 'a2', 'b6']);
  expect(await begin('c')).toBe('no room');
  for (const name of ['a1', 'a2', 'b6']) end(name);
  await settled();
  const last = begin('c');
  for (const name of ['a3', 'a4', 'b7']) end(name);
  await settled();
  for (const name of ['b8', 'c10']) end(name);
  expect(await last).toBe('c10');
});

it('goes on after work that fails', async () => {
  const turns = new FairTurns({ ...limits, atOnce: 1, atOncePerClient: 1 });
  await expect(turns.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.run('a', () => Promise.resolve(1))).toBe(1);
});
