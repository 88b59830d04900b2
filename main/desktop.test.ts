import { describe, expect, it } from 'vitest';
import type { Logger } from '../service/telemetry/logger.ts';
import { runDesktop, type DesktopShell, type RunningStation } from './desktop.ts';

const silent: Logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

function shell(isFirst = true): DesktopShell & { steps: string[]; fire: Record<string, () => unknown> } {
  const steps: string[] = [];
  const fire: Record<string, () => unknown> = {};
  return {
    steps,
    fire,
    requestSingleInstance: () => isFirst,
    whenReady: () => Promise.resolve(),
    onSecondInstance: (listener) => void (fire['second-instance'] = listener),
    onActivate: (listener) => void (fire['activate'] = listener),
    onAllWindowsClosed: (listener) => void (fire['all-closed'] = listener),
    onBeforeQuit: (listener) => void (fire['before-quit'] = listener),
    openWindow: (url) => {
      steps.push(`open ${url}`);
      return Promise.resolve();
    },
    showError: (title) => void steps.push(`error ${title}`),
    quit: () => void steps.push('quit'),
  };
}

function station(steps: string[]): () => Promise<RunningStation> {
  return () => {
    steps.push('start');
    return Promise.resolve({
      url: 'http://127.0.0.1:5080/',
      stop: () => {
        steps.push('stop');
        return Promise.resolve();
      },
    });
  };
}

describe('runDesktop', () => {
  it('starts the station and opens its window', async () => {
    const fake = shell();
    await runDesktop({ shell: fake, startStation: station(fake.steps), logger: silent });
    expect(fake.steps).toEqual(['start', 'open http://127.0.0.1:5080/']);
  });

  it('leaves at once when another instance runs', async () => {
    const fake = shell(false);
    await runDesktop({ shell: fake, startStation: station(fake.steps), logger: silent });
    expect(fake.steps).toEqual(['quit']);
  });

  it('says why it cannot start, then leaves', async () => {
    const fake = shell();
    await runDesktop({ shell: fake, startStation: () => Promise.reject(new Error('port taken')), logger: silent });
    expect(fake.steps).toEqual(['error Signing Station cannot start', 'quit']);
  });

  it('shows the window again for a second instance and on activation', async () => {
    const fake = shell();
    await runDesktop({ shell: fake, startStation: station(fake.steps), logger: silent });
    fake.fire['second-instance']?.();
    fake.fire['activate']?.();
    expect(fake.steps.filter((step) => step.startsWith('open'))).toHaveLength(3);
  });

  it('stops the station before it quits', async () => {
    const fake = shell();
    await runDesktop({ shell: fake, startStation: station(fake.steps), logger: silent });
    fake.fire['all-closed']?.();
    expect(fake.steps.at(-1)).toBe('quit');
    await fake.fire['before-quit']?.();
    expect(fake.steps.at(-1)).toBe('stop');
  });
});
