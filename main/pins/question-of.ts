import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { PinProblem } from '../../service/providers/pin-entry/pin-pads.ts';
import type { PinPrompt } from '../../service/use-cases/pin-desk.ts';
import type { PinQuestion, PinWay, Refusal } from '../ipc/pin-messages.ts';
import type { Protection } from './kept-pins.ts';

/** The question of the window for what waits: where the card wants its PIN for each document, it is for the first one. */
export function questionOf(
  prompt: PinPrompt,
  { id, refusal, protection }: { id: number; refusal: Refusal | null; protection: Protection },
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
    keeping: isForPerson(way) ? null : protection === 'protected' ? 'offered' : protection,
  };
}

/** What is said of a PIN that did not open the token: sentences of the station, never those of a driver. */
export function refusalOf({ message, sentence, waitReason }: PinProblem): Refusal {
  if (waitReason === 'PIN_REFUSED') return tell('PIN_REFUSED_NOT_TRIED');
  return { english: message, sentence };
}

/** The same where nobody could hand the PIN to the token. */
export function refusalOfFault(fault: unknown): Refusal {
  if (fault instanceof StationError) return { english: fault.message, sentence: fault.sentence };
  return tell('PIN_NOT_HANDED_OVER');
}

/** Whether a PIN that was kept is none for this: the card or its reader wants a person each time. */
export function isForPerson(way: PinWay): boolean {
  return way === 'each' || way === 'reader';
}

export function wayOf({ facts }: PinPrompt): PinWay {
  if (facts.isOnReader) return 'reader';
  if (facts.isPerDocument === null) return 'unknown';
  return facts.isPerDocument ? 'each' : 'once';
}
