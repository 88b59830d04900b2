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
  ...['pg', 'pako', 'amqplib', '@aws-sdk/client-s3', 'ipaddr.js', 'iconv-lite', 'raw-body', 'koffi'],
  ...['@noble/curves', '@noble/hashes'],
];
/** They ship within the page, and are no dependencies of the program. */
const IN_THE_PAGE = ['svelte', 'esm-env', 'clsx', 'pdfjs-dist'];

it('says of what ships which advisories were looked up, and how much was not', () => {
  const rows = [...CHAPTER.matchAll(/^\| ([\w-]+) +\| (\d[\d.]*) +\|/gm)].map(([, name = '', version = '']) => ({
    name: ROWS[name] ?? name,
    version,
  }));
  expect(rows.length).toBeGreaterThan(4);
  for (const { name, version } of rows) expect(`${name} ${shipped(name)}`).toMatch(new RegExp(`^${name} ${version}`));
  const names = new Set([
    ...IN_THE_PAGE,
    ...Object.entries(packages)
      .filter(([place, { dev, devOptional }]) => place !== '' && dev !== true && devOptional !== true)
      .map(([place]) => place.split('node_modules/').at(-1) ?? '')
      .filter((name) => !name.startsWith('@koromix/')),
  ]);
  for (const name of [...rows.map((row) => row.name), ...NOTHING_FOUND]) names.delete(name);
  expect(Number(/the other (\d+) names have not been looked up/.exec(CHAPTER)?.[1])).toBe(names.size);
});

it('says how many components the list of what ships has, and which Electron is one of them', () => {
  const libraries = Object.entries(packages).filter(
    ([place, { dev, devOptional }]) =>
      place !== '' && !place.includes('@koromix/') && ((dev !== true && devOptional !== true) || isInThePage(place)),
  );
  // Beside them: the machine code of koffi for one machine, and Electron.
  expect(Number(/CycloneDX, (\d+) components/.exec(CHAPTER)?.[1])).toBe(libraries.length + 2);
  expect(/Electron (\d[\d.]*\d)/.exec(CHAPTER)?.[1]).toBe(shipped('electron'));
});

function isInThePage(place: string): boolean {
  return IN_THE_PAGE.some((name) => place.endsWith(`node_modules/${name}`));
}

it('asks for advisories about what ships within the page, too', () => {
  const left = IN_THE_PAGE.filter((name) => packages[`node_modules/${name}`]?.dev === true);
  expect(left, 'to npm these are tools').toContain('pdfjs-dist');
  expect(/```sh\n(.*)\n```/.exec(CHAPTER)?.[1]).toBe('npm audit');
});
