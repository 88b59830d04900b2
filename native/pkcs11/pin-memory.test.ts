import { expect, it } from 'vitest';
import type { PinLatchStore, PinRecord } from './pin-latch-store.ts';
import { PinMemory } from './pin-memory.ts';

it('remembers all certificates that a token shows in one write, and writes none of them again', () => {
  const files = new Map<string, readonly PinRecord[]>();
  let writes = 0;
  const store: PinLatchStore = {
    fingerprint: (tokenId, value) => `${tokenId} ${value}`,
    recall: (tokenId) => files.get(tokenId) ?? [],
    remember: (tokenId, records) => {
      writes += 1;
      files.set(tokenId, records);
    },
    hold: () => () => undefined,
  };
  const memory = new PinMemory(store);
  memory.noteShown('card', ['a', 'b', 'a']);
  memory.noteShown('card', ['b', 'a']);
  expect([writes, files.size, [...files.values()].flat().length]).toEqual([1, 1, 2]);
  memory.noteShown('card', ['c']);
  memory.noteShown('another', []);
  expect(writes).toBe(2);
  expect(['a', 'b', 'c', 'd'].map((thumbprint) => memory.hasShown('card', thumbprint))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(memory.hasShown('another', 'a')).toBe(false);
});
