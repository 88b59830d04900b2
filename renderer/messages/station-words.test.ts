import './in-english.suite.ts';
import { describe, expect, it } from 'vitest';
import { SENTENCE_CODES, tell, type SentenceCode } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { LANGUAGES } from './language.ts';
import { CATALOGUES } from './languages.ts';
import { stationTexts } from './station-texts.ts';
import { stationWords, type StationTexts } from './station-words.ts';

async function textsOf(language: (typeof LANGUAGES)[number]): Promise<StationTexts | null> {
  const { station } = CATALOGUES[language];
  if (station === null) return null;
  const [{ sentences }, { phrases }] = await Promise.all([station.sentences(), station.phrases()]);
  return stationTexts(sentences, phrases);
}

/** Any values: what a sentence does with them is looked at, not which they are. */
const GIVEN = new Proxy({}, { get: (_, name) => (typeof name === 'string' ? `<${name}>` : undefined) });
const namedIn = (words: string): readonly string[] => [...new Set(words.match(/<\w+>/gu))].toSorted();
/** What failed unexpectedly is a part of the station's own work, which says nothing to anybody at the desk. */
const LEFT_OUT: readonly string[] = ['<what>'];
const english = (code: SentenceCode): string =>
  (tell as (...given: unknown[]) => { english: string })(code, GIVEN).english;

describe('the sentences of the station', () => {
  it('are said with their code and what stands in them', () => {
    expect(tell('FORMAT_WITHOUT_OPERATION', { format: 'PAdES', operation: 'cosign' })).toEqual({
      sentence: { code: 'FORMAT_WITHOUT_OPERATION', parameters: { format: 'PAdES', operation: 'cosign' } },
      english: 'PAdES does not take the operation cosign.',
    });
    expect(tell('FILE_EMPTY')).toEqual({
      sentence: { code: 'FILE_EMPTY', parameters: {} },
      english: 'The file is empty.',
    });
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))(
    'are worded in %s, with the same things in them',
    async (language) => {
      const texts = await textsOf(language);
      if (texts === null) throw new Error('It has no sentences.');
      expect(Object.keys(texts.sentences).toSorted()).toEqual([...SENTENCE_CODES].toSorted());
      for (const code of SENTENCE_CODES) {
        const { words, lang } = stationWords('', { code, parameters: GIVEN }, texts);
        expect([code, lang]).toEqual([code, undefined]);
        expect(words, code).not.toBe(english(code));
        const wanted = namedIn(english(code)).filter((name) => !LEFT_OUT.includes(name));
        expect([code, namedIn(words)]).toEqual([code, wanted]);
      }
    },
  );
});

describe('stationWords', () => {
  const empty = tell('FILE_EMPTY');

  it('has the language of the page where it can, and says so where it cannot', async () => {
    const german = await textsOf('de');
    expect(stationWords(empty.english, empty.sentence, german)).toEqual({
      words: 'Die Datei ist leer.',
      lang: undefined,
    });
    expect(stationWords('It is new.', { code: 'OF_A_LATER_VERSION', parameters: {} }, german)).toEqual({
      ...{ words: 'It is new.', lang: 'en' },
    });
    expect(stationWords('It is so.', { code: 'toString', parameters: {} }, german).lang).toBe('en');
    expect(stationWords('It is so.', null, german)).toEqual({ words: 'It is so.', lang: 'en' });
  });

  it('has the language of the page for what was found, too', async () => {
    const { sentence, english: words } = tell('PFX_UNUSABLE', { detail: 'The file is not a valid PFX file' });
    expect(stationWords(words, sentence, await textsOf('de')).words).toBe(
      'Die PFX-Datei ist nicht brauchbar (Die Datei ist keine gültige PFX-Datei).',
    );
  });

  it('says of a refused document what exactly was found', async () => {
    const { sentence, english: words } = tell('PDF_STRUCTURE_INVALID', {
      detail: 'no startxref at the end of the file',
    });
    expect(stationWords(words, sentence, await textsOf('de')).words).toBe(
      'Das PDF ist beschädigt und wird nicht repariert, weil das das Dokument verändern würde (PDF_STRUCTURE_INVALID: am Ende der Datei fehlt startxref).',
    );
  });

  it('is what the station said, in English', () => {
    expect(stationWords(empty.english, empty.sentence, null)).toEqual({ words: 'The file is empty.', lang: undefined });
  });

  it('calls states and what is waited for as the pages do', async () => {
    const texts = await textsOf('de');
    const { sentence, english: words } = tell('WAIT_TOO_LONG', { waitReason: 'TOKEN_ABSENT' });
    expect(stationWords(words, sentence, texts).words).not.toContain('TOKEN_ABSENT');
  });
});
