import { languageFor, type Language } from '../messages/language.ts';
import { CATALOGUES } from '../messages/languages.ts';
import type { StationTexts } from '../messages/station-words.ts';
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

/** The language of the texts that are shown. */
export function pageLanguage(): Language {
  return shown;
}

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

let station: Promise<StationTexts | null> | null = null;

/** What the station says, in the language of the page; null for English, and where it cannot be had now. */
export function loadStationTexts(): Promise<StationTexts | null> {
  station ??= ownStationTexts(CATALOGUES[shown].station).catch(() => {
    station = null;
    return null;
  });
  return station;
}

async function ownStationTexts(load: (typeof CATALOGUES)[Language]['station']): Promise<StationTexts | null> {
  if (load === null) return null;
  const [{ sentences }, { phrases }, { stationTexts }] = await Promise.all([
    load.sentences(),
    load.phrases(),
    import('../messages/station-texts.ts'),
  ]);
  return stationTexts(sentences, phrases);
}
