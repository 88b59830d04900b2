import type { Language } from './language.ts';
import type { studioTexts as english } from './en/studio-texts.ts';
import type { Texts } from './texts.ts';

type StudioTexts = Texts<typeof english>;

const ALL: Readonly<Record<Language, () => Promise<{ readonly studioTexts: StudioTexts }>>> = {
  en: () => import('./en/studio-texts.ts'),
  de: () => import('./de/studio-texts.ts'),
  fr: () => import('./fr/studio-texts.ts'),
  es: () => import('./es/studio-texts.ts'),
};

/** The words of stamps in the language of the page; there once `loadStampWords` has resolved. */
export let studioTexts: StudioTexts;

/**
 * Loads what is said of stamps; it comes with what shows it. No waiting at the top of this module: the build would take the
 * first page apart for it. Rejects when the script cannot be had.
 */
export async function loadStampWords(language: Language): Promise<void> {
  ({ studioTexts } = await ALL[language]());
}
