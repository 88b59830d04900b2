import type { Told } from '../sentence.ts';
import { accessSentences } from './access-sentences.ts';
import { orderSentences } from './order-sentences.ts';
import { signingSentences } from './signing-sentences.ts';
import { storedSentences } from './stored-sentences.ts';
import { tokenSentences } from './token-sentences.ts';

/**
 * The sentences that the station says to people, in English: code and the words it makes of its parameters. Pages word them
 * in other languages by code (`renderer/messages`, whose catalogues have to have each of them).
 */
const SENTENCES = {
  ...accessSentences,
  ...orderSentences,
  ...storedSentences,
  ...signingSentences,
  ...tokenSentences,
} as const;

type Sentences = typeof SENTENCES;

/** Name of a sentence; stable once it was handed out. */
export type SentenceCode = keyof Sentences;

/** What stands in the sentence. */
export type ParametersOf<Code extends SentenceCode> = Parameters<Sentences[Code]>;

/** Says a sentence: its code and parameters, and its English words. */
export function tell<Code extends SentenceCode>(code: Code, ...parameters: ParametersOf<Code>): Told {
  const words = SENTENCES[code] as (...values: readonly unknown[]) => string;
  const given: object = parameters[0] ?? {};
  return { sentence: { code, parameters: { ...given } }, english: words(...parameters) };
}

/** The codes of all sentences: the catalogues of the pages have words for each. */
export const SENTENCE_CODES = Object.keys(SENTENCES) as readonly SentenceCode[];
