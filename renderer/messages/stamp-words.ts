import { LANGUAGES, type Language } from './language.ts';
import type { studioTexts as english } from './en/studio-texts.ts';
import type { Texts } from './texts.ts';

type StudioTexts = Texts<typeof english>;

const ALL: Readonly<Record<Language, () => Promise<{ readonly studioTexts: StudioTexts }>>> = {
  en: () => import('./en/studio-texts.ts'),
  de: () => import('./de/studio-texts.ts'),
  fr: () => import('./fr/studio-texts.ts'),
  es: () => import('./es/studio-texts.ts'),
};

const language = LANGUAGES.find((one) => one === document.documentElement.lang) ?? 'en';

/** The words of stamps in the language that the page says it is in; they come with what shows them. */
export const { studioTexts } = await ALL[language]();
