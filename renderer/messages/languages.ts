import type { LaterTexts, PageTexts } from './page-texts.ts';

/** The languages of the page, in the order in which they are offered. */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Each by its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
};

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

/**
 * The language to show: the one that was chosen, else the first of those that the browser asks for, by its primary subtag
 * (RFC 5646 2.2.1), else English.
 */
export function languageFor(chosen: string | null, asked: readonly string[]): Language {
  for (const tag of [chosen ?? '', ...asked]) {
    const language = LANGUAGES.find((each) => each === tag.split('-', 1)[0]?.toLowerCase());
    if (language !== undefined) return language;
  }
  return 'en';
}
