import { expect, it } from 'vitest';
import type { PinPrompt } from './pin-desk.ts';
import { settledPrompts } from './settled-prompts.ts';

const prompt = (count: number): PinPrompt => ({
  provider: { id: 'card', name: 'Desk card', type: 'SmartCard' },
  ...{ tenantId: 'default', thumbprint: null, documents: [], count },
  facts: {
    ...{ tokenLabel: 'desk', length: null, tries: 'unknown', isHeld: false },
    ...{ isOnReader: false, isPerDocument: false },
  },
});

/** What waits at each look; the last number stays. */
async function settled(...counts: number[]): Promise<{ readonly count: number | undefined; readonly pauses: number }> {
  let pauses = 0;
  const pins = {
    prompts: () => Promise.resolve([prompt(counts.length > 1 ? (counts.shift() ?? 0) : (counts[0] ?? 0))]),
  };
  const pause = (): Promise<void> => Promise.resolve(void (pauses += 1));
  const prompts = await settledPrompts(pins, pause);
  return { count: prompts[0]?.count, pauses };
}

it('waits while documents join, so that one question is for all of a batch', async () => {
  expect(await settled(4, 17, 39, 40)).toEqual({ count: 40, pauses: 4 });
  expect(await settled(1)).toEqual({ count: 1, pauses: 1 });
});

it('asks for what is left when some are taken back meanwhile', async () => {
  expect(await settled(3, 2)).toEqual({ count: 2, pauses: 1 });
});

it('asks at last, though a program sends without end', async () => {
  expect(await settled(...Array.from({ length: 100 }, (_, index) => index))).toEqual({ count: 15, pauses: 15 });
});
