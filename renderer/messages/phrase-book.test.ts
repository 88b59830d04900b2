import { describe, expect, it } from 'vitest';
import { PhraseBook, templateOf } from './phrase-book.ts';

describe('a book of phrases', () => {
  const book = new PhraseBook([
    templateOf('It is missing.', 'Sie fehlt.'),
    templateOf('{file} is missing.', '{file} fehlt.'),
    templateOf('Changed: {detail}.', 'Geändert: {detail}.'),
    templateOf('page {page}: {detail}', 'Seite {page}: {detail}'),
    templateOf('contents replaced', 'Inhalt ersetzt'),
    templateOf('Not used: {list}', 'Nicht verwendet: {list}'),
  ]);

  it('finds a sentence by its words, with what stands in it', () => {
    expect(book.wordsOf('It is missing.')).toBe('Sie fehlt.');
    expect(book.wordsOf('contract (1).pdf is missing.')).toBe('contract (1).pdf fehlt.');
    expect(book.wordsOf('Nothing is known.')).toBeNull();
  });

  it('finds phrases in phrases, in lists, after each other and after a place', () => {
    expect(book.wordsOf('Changed: page 2: contents replaced.')).toBe('Geändert: Seite 2: Inhalt ersetzt.');
    expect(book.wordsOf('Changed: something else.')).toBe('Geändert: something else.');
    expect(book.wordsOf('Not used: contents replaced; page 1: xyz')).toBe(
      'Nicht verwendet: Inhalt ersetzt; Seite 1: xyz',
    );
    expect(book.wordsOf('It is missing. Changed: contents replaced.')).toBe('Sie fehlt. Geändert: Inhalt ersetzt.');
    expect(book.wordsOf('a: b.xml: It is missing.')).toBe('a: b.xml: Sie fehlt.');
  });

  it('takes marks of what stands in a sentence for nothing else', () => {
    expect(book.wordsOf('$& {file} is missing.')).toBe('$& {file} fehlt.');
    expect(book.wordsOf(`${'a'.repeat(5000)} is missing.`)).toBeNull();
  });
});
