import { describe, expect, it } from 'vitest';
import { counterOf } from './count.ts';
import { LANGUAGES, languageFor } from './language.ts';
import { CATALOGUES } from './languages.ts';

type Tree = string | ((...values: never[]) => unknown) | readonly Tree[] | { readonly [key: string]: Tree };

/** All texts of a catalogue by their path; functions as such. */
function leaves(tree: Tree, path = ''): [string, Tree][] {
  if (typeof tree !== 'object') return [[path, tree]];
  return Object.entries(tree).flatMap(([key, value]) => leaves(value, `${path}.${key}`));
}

async function catalogue(language: (typeof LANGUAGES)[number]): Promise<Map<string, Tree>> {
  const { first, later } = CATALOGUES[language];
  const [{ texts }, { texts: laterTexts }] = await Promise.all([first(), later()]);
  return new Map([...leaves(texts), ...leaves(laterTexts)]);
}

/** Numbers that no text holds by itself. */
const VALUES = [47, 58, 69, 83];

/** What a text makes of the values; null for one that is none, or that takes other things than numbers. */
function saidOf(text: Tree | undefined): string | null {
  if (typeof text !== 'function') return null;
  try {
    const said = text(...(VALUES.slice(0, text.length) as never[]));
    return typeof said === 'string' && said !== '' ? said : null;
  } catch {
    return null;
  }
}

const valuesIn = (said: string): number[] => VALUES.filter((value) => said.includes(String(value)));

describe('the language', () => {
  it('is the chosen one, else what the browser asks for first and the page has, else English', () => {
    expect(languageFor('en', ['tlh'])).toBe('en');
    expect(languageFor(null, ['tlh', 'EN-gb'])).toBe('en');
    expect(languageFor('of-before', ['tlh'])).toBe('en');
    expect(languageFor(null, ['tlh', 'de-AT', 'en'])).toBe('de');
    expect(languageFor('en', ['de'])).toBe('en');
    expect(languageFor(null, [])).toBe('en');
  });

  it('has its own numbers and plural forms', () => {
    expect(counterOf('en').count(1234, 'page', 'pages')).toBe('1,234 pages');
    expect(counterOf('en').count(0, 'page', 'pages')).toBe('0 pages');
    expect(counterOf('fr').count(0, 'page', 'pages')).toBe('0 page');
    expect(counterOf('pl').form(3, 'plik', 'pliku', { few: 'pliki', many: 'plików' })).toBe('pliki');
  });
});

describe.each(LANGUAGES)('the texts of %s', (language) => {
  it('have the paths of the English ones, and none is empty where English is not', async () => {
    const [english, texts] = await Promise.all([catalogue('en'), catalogue(language)]);
    expect([...texts.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    for (const [path, text] of texts) expect([path, text === '']).toEqual([path, english.get(path) === '']);
  });

  it('say of the values that they are given those that the English ones say, and nothing is broken', async () => {
    const [english, texts] = await Promise.all([catalogue('en'), catalogue(language)]);
    let count = 0;
    for (const [path, text] of texts) {
      const [said, asked] = [saidOf(text), saidOf(english.get(path))];
      if (said === null || asked === null) continue;
      count += 1;
      expect([path, valuesIn(said)]).toEqual([path, valuesIn(asked)]);
      expect(said, path).not.toMatch(/undefined|NaN|\[object/);
    }
    expect(count).toBeGreaterThan(100);
  });
});
