import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');

it.each([
  [[], 'Which file? Usage: node client/samples/sign-file.ts contract.pdf\n'],
  [['/no/contract.pdf'], 'The file /no/contract.pdf cannot be read.\n'],
])('the sample, given %j, says what is missing', (given, sentence) => {
  const sample = path.join(ROOT, 'client/samples/sign-file.ts');
  const { stderr, status } = spawnSync(process.execPath, [sample, ...given], { encoding: 'utf8' });
  expect({ stderr, status }).toEqual({ stderr: sentence, status: 1 });
});
