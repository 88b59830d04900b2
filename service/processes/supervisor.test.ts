import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExitReason, LaunchedProcess, ProcessLauncher } from './launcher.ts';
import { createLinkPair } from './link-pair.suite.ts';
import { supervise, type Supervised } from './supervisor.ts';

interface FakeChild {
  readonly end: (reason: ExitReason) => void;
}

function fakeLauncher(): { launcher: ProcessLauncher; children: FakeChild[] } {
  const children: FakeChild[] = [];
  const launcher: ProcessLauncher = {
    launch(): LaunchedProcess {
      const [ours, theirs] = createLinkPair();
      let end: (reason: ExitReason) => void = () => undefined;
      const exited = new Promise<ExitReason>((resolve) => {
        end = resolve;
      });
      theirs.onClose(() => end({ kind: 'exited', exitCode: 0 }));
      children.push({ end });
      return { pid: children.length, link: ours, exited, kill: () => end({ kind: 'killed', signal: 'SIGKILL' }) };
    },
  };
  return { launcher, children };
}

describe('supervise', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function start(onExit: (reason: ExitReason) => Promise<void> | void = () => undefined): {
    supervised: Supervised;
    children: FakeChild[];
    givenUp: number[];
  } {
    const { launcher, children } = fakeLauncher();
    const givenUp: number[] = [];
    const supervised = supervise({
      launcher,
      specification: { name: 'child', entry: '/none', args: [], env: {} },
      policy: {
        initialDelayMilliseconds: 100,
        maxDelayMilliseconds: 400,
        stableAfterMilliseconds: 5_000,
        maxDeathsInARow: 4,
        givenUpDelayMilliseconds: 60_000,
      },
      onStart: () => undefined,
      onExit,
      onGivenUp: (deaths) => givenUp.push(deaths),
      now: () => Date.now(),
    });
    return { supervised, children, givenUp };
  }

  it('starts what is started when needed at its first work, keeps it alive from then on, and never after its end', async () => {
    const { launcher, children } = fakeLauncher();
    const lazy = (): Supervised =>
      supervise({
        launcher,
        specification: { name: 'child', entry: '/none', args: [], env: {} },
        startsWhenNeeded: true,
        onStart: () => undefined,
        onExit: () => undefined,
        onGivenUp: () => undefined,
        now: () => Date.now(),
      });
    const supervised = lazy();
    expect([supervised.state(), supervised.report().pid, supervised.startNow()]).toEqual(['idle', null, false]);
    supervised.begin();
    supervised.begin();
    expect([supervised.state(), children.length]).toEqual(['running', 1]);
    children[0]?.end({ kind: 'killed', signal: 'SIGSEGV' });
    await vi.advanceTimersByTimeAsync(0);
    expect(children).toHaveLength(2);
    const never = lazy();
    await never.stop(0);
    never.begin();
    expect([never.state(), children.length]).toEqual(['stopped', 2]);
  });

  it('restarts at once after the first death and backs off after more of them', async () => {
    const { children } = start();
    children[0]?.end({ kind: 'killed', signal: 'SIGSEGV' });
    await vi.advanceTimersByTimeAsync(0);
    expect(children).toHaveLength(2);
    children[1]?.end({ kind: 'exited', exitCode: 1 });
    await vi.advanceTimersByTimeAsync(99);
    expect(children).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(children).toHaveLength(3);
  });

  it('says that it gives up after too many deaths in a row, and tries again slowly', async () => {
    const { supervised, children, givenUp } = start();
    for (let n = 0; n < 5; n++) {
      children.at(-1)?.end({ kind: 'exited', exitCode: 1 });
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(supervised.state()).toBe('given-up');
    expect(children).toHaveLength(5);
    expect(givenUp).toEqual([5]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(supervised.state()).toBe('running');
    expect(children).toHaveLength(6);
    children.at(-1)?.end({ kind: 'exited', exitCode: 1 });
    await vi.advanceTimersByTimeAsync(59_999);
    expect(givenUp).toEqual([5, 6]);
    expect(children).toHaveLength(6);
    await vi.advanceTimersByTimeAsync(5_001);
    expect(children).toHaveLength(7);
    children.at(-1)?.end({ kind: 'exited', exitCode: 1 });
    await vi.advanceTimersByTimeAsync(0);
    // It had lived for five seconds: the count begins anew.
    expect(children).toHaveLength(8);
  });

  it('does not try again once it was stopped', async () => {
    const { supervised, children } = start();
    for (let n = 0; n < 5; n++) {
      children.at(-1)?.end({ kind: 'exited', exitCode: 1 });
      await vi.advanceTimersByTimeAsync(1_000);
    }
    await supervised.stop(1_000);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(children).toHaveLength(5);
  });

  it('tells how it stands with the child, and starts it now when it is asked to', async () => {
    const { supervised, children } = start();
    await vi.advanceTimersByTimeAsync(700);
    expect(supervised.report()).toEqual({
      ...{ name: 'child', state: 'running', pid: 1, sinceMilliseconds: 700, deathsInARow: 0, lastExit: null },
    });
    expect(supervised.startNow()).toBe(false);
    for (let n = 0; n < 5; n++) {
      children.at(-1)?.end({ kind: 'killed', signal: 'SIGSEGV' });
      await vi.advanceTimersByTimeAsync(1_000);
    }
    const given = { state: 'given-up', pid: null, sinceMilliseconds: 1_000, deathsInARow: 5 };
    expect(supervised.report()).toMatchObject({ ...given, lastExit: { kind: 'killed', signal: 'SIGSEGV' } });
    expect(supervised.startNow()).toBe(true);
    expect(supervised.report()).toMatchObject({ state: 'running', pid: 6, deathsInARow: 0 });
    // The slow try that was due is not made any more: one child at a time.
    await vi.advanceTimersByTimeAsync(600_000);
    expect(children).toHaveLength(6);
  });

  it('starts nothing by hand while what the dead child held is given back, or once it is stopped', async () => {
    let giveBack: () => void = () => undefined;
    const { supervised, children } = start(() => new Promise((resolve) => (giveBack = resolve)));
    children[0]?.end({ kind: 'killed', signal: 'SIGKILL' });
    await vi.advanceTimersByTimeAsync(1);
    expect(supervised.startNow()).toBe(false);
    expect(children).toHaveLength(1);
    giveBack();
    await vi.advanceTimersByTimeAsync(0);
    expect(children).toHaveLength(2);
    const stopped = supervised.stop(1_000);
    await vi.advanceTimersByTimeAsync(0);
    giveBack();
    await stopped;
    expect(supervised.startNow()).toBe(false);
  });

  it('waits for what the dead child held to be given back before it starts the next', async () => {
    let giveBack: () => void = () => undefined;
    const { children } = start(
      () =>
        new Promise((resolve) => {
          giveBack = resolve;
        }),
    );
    children[0]?.end({ kind: 'killed', signal: 'SIGKILL' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(children).toHaveLength(1);
    giveBack();
    await vi.advanceTimersByTimeAsync(0);
    expect(children).toHaveLength(2);
  });

  it('stops by closing the link and does not restart', async () => {
    const { supervised, children } = start();
    await supervised.stop(1_000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(supervised.state()).toBe('stopped');
    expect(children).toHaveLength(1);
  });
});
