import path from 'node:path';
import { ESLint, Linter } from 'eslint';
import { beforeAll, describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const RULE = 'no-restricted-syntax';

/** Electron waits with `ready` for the entry: the rule that keeps main/ from waiting for `ready` while it is evaluated. */
describe('the lint rule against top-level awaits in main/', () => {
  let rule: Linter.RuleEntry;
  beforeAll(async () => {
    const config = (await new ESLint({ cwd: ROOT }).calculateConfigForFile('main/main.ts')) as Linter.Config;
    rule = config.rules?.[RULE] ?? 'off';
  });

  function complaints(code: string): string[] {
    const messages = new Linter().verify(code, { rules: { [RULE]: rule } });
    return messages.map(({ message }) => message);
  }

  it.each([
    'await work();',
    'export const value = await work();',
    'if (isReady) { await work(); }',
    'export class Holder { static value = 1; }\nHolder.value = [await work()];',
    'for await (const line of lines) void line;',
    "const { app } = await import('electron');",
    'work(() => undefined, await work());',
  ])('refuses %s', (code) => {
    expect(complaints(code)).toContainEqual(expect.stringContaining('emits `ready` only after'));
  });

  it.each([
    'async function start() { await work(); }',
    'const start = async () => { for await (const line of lines) void line; };',
    'export class Shell { async open() { await work(); } }',
    'work().then(async () => { await work(); });',
  ])('accepts %s', (code) => {
    expect(complaints(code)).toEqual([]);
  });
});
