import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const TEXTS = readdirSync(path.join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
const PAGES = ['README.md', 'native/README.md', ...TEXTS.map((name) => `docs/${name}`)];
const ROOMS = /^(?:docs|e2e|main|native|renderer|resources|service|worker)\/[^\s`*{}<>]+$/;

/** Paths in code marks are from the root of the project; those of links from the folder of the page. */
function namedPaths(page: string): string[] {
  const text = readFileSync(path.join(ROOT, page), 'utf8');
  const marked = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code).filter((code) => ROOMS.test(code));
  const linked = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
  return [...marked, ...linked.map((target) => path.join(path.dirname(page), target))];
}

/** As GitHub makes them of headings. */
function anchors(page: string): string[] {
  const text = readFileSync(path.join(ROOT, page), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}

describe('what the pages name', () => {
  it.each(PAGES)('is there: files and folders of %s', (page) => {
    expect(namedPaths(page).filter((named) => !existsSync(path.join(ROOT, named)))).toEqual([]);
  });

  it.each(PAGES)('is there: headings that %s links to', (page) => {
    const text = readFileSync(path.join(ROOT, page), 'utf8');
    const missing = [...text.matchAll(/\]\(([^)#:\s]*)#([^)\s]+)\)/g)].filter(([, target = '', anchor = '']) => {
      const other = target === '' ? page : path.join(path.dirname(page), target);
      return !anchors(other).includes(anchor);
    });
    expect(missing.map(([link]) => link)).toEqual([]);
  });
});
