import type { Language } from '../messages/language.ts';
import { PhraseBook, templateOf } from '../messages/phrase-book.ts';
import { callPhrases as germanCalls } from '../messages/de/phrases/call-phrases.ts';
import { refusalPhrases as german } from '../messages/de/phrases/refusal-phrases.ts';
import { settingPhrases as germanPlaces } from '../messages/de/phrases/setting-phrases.ts';
import { callPhrases as spanishCalls } from '../messages/es/phrases/call-phrases.ts';
import { refusalPhrases as spanish } from '../messages/es/phrases/refusal-phrases.ts';
import { settingPhrases as spanishPlaces } from '../messages/es/phrases/setting-phrases.ts';
import { callPhrases as frenchCalls } from '../messages/fr/phrases/call-phrases.ts';
import { refusalPhrases as french } from '../messages/fr/phrases/refusal-phrases.ts';
import { settingPhrases as frenchPlaces } from '../messages/fr/phrases/setting-phrases.ts';

/** What settings are refused with, where they were written, and what is said of values that have another form. */
const PHRASES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {},
  de: { ...germanCalls, ...germanPlaces, ...german },
  fr: { ...frenchCalls, ...frenchPlaces, ...french },
  es: { ...spanishCalls, ...spanishPlaces, ...spanish },
};

export interface RefusalLine {
  readonly words: string;
  readonly isEnglish: boolean;
}

/** The lines of a refusal that came in English, each in `language` where there are words for it. */
export function refusalLines(english: string, language: Language): readonly RefusalLine[] {
  const book = new PhraseBook(Object.entries(PHRASES[language]).map(([phrase, words]) => templateOf(phrase, words)));
  return english.split('\n').map((line) => {
    const words = book.wordsOf(line.replace(/^- /, ''));
    return words === null
      ? { words: line, isEnglish: true }
      : { words: line.startsWith('- ') ? `- ${words}` : words, isEnglish: false };
  });
}
