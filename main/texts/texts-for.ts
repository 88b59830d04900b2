import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { inLanguage } from './in-language.ts';
import type { ProgramTexts } from './program-texts.ts';
import { spanish } from './spanish.ts';

/** What the program says in boxes, in the first of these languages that there is. */
export function programTextsFor(languages: readonly string[]): ProgramTexts {
  return inLanguage(languages, { en: english, de: german, fr: french, es: spanish });
}
