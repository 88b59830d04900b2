import { ESLint } from 'eslint';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/*
 * What each rule of this house is for, planted in a file that is there: the linter reads the text instead of the file. So
 * a rule that nobody applies any more to the rooms it is for fails here, like one that finds nothing.
 */

const root = path.resolve(import.meta.dirname, '../..');
const linter = new ESLint({ cwd: root });

/** Which rules the statement breaks at the end of the file; a planted value is used, so that it is only these. */
async function brokenBy(file: string, statement: string): Promise<string[]> {
  const [result] = await linter.lintText(`${statement}\n`, { filePath: path.join(root, file) });
  const found = result?.messages.map(({ ruleId, message }) => ruleId ?? message) ?? ['the file is not linted'];
  return [...new Set(found)];
}

const PORTS = `
import type { Persistence } from '../persistence/persistence.ts';
import type { ObjectStore } from '../storage/object-store.ts';
interface Sizes { readonly width: number; readonly clock: () => Date }
`;
const EVENT = `({ id: newId(), eventType: 'OutputStored', actor: 'worker', metadata: {} })`;

describe('a port is wrapped member by member', () => {
  it.each([
    ['a spread of one', 'export const wrap = (store: Persistence): Persistence => ({ ...store });'],
    ['one beside other members', 'export const wrap = (s: ObjectStore) => ({ ...s, delete: s.delete.bind(s) });'],
  ])('%s is caught', async (_, statement) => {
    expect(await brokenBy('service/events/state-feed.ts', PORTS + statement)).toContain('station/port-spread');
  });

  it.each([
    ['data, and functions that are data', 'export const more = (sizes: Sizes) => ({ ...sizes, height: 1 });'],
    ['parts that are made there', 'declare function part(): Persistence; export const whole = () => ({ ...part() });'],
  ])('%s may be spread', async (_, statement) => {
    expect(await brokenBy('service/events/state-feed.ts', PORTS + statement)).not.toContain('station/port-spread');
  });
});

describe('an import names its module', () => {
  it.each([
    [
      'service/storage/storage-keys.ts',
      [
        "const name = 'express'; export const later: unknown = import(name);",
        'export const beside: unknown = import(new URL("../a.ts", import.meta.url).href);',
        "import { createRequire as need } from 'node:module'; export const make = need;",
        "import m from 'node:module'; export const pg: unknown = m.createRequire(import.meta.url)('pg');",
        "export const more: unknown = createRequire(import.meta.url)('pg');",
        "const other = createRequire(import.meta.url); export const drizzle: unknown = other('drizzle-orm');",
        'export const named: unknown = require(name);',
      ],
    ],
    [
      'worker/signing/key-cache.ts',
      [
        'export const later = (room: string): unknown => import(`../${room}/main.ts`);',
        "const { getBuiltinModule } = process; export const fs = getBuiltinModule('fs');",
        "export const net = globalThis.process.getBuiltinModule('net');",
        "const name = 'fs'; export const more = process.getBuiltinModule(name);",
        'export const load = process.getBuiltinModule;',
        "export const inner = (process as unknown as { binding: Load }).binding('fs');",
        "process.dlopen({ exports: {} }, '/usr/lib/module.so');",
      ],
    ],
    [
      'renderer/state/throttle.ts',
      [
        "export const later: unknown = import('exp' + 'ress');",
        "export const run = (): unknown => new Worker(new URL('../a.ts', import.meta.url));",
        "export const at: string = import.meta.resolve('express');",
        "export const every: unknown = import.meta.glob('../**/*.ts');",
        "export const evaluated: unknown = eval(`import('express')`);",
        "export const made: unknown = new Function(`return import('express')`);",
        "export const once: unknown = Function(`return import('express')`)();",
        "export const around: unknown = globalThis.eval(`import('express')`);",
      ],
    ],
  ])('and so there is none in %s that nobody reads', async (file, statements) => {
    expect(await unreadIn(file, statements)).toEqual(statements);
  });

  it('and one that does may come later, in the forms that are read', async () => {
    const lawful = [
      "export const later = (): unknown => import('./object-store.ts');",
      "export const fs = process.getBuiltinModule('node:fs'); export const uri = (nodes: Nodes) => nodes.binding(1);",
      "const require = createRequire(import.meta.url); export const pg: unknown = require('pg');",
    ];
    expect(await unreadIn('service/storage/storage-keys.ts', lawful)).toEqual([]);
  });

  /** Those of the statements, one a line in the place of the file's text, that the rule finds. */
  async function unreadIn(file: string, statements: readonly string[]): Promise<string[]> {
    const [result] = await linter.lintText(`${statements.join('\n')}\n`, { filePath: path.join(root, file) });
    const lines = result?.messages.filter(({ ruleId }) => ruleId === 'station/named-import').map(({ line }) => line);
    return statements.filter((_, index) => lines?.includes(index + 1));
  }
});

