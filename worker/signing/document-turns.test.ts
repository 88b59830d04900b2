import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDocumentTurns, type DocumentTurn } from './document-turns.ts';

const ORDINARY = { id: 'a', interruptions: 0 };
const OTHER = { id: 'b', interruptions: 0 };
const SUSPECT = { id: 'suspect', interruptions: 1 };

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

/** Jobs whose steps are noted, and go on when they are told to. */
function bench() {
  const steps: string[] = [];
  const gates = new Map<string, () => void>();
  const turns = createDocumentTurns({
    away: (jobId) => void steps.push(`host: ${jobId} away`),
    back: (jobId) => {
      steps.push(`host: ${jobId} back`);
      return Promise.resolve();
    },
  });
  const step = async (name: string): Promise<string> => {
    steps.push(name);
    await new Promise<void>((resolve) => gates.set(name, resolve));
    return name;
  };
  const open = async (name: string): Promise<void> => {
    gates.get(name)?.();
    await settled();
  };
  return { steps, turns, step, open };
}

/** Whatever can go on without the clock has done so. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 3; turns += 1) await new Promise(setImmediate);
}

describe('the turns of jobs at their documents', () => {
  it('lets a suspect be at its document by itself: it waits for those before it, and those behind it wait', async () => {
    const { steps, turns, step, open } = bench();
    const at = (job: typeof ORDINARY, name: string) => turns.during(job, (turn) => turn.at(() => step(name)));
    const all = [at(ORDINARY, 'one'), at(OTHER, 'two'), at(SUSPECT, 'suspect'), at(ORDINARY, 'three')];
    await settled();
    expect(steps).toEqual(['one', 'two']);
    await open('two');
    expect(steps).toEqual(['one', 'two']);
    await open('one');
    expect(steps).toEqual(['one', 'two', 'host: suspect back', 'suspect']);
    await open('suspect');
    expect(steps.slice(3)).toEqual(['suspect', 'host: suspect away', 'three']);
    await open('three');
    expect(await Promise.all(all)).toEqual(['one', 'two', 'suspect', 'three']);
  });

  it('lets a suspect that waits for its device or an authority keep nobody waiting', async () => {
    const { steps, turns, step, open } = bench();
    const job = (turn: DocumentTurn): Promise<string> =>
      turn.at(async () => {
        await turn.away(() => step('authority hangs'));
        return step('suspect embeds');
      });
    const suspect = turns.during(SUSPECT, async (turn) => {
      await turn.at(() => step('suspect prepares'));
      await step('device hangs');
      return job(turn);
    });
    await open('suspect prepares');
    await open('suspect prepares');
    expect(steps).toEqual(['host: suspect back', 'suspect prepares', 'host: suspect away', 'device hangs']);
    await Promise.all([turns.during(ORDINARY, (turn) => turn.at(() => Promise.resolve('other')))]);
    await open('device hangs');
    const next = turns.during(OTHER, (turn) => turn.at(() => step('another')));
    await settled();
    expect(steps.slice(4)).toEqual(['host: suspect back', 'host: suspect away', 'authority hangs', 'another']);
    await open('authority hangs');
    expect(steps.slice(8)).toEqual([]);
    await open('another');
    expect(steps.slice(8)).toEqual(['host: suspect back', 'suspect embeds']);
    await open('suspect embeds');
    expect(await Promise.all([suspect, next])).toEqual(['suspect embeds', 'another']);
  });

  it('has the host know before a suspect is at its document, and that the one before it has left', async () => {
    const { steps, turns, step, open } = bench();
    const both = ['one', 'two'].map((id) =>
      turns.during({ id, interruptions: 1 }, async (turn) => {
        await turn.at(() => step(`${id} prepares`));
        await step(`${id} signs`);
      }),
    );
    await settled();
    expect(steps).toEqual(['host: one back', 'one prepares']);
    await open('one prepares');
    expect(steps.filter((each) => each !== 'one signs').slice(2)).toEqual([
      'host: one away',
      'host: two back',
      'two prepares',
    ]);
    for (const name of ['two prepares', 'one signs', 'two signs']) await open(name);
    await Promise.all(both);
  });

  it('lets those go first over which fewer processes have died', async () => {
    const { steps, turns, step, open } = bench();
    const at = (id: string, interruptions: number) =>
      turns.during({ id, interruptions }, (turn) => turn.at(() => step(id)));
    const all = [at('cause', 10), at('bystander', 1), at('ordinary', 0)];
    await settled();
    for (const name of ['bystander', 'ordinary']) await open(name);
    await vi.advanceTimersByTimeAsync(899);
    expect(steps.filter((each) => !each.startsWith('host'))).toEqual(['bystander', 'ordinary']);
    await vi.advanceTimersByTimeAsync(1);
    await settled();
    await open('cause');
    expect(await Promise.all(all)).toEqual(['cause', 'bystander', 'ordinary']);
  });

  it('tells the host of waits that last, and asks it in before the document is gone on with', async () => {
    const { steps, turns, step, open } = bench();
    const job = turns.during(ORDINARY, async (turn) => {
      await turn.at(() => step('prepare'));
      await step('sign');
      await turn.at(() => step('embed'));
      await step('complete');
    });
    await settled();
    await vi.advanceTimersByTimeAsync(60_000);
    await open('prepare');
    await vi.advanceTimersByTimeAsync(99);
    expect(steps).toEqual(['prepare', 'sign']);
    await vi.advanceTimersByTimeAsync(1);
    await open('sign');
    expect(steps.slice(2)).toEqual(['host: a away', 'host: a back', 'embed']);
    await open('embed');
    await open('complete');
    await job;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(steps.slice(5)).toEqual(['complete']);
  });

  it('lets what the documents before it have posted leave the process before a document is worked on', async () => {
    const { steps, turns } = bench();
    const posting = (name: string): Promise<unknown> => {
      steps.push(name);
      setImmediate(() => steps.push(`${name} is sent`));
      return Promise.resolve();
    };
    await turns.during(ORDINARY, (turn) => turn.at(() => posting('one')));
    await turns.during(OTHER, (turn) => turn.at(() => posting('two')));
    expect(steps).toEqual(['one', 'one is sent', 'two']);
  });

  it('goes on after a document that failed, and after a host that did not answer', async () => {
    const turns = createDocumentTurns({ away: () => undefined, back: () => Promise.reject(new Error('link closed')) });
    const fails = () => Promise.reject(new Error('no document'));
    await expect(turns.during(ORDINARY, (turn) => turn.at(fails))).rejects.toThrow('no document');
    await expect(turns.during(SUSPECT, (turn) => turn.at(fails))).rejects.toThrow('link closed');
    const late = turns.during(ORDINARY, (turn) =>
      turn.at(() => turn.away(() => new Promise((resolve) => setTimeout(resolve, 101)))),
    );
    const ended = expect(late).rejects.toThrow('link closed');
    await settled();
    await vi.advanceTimersByTimeAsync(101);
    await ended;
    expect(await turns.during(OTHER, (turn) => turn.at(() => Promise.resolve('next')))).toBe('next');
  });
});
