import { LANGUAGES, type Language } from './language.ts';

/** The language that the page says it is in. */
export function pageLanguage(): Language {
  return LANGUAGES.find((one) => one === document.documentElement.lang) ?? 'en';
}
