import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CATALOGUES } from '../../renderer/messages/languages.ts';

it('are all in the words of the page; other languages have what English has', async () => {
  const source = readFileSync(path.join(import.meta.dirname, '../../service/health/health-checks.ts'), 'utf8');
  const names = Array.from(source.matchAll(/ name: '([\w-]+)',/gu), ([, name = '']) => name);
  const { texts } = await CATALOGUES.en.later();
  expect(names).toContain('worker');
  expect(Object.keys(texts.settings.checkNames)).toEqual(expect.arrayContaining(names));
});
