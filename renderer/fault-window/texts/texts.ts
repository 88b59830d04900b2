import { languageFor, type Language } from '../../messages/language.ts';
import { english } from './english.ts';
import type { FaultTexts } from './fault-texts.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { spanish } from './spanish.ts';

const TEXTS: Readonly<Record<Language, FaultTexts>> = { en: english, de: german, fr: french, es: spanish };

/** That of the system: what somebody chose for the pages is kept by another session, which this window cannot read. */
export const language = languageFor(null, navigator.languages);

export const t = TEXTS[language];
