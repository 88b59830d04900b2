import type { TstInfo } from '../../codecs/tsp/tst-info.ts';

/** Clocks of authorities need not agree to the second (EN 319 421 7.7.2: one second). */
export const CLOCK_SKEW_MILLISECONDS = 1000;

/**
 * Whether one timestamp was made after the other for certain. Which was first is known only where their times lie further
 * apart than both are accurate (RFC 3161 2.4.2); `isOfOne`: both are of one authority, whose times count as they are where
 * it says of both that they put them in order.
 */
export function isYounger(one: TstInfo, other: TstInfo, isOfOne = false): boolean {
  const isOrdered = isOfOne && one.ordering && other.ordering;
  const doubt = isOrdered ? 0 : one.accuracyMilliseconds + other.accuracyMilliseconds;
  return one.genTime.getTime() - other.genTime.getTime() > doubt + CLOCK_SKEW_MILLISECONDS;
}
