import { describe, expect, it } from 'vitest';
import { createLogger } from '../../service/telemetry/logger.ts';
import { german } from '../texts/german.ts';
import { endWith } from './fatal-end.ts';

interface Ended {
  readonly lines: string[];
  readonly steps: string[];
  readonly end: (fault: unknown) => void;
}

function ending({ mayStartAgain = false, canHold = false, showError = (): void => undefined }): Ended {
  const lines: string[] = [];
  const steps: string[] = [];
  const logger = createLogger({
    level: 'info',
    clock: () => new Date(0),
    processName: 'host',
    write: (line) => lines.push(line),
  });
  const shell = {
    showError: (title: string, text: string) => {
      steps.push(`${title} ${text}`);
      showError();
    },
    exit: (code: number) => void steps.push(`exit ${code}`),
    startAgain: () => void steps.push('start again'),
  };
  const hold = (): boolean => {
    steps.push('hold');
    return canHold;
  };
  const texts = (): typeof german => german;
  return {
    lines,
    steps,
    end: (fault) => endWith(fault, { shell, texts, mayStartAgain: () => mayStartAgain, hold, logger }),
  };
}

describe('endWith', () => {
  it('comes back by itself, and quotes nothing of the fault', () => {
    const { lines, steps, end } = ending({ mayStartAgain: true });
    end(new RangeError('MARKER of a document'));
    expect(steps).toEqual(['start again', 'exit 70']);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 'error', errorName: 'RangeError' },
    ]);
    expect([...lines, ...steps].join('\n')).not.toContain('MARKER');
  });

  it('has the next program ask the person when that happened too often', () => {
    const { steps, end } = ending({ canHold: true });
    end(new RangeError('MARKER'));
    expect(steps).toEqual(['hold', 'start again', 'exit 70']);
  });

  it('says it in a box where nothing can be remembered, in the language of the person', () => {
    const { steps, end } = ending({});
    end(new RangeError('MARKER'));
    expect(steps).toEqual(['hold', `${german.hasToClose} ${german.unexpected}`, 'exit 70']);
  });

  it('ends also when no box can be shown', () => {
    const { steps, end } = ending({
      showError: () => {
        throw new Error('no display');
      },
    });
    expect(() => end('text')).toThrow('no display');
    expect(steps.at(-1)).toBe('exit 70');
  });
});
