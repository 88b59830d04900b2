import { expect, it } from 'vitest';
import { listLevels, type LevelFacts } from './list-levels.ts';

const offered = (facts: LevelFacts): string =>
  listLevels(facts)
    .map(({ profile, obstacle }) => `${profile}${obstacle === null ? '' : ` ${obstacle}`}`)
    .join(', ');

it.each<[LevelFacts, string]>([
  [
    { signsHere: true, hasTimestampAuthority: false, hasEvidence: true },
    'B, T NoTimestampAuthority, LT NoTimestampAuthority, LTA NoTimestampAuthority',
  ],
  [{ signsHere: true, hasTimestampAuthority: true, hasEvidence: false }, 'B, T, LT NoEvidence, LTA NoEvidence'],
  [{ signsHere: true, hasTimestampAuthority: true, hasEvidence: true }, 'B, T, LT, LTA'],
  [{ signsHere: false, hasTimestampAuthority: false, hasEvidence: false }, 'B, T, LT, LTA'],
])('%o offers %s', (facts, expected) => {
  expect(offered(facts)).toBe(expected);
});
