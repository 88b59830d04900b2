import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Logger } from '../../service/telemetry/logger.ts';
import type { FaultView } from '../ipc/fault-messages.ts';
import { english } from '../texts/english.ts';
import { runDesktop as run, type DesktopOptions } from './desktop.ts';
import type { DesktopShell, RunningStation } from './desktop-shell.ts';
import { DesktopRefusal } from './start-faults.ts';

const silent: Logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** In English, and allowed to come back. */
const runDesktop = (options: Omit<DesktopOptions, 'texts' | 'logger' | 'mayStartAgain'> & Partial<DesktopOptions>) =>
  run({ texts: () => english, logger: silent, mayStartAgain: () => true, ...options });

interface FakeShell extends DesktopShell {
  /** What the person chooses on the page of a failure. */
  readonly choose: (choice: 'again' | 'quit') => void;
  readonly steps: string[];
  readonly fire: Record<string, () => unknown>;
}

function shell(changes: Partial<DesktopShell> = {}): FakeShell {
  const steps: string[] = [];
  const fire: Record<string, () => unknown> = {};
  const chosen = Promise.withResolvers<'again' | 'quit'>();
  let view: FaultView | undefined;
  return {
    steps,
    fire,
    choose: chosen.resolve,
    onPageGivenUp: (listener) => void (fire['page-given-up'] = listener),
    askAfterFault: (asked) => {
      view = asked;
      steps.push(`ask ${asked.kind} ${asked.reason?.words ?? ''}`);
      return chosen.promise;
    },
    raiseFault: () => view !== undefined,
    closeFault: () => {
      chosen.resolve('quit');
    },
    requestSingleInstance: () => true,
    whenReady: () => Promise.resolve(),
    onSecondInstance: (listener) => void (fire['second-instance'] = () => listener([])),
    onActivate: (listener) => void (fire['activate'] = listener),
    onAllWindowsClosed: (listener) => void (fire['all-closed'] = listener),
    onBeforeQuit: (listener) => void (fire['before-quit'] = listener),
    onSessionEnd: (listener) => void (fire['session-end'] = listener),
    openWindow: (url) => Promise.resolve(void steps.push(`open ${url}`)),
    showError: (title, text) => void steps.push(`error ${title}: ${text}`),
    quit: () => void steps.push('quit'),
    exit: (code) => void steps.push(`exit ${code}`),
    startAgain: () => void steps.push('start again'),
    ...changes,
  };
}

function station(steps: string[], stop = (): Promise<void> => Promise.resolve()): () => Promise<RunningStation> {
  return () => {
    steps.push('start');
    return Promise.resolve({
      url: 'http://127.0.0.1:5080/',
      watch: () => undefined,
      pins: null,
      waiting: () => Promise.resolve({ approvals: 0, pins: 0 }),
      stop: () => {
        steps.push('stop');
        return stop();
      },
    });
  };
}

const never = (): Promise<never> => new Promise(() => undefined);

