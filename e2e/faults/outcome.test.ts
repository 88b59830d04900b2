import { expect, it } from 'vitest';
import { isGood, refusalOf, type Outcome } from './outcome.ts';

const GOOD: Outcome = {
  ...{ seed: 1, fault: 'any', accepted: 10, seen: { '202': 10, '503': 3, none: 2 } },
  ...{ lost: 0, twice: 0, partial: 0, recoveryMilliseconds: 1 },
};

it('is no good outcome where a client was told that a sound request is wrong, and its code is kept', () => {
  expect(isGood(GOOD)).toBe(true);
  const refused = refusalOf(400, '{"status":400,"errorCode":"SIGNING_PROVIDER_UNAVAILABLE"}');
  expect(refused).toBe('400 SIGNING_PROVIDER_UNAVAILABLE');
  expect(isGood({ ...GOOD, seen: { ...GOOD.seen, [refused]: 1 } })).toBe(false);
  expect([refusalOf(503, '{}'), refusalOf(400, 'nothing')]).toEqual(['503', '400 without a code']);
});
