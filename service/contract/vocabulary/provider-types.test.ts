import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { byKind } from './provider-types.ts';
import { PROVIDER_KINDS, PROVIDER_TYPES } from './provider-types.ts';

describe('kinds of providers', () => {
  it('are known of every type', () => {
    expect(Object.keys(PROVIDER_KINDS).toSorted()).toEqual([...PROVIDER_TYPES].toSorted());
  });

  it.each(PROVIDER_TYPES)('hand %s to the decision of its kind only', (type) => {
    const asked = byKind({ type }, { 'key-file': () => 'key-file', token: () => 'token' });
    expect(asked).toBe(PROVIDER_KINDS[type]);
  });

  it('are what decides: no source asks for a type to tell files of keys from tokens', () => {
    const root = path.resolve(import.meta.dirname, '../../..');
    const names = PROVIDER_TYPES.filter((type) => PROVIDER_KINDS[type] === 'key-file').join('|');
    const comparison = new RegExp(`[!=]==\\s*'(?:${names})'|case '(?:${names})':`, 'u');
    const sources = ['main', 'native', 'renderer', 'service', 'worker'].flatMap((room) =>
      readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
        .filter((name) => /(?<!\.test|\.suite)\.(?:ts|svelte)$/u.test(name))
        .map((name) => path.join(room, name)),
    );
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.filter((file) => comparison.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
  });
});
