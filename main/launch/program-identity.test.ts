import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { nameProgram } from './program-identity.ts';

const SETTINGS = readFileSync(path.resolve(import.meta.dirname, '../../electron-builder.yml'), 'utf8');

it.each([
  ['win32', undefined, [/^appId: (.+)$/m.exec(SETTINGS)?.[1]]],
  ['win32', 'C:\\electron.exe', ['C:\\electron.exe']],
  ['linux', undefined, []],
  ['darwin', undefined, []],
] as const)('on %s, not installed as %j, it is named %j', (platform, uninstalledAs, expected) => {
  const names: string[] = [];
  nameProgram({ setAppUserModelId: (id) => void names.push(id) }, platform, uninstalledAs);
  expect(names).toEqual(expected);
});
