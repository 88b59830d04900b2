import { describe, expect, it } from 'vitest';
import type { Language } from '../messages/language.ts';
import { CATALOGUES } from '../messages/languages.ts';
import { verdictCounts } from './verdicts.ts';

describe('a summary of verdicts', () => {
  it.each<[Language, string]>([
    ['en', '1 not valid, 1 not signed, 2 valid'],
    ['de', '1 nicht gültig, 1 nicht signiert, 2 gültig'],
    ['fr', '1 non valide, 1 non signé, 2 valides'],
    ['es', '1 no válido, 1 sin firmar, 2 válidos'],
  ])('counts in the grammar of %s, the worst first', async (language, words) => {
    const { texts } = await CATALOGUES[language].later();
    expect(verdictCounts(['VALID', 'unsigned', 'VALID', 'INVALID'], texts.verify.counted)).toBe(words);
  });
});
