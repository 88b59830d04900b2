import { languageFor, type Language } from '../messages/language.ts';
import { CATALOGUES } from '../messages/languages.ts';
import type { SentenceTexts } from '../messages/sentence-texts.ts';
import { showLaterTexts, showTexts } from '../messages/messages.ts';
import { useFormatting } from '../formatting/locale.ts';
import { lasting, readStored, writeStored } from './stored.ts';

const KEY = 'station.language';

/** The language that somebody chose here; null: that of the browser. */
export function chosenLanguage(): Language | null {
  const stored = readStored(lasting, KEY);
  return stored === null ? null : languageFor(stored, []);
}

/** Keeps the choice (null: as the browser asks) and loads the page anew with it. */
export function chooseLanguage(language: Language | null): void {
  writeStored(lasting, KEY, language);
  location.reload();
}

/** Of the texts that are shown; a choice made meanwhile is for the page that is loaded next. */
let shown: Language = 'en';

/** Loads the texts of the page; rejects when they cannot be had. Nothing that shows texts may be loaded before. */
export async function loadTexts(): Promise<void> {
  shown = languageFor(readStored(lasting, KEY), navigator.languages);
  const { texts } = await CATALOGUES[shown].first();
  showTexts(texts);
  useFormatting(texts.formatting);
  document.documentElement.lang = shown;
}

let later: Promise<void> | null = null;

/** Loads the texts of all pages but the first; rejects when they cannot be had, and tries again the next time. */
export async function loadLaterTexts(): Promise<void> {
  later ??= CATALOGUES[shown].later().then(({ texts }) => showLaterTexts(texts));
  try {
    await later;
  } catch (error) {
    later = null;
    throw error;
  }
}

let sentences: Promise<SentenceTexts | null> | null = null;

/** The station's sentences in the language of the page; null for English, and where they cannot be had now. */
export function loadSentences(): Promise<SentenceTexts | null> {
  const load = CATALOGUES[shown].sentences;
  sentences ??=
    load === null
      ? Promise.resolve(null)
      : load().then(
          (loaded) => loaded.sentences,
          () => {
            sentences = null;
            return null;
          },
        );
  return sentences;
}
