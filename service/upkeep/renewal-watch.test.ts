import { expect, it, vi } from 'vitest';
import { describeRenewalLook, NOTHING_DUE, type RenewalLook } from '../use-cases/renew-on-schedule.ts';
import { createRenewalWatch } from './renewal-watch.ts';

it('remembers what did not work of the last look, and forgets it with one that went well', async () => {
  const all = { ...NOTHING_DUE, failedBefore: 1 };
  const results: (() => RenewalLook)[] = [
    () => all,
    () => {
      throw new Error('no database');
    },
    () => NOTHING_DUE,
  ];
  const error = vi.fn();
  const watch = createRenewalWatch({
    withinDays: 30,
    look: () => Promise.try(results.shift() ?? (() => NOTHING_DUE)),
    logger: { error },
  });
  expect(watch.fault()).toBeNull();
  const faults: unknown[] = [];
  for (let run = 0; run < 3; run += 1) {
    await watch.chore.run(() => false);
    faults.push(watch.fault());
  }
  expect(faults).toEqual([describeRenewalLook(all, 30), expect.stringContaining('failed; the log says why'), null]);
  expect(error).toHaveBeenCalledOnce();
});
