import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Outcome } from './outcome-reporter.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SUITE = `
import { beforeAll, describe, expect, it } from 'vitest';
it('passes', () => undefined);
it('fails', () => expect(1, 'one').toBe(2));
it.skip('waits', () => undefined);
describe('behind a hook', () => {
  beforeAll(() => { throw new Error('the hook has failed'); });
  it('never begins', () => undefined);
});
`;
let outcome: Outcome;
let dir: string;

beforeAll(async () => {
  // Within the project, for the modules that the file imports.
  dir = await mkdtemp(path.join(ROOT, 'node_modules', '.outcome-'));
  await writeFile(path.join(dir, 'some.test.js'), SUITE);
  await writeFile(path.join(dir, 'broken.test.js'), "throw new Error('cannot be loaded');");
  const file = path.join(dir, 'outcome.json');
  const reporter = path.join(import.meta.dirname, 'outcome-reporter.ts');
  const config = `import { outcomeReporter } from ${JSON.stringify(reporter)};
    const reporters = [outcomeReporter(${JSON.stringify(file)})];
    export default { test: { include: ['*.test.js'], exclude: [], reporters } };`;
  await writeFile(path.join(dir, 'vitest.config.js'), config);
  const args = [path.join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', `--root=${dir}`];
  await new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: dir }, resolve);
  });
  outcome = JSON.parse(await readFile(file, 'utf8')) as Outcome;
});
afterAll(() => rm(dir, { recursive: true, force: true }));

it('counts tests, and hooks and files that failed as failures of their own', () => {
  expect(outcome).toMatchObject({ passed: 1, failed: 3, skipped: 2 });
});

it('names each failure with what it said', () => {
  const said = Object.fromEntries(outcome.failures.map(({ name, messages }) => [name, messages.join('\n')]));
  expect(said).toEqual({
    'some.test.js › fails': expect.stringContaining('one: expected 1 to be 2') as string,
    'some.test.js › behind a hook': expect.stringContaining('the hook has failed') as string,
    'broken.test.js': expect.stringContaining('cannot be loaded') as string,
  });
});
