import type { PinPrompt } from '../../../service/contract/vocabulary/pin-prompts.ts';
import { documents } from './count.ts';

/** How the PIN of a key is asked for. */
export const pinTexts = {
  title: 'PIN',
  ways: {
    none: 'The key wants none',
    stored: 'Kept by the station, which signs unattended',
    reader: 'Typed on the reader',
    batch: 'Entered by a person, once for a batch',
    document: "Entered by a person for each document: the card's rule",
    person: 'Entered by a person',
  } satisfies Record<PinPrompt, string>,
  prompts: {
    none: (number: number): string => `No PIN for ${documents(number)}: the key wants none.`,
    stored: (number: number): string =>
      `No PIN is asked for ${documents(number)}: the station keeps it and signs unattended.`,
    reader: (number: number): string => `The PIN for ${documents(number)} is typed on the reader, which asks for it.`,
    batch: (number: number): string => `1 PIN for ${documents(number)}.`,
    document: (number: number): string =>
      number === 1
        ? `1 PIN for ${documents(number)}.`
        : `A PIN for each of ${documents(number)}: it is the card's rule.`,
    person: (number: number): string =>
      `1 PIN for ${documents(number)}. A card that wants its PIN for each signature asks for each.`,
  } satisfies Record<PinPrompt, (number: number) => string>,
  inWindow: 'It is asked for in a window of its own, never on this page.',
  atStation: 'It is asked for at the station, in its window or at its terminal, never on this page.',
  unknown: 'How the PIN is asked for is not known yet.',
} as const;
