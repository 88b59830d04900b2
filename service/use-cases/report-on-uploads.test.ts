import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { InspectionFacts } from '../contract/http/inspection.ts';
import type { HandOver } from '../contract/http/hand-over.ts';
import type { VerificationTask } from '../verification/verification.ts';
import { reportOnUploads } from './report-on-uploads.ts';
import { validOutcome } from './sample-answers.suite.ts';
import { NOW, openBench, type UseCaseBench } from './use-case-bench.suite.ts';

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const FACTS = { contents: [], warnings: [], signatureFields: [], explanation: null };
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const upload = (clientFileName: string, text: string) => ({ clientFileName, bytes: Buffer.from(text) });
const textOf = (input: VerificationTask['document']): string =>
  input.kind === 'bytes' ? Buffer.from(input.bytes).toString() : '';

it('draws what each file is by its hash, and beside a signature alone what it may be over; it stores nothing', async () => {
  const tasks: string[][] = [];
  const drawn: { sheets: readonly HandOver[]; language: string }[] = [];
  const report = await reportOnUploads(
    {
      ...bench.ports,
      verifier: {
        verify(task) {
          const document = textOf(task.document);
          const inputs = task.originals ?? [];
          tasks.push([document, ...inputs.map(textOf)]);
          // As one that keeps what it gets.
          for (const input of inputs) if (input.kind === 'bytes') input.bytes.fill(0);
          const detected: InspectionFacts['detected'] = document === 'plain' ? 'PlainFile' : 'CMS';
          const isSigned = detected === 'CMS';
          const reasonCodes = isSigned ? [] : (['SIG_NOT_FOUND'] as const);
          return Promise.resolve({
            ...validOutcome(task),
            reasonCodes: [...reasonCodes],
            inspection: { ...FACTS, detected, isSigned },
          });
        },
      },
      drawReport(sheets, language) {
        drawn.push({ sheets, language });
        return Promise.resolve({ fileName: 'r.pdf', bytes: Buffer.from('report') });
      },
    },
    {
      files: [upload('C:\\desk\\one.p7s', 'first'), upload('plain.txt', 'plain'), upload('two.p7s', 'second')],
      originals: [upload('letter.txt', 'letter')],
      ...{ language: 'de', station: 'desk:5080', client: 'peer' },
    },
  );
  expect(Buffer.from(report.bytes).toString()).toBe('report');
  expect(tasks).toEqual([
    ['first', 'letter'],
    ['plain', 'letter'],
    ['second', 'letter'],
  ]);
  const original = { name: 'letter.txt', sha256: sha256('letter') };
  expect(drawn).toMatchObject([
    {
      language: 'de',
      sheets: [
        { fileName: 'one.p7s', size: 5, sha256: sha256('first'), originals: [original], station: 'desk:5080' },
        { fileName: 'plain.txt', sha256: sha256('plain'), originals: [], checkedAt: NOW.toISOString() },
        { fileName: 'two.p7s', sha256: sha256('second'), originals: [original] },
      ],
    },
  ]);
  expect(await bench.store.keys()).toEqual([]);
});
