import { describe, expect, it } from 'vitest';
import type { VerificationAsker } from '../verification.ts';
import { FairQueue } from './fair-queue.ts';

const uploaded = (client: string): VerificationAsker => ({ kind: 'uploaded', client });
const stored = (client: string): VerificationAsker => ({ kind: 'stored', client });

function drain(queue: FairQueue<string>): string[] {
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  return taken;
}

describe('the queue before the verifiers', () => {
  it('lets clients take turns, however many of one wait', () => {
    const queue = new FairQueue<string>({ perClient: 10, perKind: 10 });
    for (const item of ['a1', 'a2', 'a3', 'a4']) queue.add(item, uploaded('a'));
    queue.add('b1', uploaded('b'));
    queue.add('c1', uploaded('c'));
    queue.add('c2', uploaded('c'));
    expect(queue.size).toBe(7);
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4']);
    expect(queue.size).toBe(0);
  });

  it('lets stored and uploaded documents take turns', () => {
    const queue = new FairQueue<string>({ perClient: 10, perKind: 10 });
    for (const item of ['u1', 'u2', 'u3']) queue.add(item, uploaded('a'));
    for (const item of ['s1', 's2']) queue.add(item, stored('a'));
    expect(drain(queue)).toEqual(['s1', 'u1', 's2', 'u2', 'u3']);
  });

  it('serves a newcomer next but one, not behind a crowd', () => {
    const queue = new FairQueue<string>({ perClient: 10, perKind: 10 });
    for (const item of ['a1', 'a2', 'a3']) queue.add(item, uploaded('a'));
    expect(queue.take()).toBe('a1');
    queue.add('b1', uploaded('b'));
    expect([queue.take(), queue.take()]).toEqual(['a2', 'b1']);
  });

  it('takes nothing in beyond the limits of a client and of a kind, and takes in again what was taken out', () => {
    const queue = new FairQueue<string>({ perClient: 2, perKind: 3 });
    expect(['1', '2', '3'].map((item) => queue.add(item, uploaded('a')))).toEqual([true, true, false]);
    expect([queue.add('4', uploaded('b')), queue.add('5', uploaded('c'))]).toEqual([true, false]);
    expect(queue.add('6', stored('a'))).toBe(true);
    expect(drain(queue)).toEqual(['6', '1', '4', '2']);
    expect(queue.add('7', uploaded('a'))).toBe(true);
  });

  it('begins again first what was begun, whatever the limits', () => {
    const queue = new FairQueue<string>({ perClient: 1, perKind: 1 });
    queue.add('waiting', stored('a'));
    queue.addAgain('begun');
    expect(drain(queue)).toEqual(['begun', 'waiting']);
  });
});