describe('runDesktop', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('starts the station and opens its window', async () => {
    const fake = shell();
    await runDesktop({ shell: fake, startStation: station(fake.steps) });
    expect(fake.steps).toEqual(['start', 'open http://127.0.0.1:5080/']);
  });

  it('leaves at once when another instance runs', async () => {
    const fake = shell({ requestSingleInstance: () => false });
    await runDesktop({ shell: fake, startStation: station(fake.steps) });
    expect(fake.steps).toEqual(['quit']);
  });

  it.each<[Error, string]>([
    [new DesktopRefusal((texts) => texts.switchesRefused('--x')), '--x'],
    [Object.assign(new Error('listen EADDRINUSE 127.0.0.1'), { code: 'EADDRINUSE' }), 'Its port is taken'],
    [new Error('MARKER of a driver'), 'the log says where'],
  ])('says why it cannot start, then ends with a code', async (fault, text) => {
    const fake = shell();
    const ran = runDesktop({ shell: fake, startStation: () => Promise.reject(fault) });
    await vi.advanceTimersByTimeAsync(0);
    expect(fake.steps).toEqual([expect.stringMatching(/^ask not-started ./)]);
    expect(fake.steps[0]).toContain(text);
    expect(fake.steps[0]).not.toContain('MARKER');
    fake.choose('quit');
    await ran;
    expect(fake.steps.slice(1)).toEqual(['exit 1']);
  });

  it('starts again after a start that failed, when the person says so', async () => {
    const fake = shell();
    const ran = runDesktop({ shell: fake, startStation: () => Promise.reject(new Error('MARKER')) });
    fake.choose('again');
    await ran;
    expect(fake.steps.slice(1)).toEqual(['start again', 'exit 1']);
  });

  it('starts nothing when the one before failed too often, before the person says so', async () => {
    const fake = shell();
    const ran = runDesktop({ shell: fake, startStation: station(fake.steps), isHeld: true });
    await vi.advanceTimersByTimeAsync(60_000);
    fake.fire['second-instance']?.();
    expect(fake.steps).toEqual(['ask failed-often ']);
    fake.choose('again');
    await ran;
    expect(fake.steps.slice(1)).toEqual(['start again', 'exit 74']);
  });

  it('shows the window again for a second instance and on activation', async () => {
    const fake = shell();
    await runDesktop({ shell: fake, startStation: station(fake.steps) });
    fake.fire['second-instance']?.();
    fake.fire['activate']?.();
    expect(fake.steps.filter((step) => step.startsWith('open'))).toHaveLength(3);
  });

  it('says that the window cannot be shown and quits', async () => {
    const fake = shell({ openWindow: () => Promise.reject(new Error('ERR_CONNECTION_REFUSED')) });
    await runDesktop({ shell: fake, startStation: station(fake.steps) });
    fake.choose('quit');
    await vi.advanceTimersByTimeAsync(0);
    expect(fake.steps).toEqual(['start', 'ask no-page ', 'stop', 'exit 0']);
  });

  it('holds a quit back until the station has stopped, and ends by exit', async () => {
    const fake = shell();
    await runDesktop({ shell: fake, startStation: station(fake.steps) });
    fake.fire['all-closed']?.();
    expect(fake.steps.at(-1)).toBe('quit');
    expect(fake.fire['before-quit']?.()).toBe(false);
    expect(fake.fire['before-quit']?.()).toBe(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(fake.steps.slice(-2)).toEqual(['stop', 'exit 0']);
  });

  it.each([
    ['hangs', never, 15_000],
    ['fails', () => Promise.reject(new Error('MARKER')), 0],
  ])('ends also when the stop %s', async (_how, stop, waited) => {
    const fake = shell();
    await runDesktop({
      shell: fake,
      startStation: station(fake.steps, stop),
    });
    fake.fire['before-quit']?.();
    await vi.advanceTimersByTimeAsync(waited);
    expect(fake.steps.slice(-2)).toEqual(['stop', 'exit 1']);
  });

  it.each([
    [
      'is still starting',
      () => new Promise<void>((resolve) => setTimeout(resolve, 3_000)),
      ['start', 'stop', 'exit 0'],
    ],
    ['never starts', never, ['exit 1']],
  ])('ends when it is quit while the station %s', async (_when, started, steps) => {
    const fake = shell();
    const start = station(fake.steps);
    void runDesktop({
      shell: fake,
      startStation: () => started().then(start),
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(fake.fire['before-quit']?.()).toBe(false);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(fake.steps).toEqual(steps);
  });

  it('comes back after its end when it was started again during the stop', async () => {
    const fake = shell();
    const stop = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_000));
    await runDesktop({
      shell: fake,
      startStation: station(fake.steps, stop),
    });
    fake.fire['before-quit']?.();
    fake.fire['second-instance']?.();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fake.steps.slice(-3)).toEqual(['stop', 'start again', 'exit 0']);
  });

  async function failing(mayStartAgain: boolean): Promise<FakeShell> {
    const fake = shell();
    let fail: (fault: unknown) => void = () => undefined;
    const begin = station(fake.steps);
    await runDesktop({
      shell: fake,
      startStation: (onFailed) => {
        fail = onFailed;
        return begin();
      },
      mayStartAgain: () => mayStartAgain,
    });
    fail(new Error('MARKER'));
    fail(new Error('MARKER'));
    await vi.advanceTimersByTimeAsync(0);
    expect(fake.steps.join()).not.toContain('MARKER');
    return fake;
  }

  it('says that its station has failed, and comes back by itself', async () => {
    const fake = await failing(true);
    expect(fake.steps.slice(-2)).toEqual(['ask starting-again ', 'stop']);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(fake.steps.slice(-2)).toEqual(['start again', 'exit 74']);
  });

  it.each([
    ['again', ['start again', 'exit 74']],
    ['quit', ['stop', 'exit 74']],
  ] as const)('waits for the person when that happened too often: %s', async (choice, end) => {
    const fake = await failing(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fake.steps.slice(-2)).toEqual(['ask failed-often ', 'stop']);
    fake.choose(choice);
    await vi.advanceTimersByTimeAsync(0);
    expect(fake.steps.slice(-2)).toEqual(end);
  });

  it.each(['before-quit', 'session-end'])('does not come back when it is ended meanwhile by %s', async (end) => {
    const fake = await failing(true);
    fake.fire[end]?.();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fake.steps.slice(-2)).toEqual(['stop', 'exit 74']);
  });

  it('says that its page does not come up any more', async () => {
    const fake = shell();
    await runDesktop({ shell: fake, startStation: station(fake.steps) });
    fake.fire['page-given-up']?.();
    fake.choose('again');
    await vi.advanceTimersByTimeAsync(0);
    expect(fake.steps.slice(2)).toEqual(['ask no-page ', 'stop', 'start again', 'exit 0']);
  });

  it('holds nothing back when the session ends, and stops as far as it gets', async () => {
    const fake = shell();
    await runDesktop({
      shell: fake,
      startStation: station(fake.steps, never),
    });
    fake.fire['session-end']?.();
    expect(fake.fire['before-quit']?.()).toBe(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(fake.steps.at(-1)).toBe('stop');
  });
});
