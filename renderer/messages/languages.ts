import type { Language } from './language.ts';
import type { LaterTexts, PageTexts } from './page-texts.ts';
import type { PhraseTexts } from './phrase-texts.ts';
import type { SentenceTexts } from './sentence-texts.ts';

interface Catalogue {
  readonly first: () => Promise<{ readonly texts: PageTexts }>;
  readonly later: () => Promise<{ readonly texts: LaterTexts }>;
  /** What the station says; null in English, which it says by itself. */
  readonly station: {
    readonly sentences: () => Promise<{ readonly sentences: SentenceTexts }>;
    readonly phrases: () => Promise<{ readonly phrases: PhraseTexts }>;
  } | null;
}

/** Only what is in use is loaded. A language that misses a text, or has one too many, does not compile. */
export const CATALOGUES: Readonly<Record<Language, Catalogue>> = {
  en: {
    first: () => import('./en/english.ts'),
    later: () => import('./en/english-later.ts'),
    station: null,
  },
  de: {
    first: () => import('./de/german.ts'),
    later: () => import('./de/german-later.ts'),
    station: {
      sentences: () => import('./de/sentences/sentences.ts'),
      phrases: () => import('./de/phrases/phrases.ts'),
    },
  },
  fr: {
    first: () => import('./fr/french.ts'),
    later: () => import('./fr/french-later.ts'),
    station: {
      sentences: () => import('./fr/sentences/sentences.ts'),
      phrases: () => import('./fr/phrases/phrases.ts'),
    },
  },
  es: {
    first: () => import('./es/spanish.ts'),
    later: () => import('./es/spanish-later.ts'),
    station: {
      sentences: () => import('./es/sentences/sentences.ts'),
      phrases: () => import('./es/phrases/phrases.ts'),
    },
  },
};
