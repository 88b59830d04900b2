import { LANGUAGES, type Language } from './language.ts';
import { studioTexts as de } from './de/studio-texts.ts';
import { studioTexts as en } from './en/studio-texts.ts';
import { studioTexts as es } from './es/studio-texts.ts';
import { studioTexts as fr } from './fr/studio-texts.ts';
import type { Texts } from './texts.ts';

const ALL: Readonly<Record<Language, Texts<typeof en>>> = { en, de, fr, es };

/** The words of placing a stamp in the language that the page says it is in. */
export function studioTexts(): Texts<typeof en> {
  return ALL[LANGUAGES.find((language) => language === document.documentElement.lang) ?? 'en'];
}
