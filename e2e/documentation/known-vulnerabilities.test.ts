import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TEXT = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8');
const [, CHAPTER = ''] = TEXT.split('## Known vulnerabilities of what ships');

interface Lock {
  readonly packages: Readonly<Record<string, { version?: string; dev?: boolean; devOptional?: boolean }>>;
}
const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
const shipped = (name: string): string | undefined => packages[`node_modules/${name}`]?.version;

/** What a row is about, where its first column is no name of a package. */
const ROWS: Readonly<Record<string, string>> = { OpenTelemetry: '@opentelemetry/exporter-trace-otlp-http' };
const NOTHING_FOUND = [
  ...['pg', 'amqplib', '@aws-sdk/client-s3', 'ipaddr.js', 'iconv-lite', 'raw-body', 'koffi'],
  ...['@noble/curves', '@noble/hashes'],
];
/** They ship within the page, and are no dependencies of the program. */
const IN_THE_PAGE = ['svelte', 'clsx', 'pdfjs-dist'];
const LISTED = (
  JSON.parse(readFileSync(path.join(ROOT, 'dist/sbom.cdx.json'), 'utf8')) as { readonly components: { name: string }[] }
).components.map(({ name }) => name);

it('says of what ships which advisories were looked up, and how much was not', () => {
  const rows = [...CHAPTER.matchAll(/^\| ([\w-]+) +\| (\d[\d.]*) +\|/gm)].map(([, name = '', version = '']) => ({
    name: ROWS[name] ?? name,
    version,
  }));
  expect(rows.length).toBeGreaterThan(4);
  for (const { name, version } of rows) expect(`${name} ${shipped(name)}`).toMatch(new RegExp(`^${name} ${version}`));
  const names = new Set(LISTED.filter((name) => name !== 'electron' && !name.startsWith('@koromix/')));
  // SQLite stands in the row of the package that brings it.
  for (const name of [...rows.map((row) => row.name), 'sqlite', ...NOTHING_FOUND]) names.delete(name);
  expect(Number(/the other (\d+) names have not been looked up/.exec(CHAPTER)?.[1])).toBe(names.size);
});

it('says how many components the list of what ships has, and which Electron is one of them', () => {
  expect(Number(/CycloneDX, (\d+) components/.exec(CHAPTER)?.[1])).toBe(LISTED.length);
  expect(/Electron (\d[\d.]*\d)/.exec(CHAPTER)?.[1]).toBe(shipped('electron'));
});

it('asks for advisories about what ships within the page, too', () => {
  const left = IN_THE_PAGE.filter((name) => packages[`node_modules/${name}`]?.dev === true);
  expect(left, 'to npm these are tools').toContain('pdfjs-dist');
  expect(/```sh\n(.*)\n```/.exec(CHAPTER)?.[1]).toBe('npm audit');
});
