import type { PinDesk, PinPrompt } from './pin-desk.ts';

/** How long nothing more has to come before a person is asked. */
const QUIET_MILLISECONDS = 1_000;
/** A program that sends without end keeps nobody from being asked. */
const MOST_PAUSES = 15;

/** Told how long the pause is to be. */
export type Pause = (milliseconds: number) => Promise<unknown>;

/**
 * What waits for PINs once no more documents join it: those of a batch come one after the other, and one question is for
 * all of them, as the page has said. Rejects as `prompts` does.
 */
export async function settledPrompts(pins: Pick<PinDesk, 'prompts'>, pause: Pause): Promise<readonly PinPrompt[]> {
  let prompts = await pins.prompts();
  for (let pauses = 0; pauses < MOST_PAUSES; pauses += 1) {
    const before = waiting(prompts);
    await pause(QUIET_MILLISECONDS);
    prompts = await pins.prompts();
    if (waiting(prompts) <= before) break;
  }
  return prompts;
}

function waiting(prompts: readonly PinPrompt[]): number {
  return prompts.reduce((sum, { count }) => sum + count, 0);
}
