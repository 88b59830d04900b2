import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import ts from 'typescript';

const BUILT_PAGE = path.resolve(import.meta.dirname, '../../dist/renderer');
/** Chunks of the built page that hold nothing but texts, as the build names them after their files. */
const CATALOGUES =
  /\/assets\/(?:contract-names|count|german|german-later|phrases|pin-texts|sentences|studio-texts)-[\w-]+\.js$/u;
const OPEN = '⟦';
const CLOSE = '⟧';

/**
 * Shows the page in a made-up language: each text of the German catalogues stands in brackets, those parts of it that the run
 * fills in do not. The page asks for German then. What has letters outside of brackets comes from no catalogue.
 */
export async function bracketCatalogues(page: Page): Promise<void> {
  await page.route(CATALOGUES, async (route) => {
    const chunk = path.join(BUILT_PAGE, new URL(route.request().url()).pathname);
    await route.fulfill({ contentType: 'text/javascript', body: bracketed(await readFile(chunk, 'utf8')) });
  });
}

/** The script with brackets around all of its texts; names, keys and what is compared stay as they are. */
function bracketed(script: string): string {
  const file = ts.createSourceFile('chunk.js', script, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const places: { readonly at: number; readonly mark: string }[] = [];
  const add = (from: number, to: number): void => {
    const text = script.slice(from, to);
    if (!/\p{L}/u.test(text)) return;
    places.push({ at: from, mark: OPEN });
    // What is filled in later stands outside of the brackets, too.
    for (const { index, 0: hole } of text.matchAll(/\{\w+\}/gu)) {
      places.push({ at: from + index, mark: CLOSE }, { at: from + index + hole.length, mark: OPEN });
    }
    places.push({ at: to, mark: CLOSE });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) {
      if (isText(node)) add(node.getStart() + 1, node.getEnd() - 1);
      return;
    }
    if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node)) add(node.getStart() + 1, node.getEnd() - 2);
    if (ts.isTemplateTail(node)) add(node.getStart() + 1, node.getEnd() - 1);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return places.reduceRight((text, { at, mark }) => text.slice(0, at) + mark + text.slice(at), script);
}

function isText(node: ts.StringLiteralLike): boolean {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isExportSpecifier(parent)) return false;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind !== ts.SyntaxKind.PlusToken) return false;
  if (ts.isElementAccessExpression(parent)) return false;
  // Names of languages; other words may be as short.
  return !/^(?:de|en|es|fr)(?:-[A-Z]{2})?$/u.test(node.text);
}

/** Keys of answers whose values are sentences of the station, which a page has to word. */
const SENTENCES: ReadonlySet<string> = new Set([
  'cannotSignReason',
  'cause',
  'cure',
  'detail',
  'errorMessage',
  'explanation',
  'lastError',
  'limitations',
  'origin',
  'reason',
  'sentence',
  'title',
]);

/** Collects what the page is sent as data: names, ids, addresses. Sentences are none. */
export function dataIn(page: Page): Set<string> {
  const data = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') for (const part of partsOf(value)) data.add(part);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) if (!SENTENCES.has(key)) collect(inner);
  };
  page.on('response', (response) => {
    if (!(response.headers()['content-type'] ?? '').includes('json')) return;
    void response.json().then(collect, () => undefined);
  });
  return data;
}

/** A value, and where it is a distinguished name, what stands in it: `CN=Anna, O=Works`. */
function partsOf(value: string): readonly string[] {
  const inside = value.match(/(?<==)(?:\\.|[^,=\\])+/gu) ?? [];
  const ids = /\s/u.test(value) ? [] : value.split(/[:,]/u);
  return [value, ...ids, ...inside.map((part) => part.replaceAll(/\\(.)/gu, '$1'))].map((part) => part.trim());
}

/** Addresses, paths and names out of certificates, in the middle of a sentence. */
const PLACES = /(?<![\w/])(?:https?:\/|\/)[^\s⟦⟧]+|\b[A-Z]+=[^⟦⟧]+/gu;

/** Units, times and abbreviations that are the same in every language. */
const SAME_EVERYWHERE = /\b(?:UTC|ms|[kMG]B|SHA-\d+|PDF|PIN|[A-Z]{2,}(?:_[A-Z]+)+)\b/gu;

/** What of the page has letters, stands outside of brackets and is no data, no code and no time. */
export async function wordsOutside(page: Page, data: ReadonlySet<string>): Promise<readonly string[]> {
  const texts = await page.evaluate<string[]>(`(() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const holder = node.parentElement;
      if (holder === null || holder.closest('script, noscript, style, time, code, .mono, svg, option[lang]') !== null) continue;
      // A long name stands in two parts below the whole.
      const whole = holder.closest('[title]');
      found.push(whole !== null && whole.title === whole.textContent ? whole.title : node.data);
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(element.getAttribute(name) ?? '');
    }
    return found;
  })()`);
  const known = [...data].toSorted((one, other) => other.length - one.length);
  return texts.flatMap((text) => {
    let left = text.replaceAll(/⟦[^⟦⟧]*⟧/gu, ' ').replaceAll(PLACES, ' ');
    for (const value of known) if (value.length > 1) left = left.replaceAll(value, ' ');
    left = left.replaceAll(SAME_EVERYWHERE, ' ');
    return /\p{L}{2}/u.test(left) ? [text.trim()] : [];
  });
}