describe('an audit event is made in one place', () => {
  const event = `declare const newId: () => string;\nexport const event: unknown = ${EVENT};`;
  it.each(['service/use-cases/downloads.ts', 'worker/signing/complete-job.ts', 'service/http/guard.ts'])(
    'and not in %s',
    async (file) => {
      expect(await brokenBy(file, event)).toContain('station/audit-event');
    },
  );

  it('which is its own', async () => {
    expect(await brokenBy('service/domain/audit-events.ts', event)).not.toContain('station/audit-event');
  });
});

describe('verdicts have one order', () => {
  it.each([
    ['worker/engines/judged-signature.ts', `export const RANK = { VALID: 0, INDETERMINATE: 1, INVALID: 2 };`],
    ['service/verification/report.ts', `export const RANK = ['INVALID', 'INDETERMINATE', 'VALID'];`],
    ['service/command-line/verify-command.ts', `export const RANK = ['VALID', 'INDETERMINATE', 'INVALID'];`],
  ])('a second one in %s is caught', async (file, statement) => {
    expect(await brokenBy(file, statement)).toContain('station/verdict-order');
  });

  it('words for them are none', async () => {
    const words = `export const WORDS = { VALID: 'good', INDETERMINATE: 'open', INVALID: 'bad' };`;
    expect(await brokenBy('worker/engines/judged-signature.ts', words)).not.toContain('station/verdict-order');
  });
});

it.each([
  ['service/codecs/byte-source.ts', 'fetch'],
  ['service/domain/claim.ts', 'globalThis.fetch'],
  ['service/use-cases/downloads.ts', 'fetch'],
  ['service/verification/report.ts', 'globalThis.fetch'],
  ['worker/engines/output-name.ts', 'fetch'],
  ['native/host/key-device.ts', 'globalThis.fetch'],
])('%s reaches no network without an import, by %s', async (file, fetch) => {
  const statement = `export const ask = async (): Promise<unknown> => ${fetch}('https://example.org');`;
  expect(await brokenBy(file, statement)).toContain('no-restricted-globals');
});

describe('unit tests share the modules they have loaded', () => {
  it.each(['mock', 'doMock', 'resetModules'])('so that none of them may call vi.%s', async (property) => {
    const statement = `import { vi } from 'vitest';\nvi.${property}('./zip.ts');`;
    expect(await brokenBy('service/codecs/zip/zip-rewriter.test.ts', statement)).toContain('no-restricted-properties');
  });

  it('but those that load theirs anew', async () => {
    const statement = `import { vi } from 'vitest';\nvi.mock('./zip.ts');`;
    const broken = await brokenBy('service/processes/channel-bytes.test.ts', statement);
    expect(broken).not.toContain('no-restricted-properties');
  });
});

describe('French has spaces that do not break', () => {
  it.each([
    ['renderer/messages/fr/desk-texts.ts', "export const words = 'Signer ce document ?';"],
    ['main/desk/texts/french.ts', 'export const words = (name: string): string => `${name} : signé`;'],
    ['renderer/pin-window/texts/french.ts', 'export const words = (name: string): string => `« ${name}`;'],
  ])('so that plain ones in %s are caught', async (file, statement) => {
    expect(await brokenBy(file, statement)).toEqual(['station/french-spaces']);
  });

  it('and neither code is, nor the English that a text is found by', async () => {
    const statement = "export const words = (isOne: boolean) => ({ 'Is it?': isOne ? 'Un\u202F?' : `Deux\u202F?` });";
    expect(await brokenBy('renderer/messages/fr/desk-texts.ts', statement)).not.toContain('station/french-spaces');
  });
});
