import { describe, expect, it } from 'vitest';
import { createLogger } from '../../service/telemetry/logger.ts';
import { endWith } from './fatal-end.ts';

function ending(showError: () => void): { lines: string[]; steps: string[]; end: (fault: unknown) => void } {
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
  };
  return { lines, steps, end: (fault) => endWith(fault, shell, logger) };
}

describe('endWith', () => {
  it('shows a box and ends, and quotes nothing of the fault', () => {
    const { lines, steps, end } = ending(() => undefined);
    end(new RangeError('MARKER of a document'));
    expect(steps).toEqual([expect.stringContaining('has to close'), 'exit 70']);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 'error', errorName: 'RangeError' },
    ]);
    expect([...lines, ...steps].join('\n')).not.toContain('MARKER');
  });

  it('ends also when no box can be shown', () => {
    const { steps, end } = ending(() => {
      throw new Error('no display');
    });
    expect(() => end('text')).toThrow('no display');
    expect(steps.at(-1)).toBe('exit 70');
  });
});
