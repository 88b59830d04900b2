import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * The newest migration of the version before this one. Whoever releases a version names its newest migration here, and
 * nobody else changes it.
 */
const NEWEST_OF_VERSION_BEFORE = '0015-no-provider-for-evidence.sql';

const folder = path.join(import.meta.dirname, 'migrations');
const names = readdirSync(folder).sort();
const later = names.slice(names.indexOf(NEWEST_OF_VERSION_BEFORE) + 1);

describe('the migrations since the version before this one', () => {
  it('are known from one that is there', () => {
    expect(names).toContain(NEWEST_OF_VERSION_BEFORE);
  });

  // What old stations still read or write stays for a version: columns are added with a default or NULL now, and what is not
  // needed any more is taken away by the version after.
  it('let stations of that version go on, and start again, beside those of this one', () => {
    const strict = later.filter((name) => {
      const text = readFileSync(path.join(folder, name), 'utf8');
      const [, oldest] = /^-- compatible-from: (\S+)$/m.exec(text) ?? [];
      return oldest === undefined || oldest > NEWEST_OF_VERSION_BEFORE;
    });
    expect(strict).toEqual([]);
  });
});

describe('the functions that the migrations make', () => {
  it('are none in SQL, which the server would plan anew at each call', () => {
    const languages = new Map<string, string>();
    for (const name of names) {
      const text = readFileSync(path.join(folder, name), 'utf8');
      for (const [, made = '', language = ''] of text.matchAll(/^CREATE .*FUNCTION (\w+).* LANGUAGE (\w+)/gm))
        languages.set(made, language);
    }
    expect([...languages.keys()]).toContain('count_request');
    expect(new Set(languages.values())).toEqual(new Set(['plpgsql']));
  });
});
