import type { PHRASES } from './en/phrases/phrases.ts';

/** A family of phrases in another language, by their English words; each keeps what stands in them. */
export type PhrasesOf<English extends readonly string[]> = Readonly<Record<English[number], string>>;

/** All phrases of the station in another language: what misses one, or has one too many, does not compile. */
export type PhraseTexts = PhrasesOf<typeof PHRASES>;
