import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const SOURCES = globSync('{main,native,renderer,service,worker}/**/*.{ts,svelte}', { cwd: ROOT })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => !/\.(?:test|suite|spec)\.ts$/.test(file));

/** The numbered list of a recipe: what is named in its items, and what the compiler is said to find. */
function recipe(title: string): { readonly named: ReadonlySet<string>; readonly compiled: ReadonlySet<string> } {
  const page = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
  const section = page.split(/^###? /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
  const items = [...section.matchAll(/^\d\. [^]*?(?=^\d\. |^\S|(?![^]))/gm)].map(([item]) =>
    item.replaceAll(/\s+/g, ' '),
  );
  const filesOf = (text: string): string[] =>
    [...text.matchAll(/`([\w/.-]+\/[\w.-]+\.\w+)`/g)].map(([, file = '']) => file);
  const marked = items.flatMap((item) => item.match(/(?:`[^`]+`(?:, | and )?)+ \(_compiler_\)/g) ?? []);
  return { named: new Set(items.flatMap(filesOf)), compiled: new Set(marked.flatMap(filesOf)) };
}

/** Production files in which the compiler asks for an entry or a case: whole tables over the union, and choices among it. */
function deciding(union: string, lastCase: string): string[] {
  const asks = new RegExp(
    `(?<!Partial<(?:Readonly<)?)Record<${union}\\b|readonly \\[\\w+ in ${union}\\]: \\{|case '${lastCase}':`,
  );
  return SOURCES.filter((file) => asks.test(readFileSync(path.join(ROOT, file), 'utf8')));
}

const UNIONS = [
  ['A format', 'SignatureFormat', 'ASiC_E'],
  ['A provider type', 'ProviderType', 'SmartCard'],
  ['A storage driver', 'StorageDriver', 's3'],
  ['A broker driver', 'BrokerDriver', 'rabbitmq'],
  ['A database driver', 'DatabaseDriver', 'postgres'],
] as const;

/** Where the choice itself is made, and what the device of a kind has to be. */
const BY_KIND = 'service/contract/vocabulary/provider-types.ts';
const KEY_DEVICE = 'native/host/key-device.ts';

describe('the recipes of docs/architecture.md', () => {
  it.each(UNIONS)('name every file that %s stops the compiler at', (title, union, lastCase) => {
    const { named } = recipe(title);
    const files = deciding(union, lastCase);
    expect(files).not.toEqual([]);
    expect(files.filter((file) => !named.has(file))).toEqual([]);
  });

  it('name every file that tells the types of providers one by one', () => {
    const { named } = recipe('A provider type');
    const lists = /\bHsm: |\bHsm \}|\| 'Hsm'|'Hsm' \|/;
    const files = SOURCES.filter((file) => lists.test(readFileSync(path.join(ROOT, file), 'utf8')));
    expect(files).not.toEqual([]);
    expect(files.filter((file) => !named.has(file))).toEqual([]);
  });

  it('say of nothing else that a format stops the compiler there', () => {
    const { compiled } = recipe('A format');
    expect(compiled.size).toBeGreaterThan(0);
    const files = [...deciding('SignatureFormat', 'ASiC_E'), 'e2e/conformance/spoiled-files.ts'];
    expect([...compiled].filter((file) => !files.includes(file))).toEqual([]);
  });

  it('name every place that decides by the kind of a provider, and no other', () => {
    const page = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
    const [, told = ''] = /^A further kind is([^]*?)\n\n/m.exec(page) ?? [];
    const named = [...told.matchAll(/`([\w/.-]+\.ts)`/g)].map(([, file = '']) => file);
    const decides = /\bbyKind[<(]|Record<ProviderKind\b/;
    const files = SOURCES.filter(
      (file) => file !== BY_KIND && decides.test(readFileSync(path.join(ROOT, file), 'utf8')),
    );
    expect(named.filter((file) => file !== KEY_DEVICE).toSorted()).toEqual(files.toSorted());
  });

  it.each([
    ['type of provider', 'These ask for ', /[!=]== '(?:Pfx|Pkcs11|SmartCard|Hsm)'/],
    ['driver', 'These ask by name ', /rovider [!=]== '(?:sqlite|postgres|local|s3|embedded|rabbitmq)'/],
  ] as const)('name every place that asks for one %s by its name, and no other', (_what, beginning, asks) => {
    const page = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
    const told = page.split(beginning)[1]?.split('\n\n')[0] ?? '';
    const named = [...told.matchAll(/`([\w/.-]+\.ts)`/g)].map(([, file = '']) => file);
    const files = SOURCES.filter((file) => asks.test(readFileSync(path.join(ROOT, file), 'utf8')));
    expect(named.toSorted()).toEqual(files.toSorted());
  });

  it.each(UNIONS)('list six files at most for %s', (title) => {
    const { named } = recipe(title);
    const untouched = title === 'A format' ? ['worker/engines/engine.ts'] : [];
    const files = [...named].filter((file) => !untouched.includes(file));
    expect(files.length).toBeGreaterThan(1);
    expect(files.length).toBeLessThanOrEqual(6);
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });
});
