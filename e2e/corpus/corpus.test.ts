import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTestCa } from '../actors/ca/make-test-ca.ts';
import { signBytes, softwareSignerOf } from '../actors/engines/sign-with-engine.ts';
import type { CaseRunner, CorpusPart } from './corpus-part.ts';
import { comparedWithGoals } from './print-results.ts';
import { runPart } from './run-part.ts';
import { verifyPart } from './verify/verify-part.ts';

let folder: string;
let runner: CaseRunner;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'station-corpus-test-'));
  const ca = makeTestCa(path.join(folder, 'ca'));
  const signed = await signBytes(Buffer.from('A contract'), 'a.txt', softwareSignerOf(ca, 'p-256'), {
    format: 'CAdES',
  });
  const changed = Buffer.from(signed);
  changed.write('C', changed.indexOf('contract'));
  mkdirSync(path.join(folder, 'verify'));
  const lines = [
    line('good', true, false, signed),
    line('broken', false, true, changed),
    line('must-not-be-valid', true, true, signed),
    line('called-intact', false, true, signed),
  ];
  writeFileSync(path.join(folder, 'verify.jsonl'), lines.join('\n'));
  runner = await verifyPart.open(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function line(id: string, crypto: boolean, never_valid: boolean, bytes: Uint8Array): string {
  const file = `verify/${id}.p7m`;
  writeFileSync(path.join(folder, file), bytes);
  return JSON.stringify({
    id,
    format: 'CAdES',
    class: 'test',
    why: '',
    core: true,
    file,
    expect: { crypto, never_valid },
  });
}

test('an intact document is VALID with its own top certificate as anchor', async () => {
  const { measures, says } = await runner.try('good');
  expect(measures).toEqual({ 'arithmetic right': true, 'intact not INVALID': true });
  expect(says).toContain('| VALID');
});

test('a broken document is told as such', async () => {
  const { measures } = await runner.try('broken');
  expect(measures).toEqual({ 'arithmetic right': true, 'broken not called intact': true, 'never VALID': true });
});

test('a VALID where none may be and a broken one that is called intact are misses', async () => {
  expect((await runner.try('must-not-be-valid')).measures['never VALID']).toBe(false);
  expect((await runner.try('called-intact')).measures['broken not called intact']).toBe(false);
});

const STUB = `
process.on('message', (id) => {
  if (id === 'dies') process.exit(7);
  if (id === 'hangs') for (;;);
  process.send({ id, score: { measures: { right: true }, says: 'fine', facts: {} } });
});
process.send('ready');`;

test('a case that dies or hangs is a miss, and those after it are tried', async () => {
  const entry = path.join(folder, 'stub.mjs');
  writeFileSync(entry, STUB);
  const part: CorpusPart = {
    name: 'stub',
    measures: [{ name: 'right', goal: 1, floor: 0.5 }],
    cases: () => [],
    open: () => runner,
  };
  const cases = ['one', 'dies', 'two', 'hangs', 'three'].map((id) => ({
    id,
    group: 'g',
    about: '',
    measures: ['right'],
  }));
  const results = await runPart({ part, folder, cases, caseSeconds: 6, entry });
  expect(results.map(({ says }) => says)).toEqual([
    'fine',
    'DIES: exit code 7',
    'fine',
    'HANGS: no answer after 6 s',
    'fine',
  ]);
  expect(results.map(({ measures }) => measures['right'])).toEqual([true, false, true, false, true]);
  expect(comparedWithGoals(part, results)).toMatchObject([{ fails: false }]);
  expect(comparedWithGoals(part, results.slice(1, 2))).toMatchObject([{ fails: true }]);
});
