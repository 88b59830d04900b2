import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const SOURCES = '{main,native,renderer,service,worker}/**/*.{ts,svelte}';
/** In a comment or the name of a test: `C7` alone, in brackets or before a colon, but not C14N or a version. */
const CITED = /(?<![\w.#/'-])[CFX]\d{1,2}(?![\w.-])/g;

function citedIds(): string[] {
  const cited = globSync(SOURCES, { cwd: ROOT }).flatMap((file) => {
    const lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n');
    const named = lines.flatMap((line) => /^\s*describe\(['"](.*)$/.exec(line)?.[1] ?? []).map((name) => ` ${name}`);
    const comments = lines.filter((line) => /^\s*(?:\/\*|\*|\/\/)/.test(line));
    return [...comments, ...named].flatMap((text) => text.match(CITED) ?? []);
  });
  return [...new Set(cited)].toSorted();
}

it('explains every rule that the code cites in docs/security.md, and no other', () => {
  const page = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8');
  const explained = [...page.matchAll(/^\| ([CFX]\d{1,2}) +\|/gm)].map(([, id = '']) => id);
  expect(explained.toSorted()).toEqual(citedIds());
});
