import type { Sentence } from '../../service/contract/vocabulary/sentence.ts';
import { SENTENCE_CODES, tell, type SentenceCode } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { PhraseBook, templateOf, type Template } from './phrase-book.ts';
import type { PhraseTexts } from './phrase-texts.ts';
import type { SentenceTexts } from './sentence-texts.ts';
import type { StationTexts } from './station-words.ts';

/** What the station says in another language, ready to be found by code and by English words. */
export function stationTexts(sentences: SentenceTexts, phrases: PhraseTexts): StationTexts {
  const templates = Object.entries(phrases).map(([english, words]) => templateOf(english, words));
  const told = SENTENCE_CODES.flatMap((code) => [
    spoken(code, sentences, (name) => `{${name}}`),
    spoken(code, sentences, () => ''),
  ]);
  return { sentences, book: new PhraseBook([...told, ...templates]) };
}

type Say = (parameters: Sentence['parameters']) => string;

/** A sentence that has a code where it is made, by its English words: some places hand on those alone. */
function spoken(code: SentenceCode, sentences: SentenceTexts, mark: (name: string) => string): Template {
  const marks = new Proxy({}, { get: (_, name) => (typeof name === 'string' ? mark(name) : undefined) });
  const { english } = (tell as (...given: unknown[]) => { readonly english: string })(code, marks);
  const say = sentences[code] as Say;
  const values = (given: Sentence['parameters']): Sentence['parameters'] =>
    new Proxy(given, { get: (own, name) => (typeof name === 'string' ? (own[name] ?? '') : undefined) });
  return { english, say: (given) => say(values(given)) };
}
