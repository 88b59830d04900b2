import '../../renderer/messages/in-english.suite.ts';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PHRASES } from '../../renderer/messages/en/phrases/phrases.ts';
import { LANGUAGES, type Language } from '../../renderer/messages/language.ts';
import { CATALOGUES } from '../../renderer/messages/languages.ts';
import type { PhraseBook } from '../../renderer/messages/phrase-book.ts';
import type { PhraseTexts } from '../../renderer/messages/phrase-texts.ts';
import { NOT_SHOWN, ROOMS } from './said-rooms.ts';
import { sentencesIn } from './sentences-in-sources.ts';
import { stationTexts } from '../../renderer/messages/station-texts.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

async function phrasesOf(language: Language): Promise<PhraseTexts> {
  const { station } = CATALOGUES[language];
  if (station === null) throw new Error('English has no other words for its phrases.');
  return (await station.phrases()).phrases;
}

const bookOf = async (language: Language): Promise<PhraseBook> => {
  const { station } = CATALOGUES[language];
  if (station === null) throw new Error('English needs no book.');
  const { book } = stationTexts((await station.sentences()).sentences, await phrasesOf(language));
  if (book === null) throw new Error('There is no book.');
  return book;
};

function sourcesOf(room: string): readonly string[] {
  if (room.endsWith('.ts')) return [room];
  const files = readdirSync(path.join(ROOT, room), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => /(?<!\.test|\.suite)\.ts$/u.test(file)).map((file) => path.join(room, file));
}

/** Sentences of a file that the book does not find. */
const missingIn = (file: string, book: PhraseBook): readonly string[] =>
  sentencesIn(readFileSync(path.join(ROOT, file), 'utf8')).flatMap((variants) =>
    NOT_SHOWN.has(variants[0] ?? '') || variants.some((words) => book.wordsOf(words) !== null)
      ? []
      : [`${file}: ${variants[0] ?? ''}`],
  );

describe('the phrases of the station', () => {
  it('have every sentence that its sources make without a code', async () => {
    const book = await bookOf('de');
    expect(ROOMS.flatMap((room) => sourcesOf(room).flatMap((file) => missingIn(file, book)))).toEqual([]);
  });

  it.each([
    [
      'The document cannot be read, and nothing in it looks like a signature: bytes before the header.',
      'Das Dokument kann nicht gelesen werden, und nichts darin sieht wie eine Signatur aus: vor dem Anfang stehen fremde Bytes.',
    ],
    [
      "The document cannot be read: '%%EOF' expected at byte 99.",
      'Das Dokument kann nicht gelesen werden: „%%EOF“ erwartet bei Byte 99.',
    ],
    [
      'Programs that repair the document may show something else than what was signed: its trailer names a key twice (cross-reference section at byte 120).',
      'Programme, die das Dokument reparieren, können etwas anderes zeigen, als signiert wurde: sein Trailer nennt einen Schlüssel zweimal (Querverweisabschnitt bei Byte 120).',
    ],
    [
      "ZIP_NAME_INVALID: An entry's name begins with a drive letter.",
      'ZIP_NAME_INVALID: Der Name eines Eintrags beginnt mit einem Laufwerksbuchstaben.',
    ],
    [
      'it is no certificate: Tag 0x30 where 0x02 is due (at byte 4)',
      'es ist kein Zertifikat: Tag 0x30, wo 0x02 stehen muss (bei Byte 4)',
    ],
    [
      'It is no trusted list: an element SchemeInformation is missing.',
      'Sie ist keine Vertrauensliste: ein Element SchemeInformation fehlt.',
    ],
    [
      'No signature can be added to the file: it is broken already (SIG_DIGEST_MISMATCH).',
      'Der Datei kann keine Signatur hinzugefügt werden: sie ist schon gebrochen (SIG_DIGEST_MISMATCH).',
    ],
    [
      'The stamp cannot be shown: there is no page 9 (PDF_PAGE_NOT_FOUND).',
      'Der Stempel kann nicht gezeigt werden: es gibt keine Seite 9 (PDF_PAGE_NOT_FOUND).',
    ],
  ])('say with it why something cannot be read: %s', async (english, german) => {
    expect((await bookOf('de')).wordsOf(english)).toBe(german);
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))('are in %s what they are in English', async (language) => {
    const phrases = await phrasesOf(language);
    const book = await bookOf(language);
    const holes = (words: string): readonly string[] => [...new Set(words.match(/\{\w+\}/gu))].toSorted();
    for (const english of PHRASES) {
      // What zod counts is said without its names of types and units.
      const wanted = holes(english).filter((hole) => hole !== '{type}' || !english.startsWith('Too '));
      expect([english, holes(phrases[english])]).toEqual([english, wanted.filter((hole) => hole !== '{unit}')]);
    }
    const filled = (words: string): string => words.replaceAll(/\{\w+\}/gu, '7');
    const found = PHRASES.map((english) => [english, book.wordsOf(filled(english))]);
    expect(found).toEqual(PHRASES.map((english) => [english, filled(phrases[english])]));
  });
});
