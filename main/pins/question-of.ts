import type { PinProblem } from '../../service/providers/pin-entry/pin-pads.ts';
import type { PinPrompt } from '../../service/use-cases/pin-desk.ts';
import type { PinQuestion, PinWay } from '../ipc/pin-messages.ts';
import type { Protection } from './kept-pins.ts';

/** The question of the window for what waits: where the card wants its PIN for each document, it is for the first one. */
export function questionOf(
  prompt: PinPrompt,
  { id, refusal, protection }: { id: number; refusal: string | null; protection: Protection },
): PinQuestion {
  const { provider, facts, documents, count } = prompt;
  const way = wayOf(prompt);
  const shown = way === 'each' ? documents.slice(0, 1) : documents;
  return {
    id,
    providerName: provider.name,
    tokenLabel: facts.tokenLabel,
    way,
    documents: shown.map(({ fileName, size, sha256, format, profile, createdBy }) => ({
      ...{ fileName, size, sha256, format, profile, createdBy },
    })),
    behind: Math.max(0, count - shown.length),
    length: facts.length,
    tries: facts.tries,
    refusal,
    keeping: way !== 'once' ? null : protection === 'protected' ? 'offered' : protection,
  };
}

/** What is said of a PIN that did not open the token: texts of the station, never those of a driver. */
export function refusalText({ message, waitReason }: PinProblem): string {
  return waitReason === 'PIN_REFUSED' ? 'The token refused this PIN before. It was not tried again.' : message;
}

export function wayOf({ facts }: PinPrompt): PinWay {
  if (facts.isOnReader) return 'reader';
  return facts.isPerDocument ? 'each' : 'once';
}
