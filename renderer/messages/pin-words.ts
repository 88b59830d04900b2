import type { pinTexts as english } from './en/pin-texts.ts';
import type { Language } from './language.ts';
import type { Texts } from './texts.ts';

export type PinTexts = Texts<typeof english>;

const ALL: Readonly<Record<Language, () => Promise<{ readonly pinTexts: PinTexts }>>> = {
  en: () => import('./en/pin-texts.ts'),
  de: () => import('./de/pin-texts.ts'),
  fr: () => import('./fr/pin-texts.ts'),
  es: () => import('./es/pin-texts.ts'),
};

/** What is said of PINs, for the first page, which does not have it at first. Rejects when the script cannot be had. */
export async function loadPinWords(language: Language): Promise<PinTexts> {
  return (await ALL[language]()).pinTexts;
}
