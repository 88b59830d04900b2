import type { Language } from './language.ts';
import type { LaterTexts, PageTexts } from './page-texts.ts';

interface Catalogue {
  readonly first: () => Promise<{ readonly texts: PageTexts }>;
  readonly later: () => Promise<{ readonly texts: LaterTexts }>;
}

/** Only what is in use is loaded. A language that misses a text, or has one too many, does not compile. */
export const CATALOGUES: Readonly<Record<Language, Catalogue>> = {
  en: { first: () => import('./en/english.ts'), later: () => import('./en/english-later.ts') },
  de: { first: () => import('./de/german.ts'), later: () => import('./de/german-later.ts') },
  fr: { first: () => import('./fr/french.ts'), later: () => import('./fr/french-later.ts') },
  es: { first: () => import('./es/spanish.ts'), later: () => import('./es/spanish-later.ts') },
};
