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
