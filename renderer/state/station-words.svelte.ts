import type { Sentence } from '../../service/contract/vocabulary/sentence.ts';
import { stationWords, type StationTexts } from '../messages/station-words.ts';
import { loadStationTexts } from './language.ts';

let texts = $state.raw<StationTexts | null>(null);
let isAsked = false;

/** A sentence of the station in the language of the page, where it stands in a text; in English until that is loaded. */
export function worded(english: string, sentence: Sentence | null = null): string {
  if (!isAsked) {
    isAsked = true;
    void loadStationTexts().then((loaded) => (texts = loaded));
  }
  return stationWords(english, sentence, texts).words;
}
