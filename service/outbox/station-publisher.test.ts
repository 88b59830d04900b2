import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { failureLog } from './station-publisher.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('tells of the first hand-off that failed at once, with its jobs, and of those that follow once a minute', () => {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const log = failureLog(
    createLogger({
      ...{ level: 'warn', clock: () => new Date(0), processName: 'test' },
      write: (line) => void lines.push(JSON.parse(line) as Readonly<Record<string, unknown>>),
    }),
  );
  const jobs = [{ jobId: 'J', signatureId: 'S', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }];
  for (let second = 0; second <= 120; second += 1) {
    log({ count: 36, jobs });
    vi.advanceTimersByTime(1_000);
  }
  const told = [
    { level: 'warn', count: 36 },
    { level: 'warn', jobId: 'J', signatureId: 'S', traceId: 'a'.repeat(32) },
  ];
  expect(lines).toMatchObject([...told, ...told, ...told]);
});
