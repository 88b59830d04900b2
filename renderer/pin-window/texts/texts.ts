import { languageFor, type Language } from '../../messages/language.ts';
import { tokenSentences as germanSentences } from '../../messages/de/sentences/token-sentences.ts';
import { tokenSentences as spanishSentences } from '../../messages/es/sentences/token-sentences.ts';
import { tokenSentences as frenchSentences } from '../../messages/fr/sentences/token-sentences.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { spanish } from './spanish.ts';
import type { PinTexts } from './pin-texts.ts';

const TEXTS: Readonly<Record<Language, PinTexts>> = { en: english, de: german, fr: french, es: spanish };

/** That of the system: what somebody chose for the pages is kept by another session, which this window cannot read. */
export const language = languageFor(null, navigator.languages);

export const t = TEXTS[language];

/** What the station says of tokens and their PINs; null in English, which it speaks itself. */
export const sentences = { en: null, de: germanSentences, fr: frenchSentences, es: spanishSentences }[language];
