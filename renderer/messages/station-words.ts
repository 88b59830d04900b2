import type { Sentence } from '../../service/contract/vocabulary/sentence.ts';
import type { SentenceTexts } from './sentence-texts.ts';

type Wording = (parameters: Sentence['parameters']) => string;

/** Something that the station says, and the language it is in. */
export interface StationWords {
  readonly words: string;
  /** Set where it is not that of the page. */
  readonly lang: 'en' | undefined;
}

/**
 * What the station says, in the language of the page: by its code, where `texts` has it. In English (`texts` is null), and
 * for a sentence without a code or of another version, the station's own words.
 */
export function stationWords(
  english: string,
  sentence: Sentence | null,
  texts: Partial<SentenceTexts> | null,
): StationWords {
  if (texts === null) return { words: english, lang: undefined };
  const own = texts as Readonly<Record<string, unknown>> as Readonly<Partial<Record<string, Wording>>>;
  const wording = sentence !== null && Object.hasOwn(own, sentence.code) ? own[sentence.code] : undefined;
  if (sentence === null || wording === undefined) return { words: english, lang: 'en' };
  return { words: wording(sentence.parameters), lang: undefined };
}
