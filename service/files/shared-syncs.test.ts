import { describe, expect, it } from 'vitest';
import { createSharedSyncs } from './shared-syncs.ts';

describe('syncs that are shared', () => {
  const held = () => {
    const ends: { resolve: () => void; reject: (fault: Error) => void }[] = [];
    const sync = (): Promise<void> => new Promise((resolve, reject) => ends.push({ resolve, reject }));
    return { ends, sync };
  };
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('stand for every caller that came before they began, and for none that came later', async () => {
    const { ends, sync } = held();
    const shared = createSharedSyncs();
    const done: string[] = [];
    const call = (name: string): void => void shared('folder', sync).then(() => done.push(name));
    for (const name of ['first', 'second', 'third']) call(name);
    expect(ends).toHaveLength(1);
    ends[0]?.resolve();
    await turn();
    expect([done, ends.length], 'the first sync may have missed what the others changed').toEqual([['first'], 2]);
    call('fourth');
    ends[1]?.resolve();
    await turn();
    expect([done, ends.length]).toEqual([['first', 'second', 'third'], 3]);
    ends[2]?.resolve();
    await turn();
    expect(done).toContain('fourth');
  });

  it('are those of one place each', () => {
    const { ends, sync } = held();
    const shared = createSharedSyncs();
    void shared('one', sync);
    void shared('other', sync);
    expect(ends).toHaveLength(2);
  });

  it('are done again after one that failed', async () => {
    const { ends, sync } = held();
    const shared = createSharedSyncs();
    const first = shared('folder', sync);
    const second = shared('folder', sync);
    ends[0]?.reject(new Error('no space'));
    await expect(first).rejects.toThrow('no space');
    await turn();
    ends[1]?.resolve();
    await second;
  });
});
