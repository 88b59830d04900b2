import { expect, it } from 'vitest';
import { callerName } from './caller-name.ts';

const words = { program: 'a program', byFolder: (name: string) => `folder “${name}”` };

it.each([
  ['a program without a key', { caller: 'anonymous', callerName: null }, 'a program'],
  ['a key by its name', { caller: 'api-key:abc', callerName: 'Accounting' }, 'Accounting'],
  ['a key that is gone by its prefix', { caller: 'api-key:abc', callerName: null }, 'api-key:abc'],
  ['a watched folder', { caller: 'folder invoices', callerName: null }, 'folder “invoices”'],
])('names %s', (_, group, name) => {
  expect(callerName(words, group)).toBe(name);
});
