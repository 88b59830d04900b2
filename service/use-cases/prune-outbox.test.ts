import { describe, expect, it } from 'vitest';
import type { Persistence } from '../persistence/persistence.ts';
import { pruneOutbox } from './prune-outbox.ts';

const NOW = new Date('2026-03-04T05:06:07.000Z');

function bench(steps: readonly number[]) {
  const asked: Parameters<Persistence['prunePublishedMessages']>[0][] = [];
  const prunePublishedMessages: Persistence['prunePublishedMessages'] = (args) => {
    asked.push(args);
    const nextCursor = asked.length < steps.length ? asked.length * 10 : null;
    return Promise.resolve({ deleted: steps[asked.length - 1] ?? 0, nextCursor });
  };
  const ports = { persistence: { prunePublishedMessages } as Persistence, clock: () => NOW };
  return { asked, run: (isStopped?: () => boolean) => pruneOutbox(ports, isStopped) };
}

describe('pruneOutbox', () => {
  it('deletes step by step what was handed over a day ago, from where the step before ended', async () => {
    const { asked, run } = bench([500, 0, 3]);
    expect(await run()).toBe(503);
    expect(asked.map(({ cursor }) => cursor)).toEqual([null, 10, 20]);
    for (const { publishedBefore } of asked) expect(publishedBefore).toEqual(new Date('2026-03-03T05:06:07.000Z'));
  });

  it('stops between two steps when it is told to', async () => {
    const { asked, run } = bench([500, 500]);
    expect(await run(() => true)).toBe(500);
    expect(asked).toHaveLength(1);
  });
});
