import { expect, it } from 'vitest';
import { descriptor } from '../../use-cases/sample-answers.suite.ts';
import { StationOffer } from './stations.ts';

it('takes the offer of a station of an earlier version, which says nothing of PINs', () => {
  const { pinPrompt, ...earlier } = descriptor({ pinPrompt: 'batch' });
  expect(pinPrompt).toBe('batch');
  expect(StationOffer.parse({ providers: [], certificates: [earlier] }).certificates).toEqual([
    { ...earlier, pinPrompt: null },
  ]);
});
