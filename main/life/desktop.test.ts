import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Logger } from '../../service/telemetry/logger.ts';
import { runDesktop } from './desktop.ts';
import type { DesktopShell, RunningStation } from './desktop-shell.ts';
import { DesktopRefusal } from './start-faults.ts';

const silent: Logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

interface FakeShell extends DesktopShell {
  readonly steps: string[];
  readonly fire: Record<string, () => unknown>;
}

function shell(changes: Partial<DesktopShell> = {}): FakeShell {
  const steps: string[] = [];
  const fire: Record<string, () => unknown> = {};
  return {
    steps,
    fire,
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
    await runDesktop({ shell: fake, startStation: station(fake.steps), logger: silent, mayStartAgain: () => true });
    expect(fake.steps).toEqual(['start', 'open http://127.0.0.1:5080/']);
  });

  it('leaves at once when another instance runs', async () => {
    const fake = shell({ requestSingleInstance: () => false });
    await runDesktop({ shell: fake, startStation: station(fake.steps), logger: silent, mayStartAgain: () => true });
    expect(fake.steps).toEqual(['quit']);
  });

  it.each<[Error, string]>([
    [new DesktopRefusal('Not with this switch.'), 'Not with this switch.'],
    [Object.assign(new Error('listen EADDRINUSE 127.0.0.1'), { code: 'EADDRINUSE' }), 'Its port is taken'],
    [new Error('MARKER of a driver'), 'the log says where'],
  ])('says why it cannot start, then ends with a code', async (fault, text) => {
    const fake = shell();
    await runDesktop({
      shell: fake,
      startStation: () => Promise.reject(fault),
      logger: silent,
      mayStartAgain: () => true,
    });
    expect(fake.steps).toEqual([expect.stringContaining(text), 'exit 1']);
    expect(fake.steps[0]).not.toContain('MARKER');
  });

  it('shows the window again for a second instance and on activation', async () => {
    const fake = shell();
    await runDesktop({ shell: fake, startStation: station(fake.steps), logger: silent, mayStartAgain: () => true });
    fake.fire['second-instance']?.();
    fake.fire['activate']?.();
    expect(fake.steps.filter((step) => step.startsWith('open'))).toHaveLength(3);
  });

  it('says that the window cannot be shown and quits', async () => {
    const fake = shell({ openWindow: () => Promise.reject(new Error('ERR_CONNECTION_REFUSED')) });
    await runDesktop({ shell: fake, startStation: station(fake.steps), logger: silent, mayStartAgain: () => true });
    expect(fake.steps).toEqual(['start', expect.stringContaining('cannot show its window'), 'quit']);
  });

  it('holds a quit back until the station has stopped, and ends by exit', async () => {
    const fake = shell();
    await runDesktop({ shell: fake, startStation: station(fake.steps), logger: silent, mayStartAgain: () => true });
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
      logger: silent,
      mayStartAgain: () => true,
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
      logger: silent,
      mayStartAgain: () => true,
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
      logger: silent,
      mayStartAgain: () => true,
    });
    fake.fire['before-quit']?.();
    fake.fire['second-instance']?.();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fake.steps.slice(-3)).toEqual(['stop', 'start again', 'exit 0']);
  });

  it.each([
    [true, ['start again', 'exit 74']],
    [false, ['stop', 'exit 74']],
  ])('ends when its station fails, and comes back if it may: %s', async (mayStartAgain, end) => {
    const fake = shell();
    let fail: (fault: unknown) => void = () => undefined;
    const begin = station(fake.steps);
    await runDesktop({
      shell: fake,
      startStation: (onFailed) => {
        fail = onFailed;
        return begin();
      },
      logger: silent,
      mayStartAgain: () => mayStartAgain,
    });
    fail(new Error('MARKER'));
    fail(new Error('MARKER'));
    await vi.advanceTimersByTimeAsync(0);
    expect(fake.steps.slice(-2)).toEqual(end);
    expect(fake.steps.filter((step) => step.startsWith('error'))).toHaveLength(mayStartAgain ? 0 : 1);
    expect(fake.steps.join()).not.toContain('MARKER');
  });

  it('holds nothing back when the session ends, and stops as far as it gets', async () => {
    const fake = shell();
    await runDesktop({
      shell: fake,
      startStation: station(fake.steps, never),
      logger: silent,
      mayStartAgain: () => true,
    });
    fake.fire['session-end']?.();
    expect(fake.fire['before-quit']?.()).toBe(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(fake.steps.at(-1)).toBe('stop');
  });
});
