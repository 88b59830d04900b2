import type { Sentence } from '../../service/contract/vocabulary/sentence.ts';
import type { PhraseBook } from './phrase-book.ts';
import type { SentenceTexts } from './sentence-texts.ts';

type Wording = (parameters: Sentence['parameters']) => string;

/** What the station says, in the language of the page. */
export interface StationTexts {
  readonly sentences: Partial<SentenceTexts>;
  /** The sentences and all phrases, to be found by their English words; null where only codes are looked up. */
  readonly book: PhraseBook | null;
}

/** Something that the station says, and the language it is in. */
export interface StationWords {
  readonly words: string;
  /** Set where it is not that of the page. */
  readonly lang: 'en' | undefined;
}

/**
 * What the station says, in the language of the page: by its code, where there is one, else by its English words. In English
 * (`texts` is null), and for what another version says, the station's own words.
 */
export function stationWords(english: string, sentence: Sentence | null, texts: StationTexts | null): StationWords {
  if (texts === null) return { words: english, lang: undefined };
  const own = texts.sentences as Readonly<Record<string, unknown>> as Readonly<Partial<Record<string, Wording>>>;
  const wording = sentence !== null && Object.hasOwn(own, sentence.code) ? own[sentence.code] : undefined;
  if (sentence !== null && wording !== undefined)
    return { words: wording(withWords(sentence.parameters, texts.book)), lang: undefined };
  const words = texts.book?.wordsOf(english) ?? null;
  return words === null ? { words: english, lang: 'en' } : { words, lang: undefined };
}

/** What was found is said in English words of its own, which may be in the book. */
function withWords(parameters: Sentence['parameters'], book: PhraseBook | null): Sentence['parameters'] {
  const { detail } = parameters;
  const words = typeof detail === 'string' ? (book?.wordsOf(detail) ?? null) : null;
  return words === null ? parameters : { ...parameters, detail: words };
}
