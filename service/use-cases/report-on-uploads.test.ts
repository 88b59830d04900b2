import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PLAIN_FACTS, type InspectionFacts } from '../contract/http/inspection.ts';
import type { ReasonCode } from '../contract/vocabulary/reason-codes.ts';
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

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const upload = (clientFileName: string, text: string) => ({ clientFileName, bytes: Buffer.from(text) });
const textOf = (input: VerificationTask['document']): string =>
  input.kind === 'bytes' ? Buffer.from(input.bytes).toString() : '';

it('draws what each file is by its hash, and beside a signature alone what it is over, or ought to be; it stores nothing', async () => {
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
          const originals = inputs.map(() => ({ sha256: '', isSigned: document === 'first' }));
          const isMissing = document === 'second' && inputs.length === 0;
          const reasonCodes: ReasonCode[] = isMissing ? ['SIG_DETACHED_CONTENT_MISSING'] : [];
          if (!isSigned) reasonCodes.push('SIG_NOT_FOUND');
          return Promise.resolve({
            ...validOutcome(task),
            reasonCodes,
            inspection: { ...PLAIN_FACTS, originals, detected, isSigned },
          });
        },
      },
      drawReport(sheets, language) {
        drawn.push({ sheets, language });
        return Promise.resolve({ fileName: 'r.pdf', bytes: Buffer.from('report') });
      },
    },
    {
      files: [
        upload('C:\\desk\\one.p7s', 'first'),
        upload('plain.txt', 'plain'),
        upload('two.p7s', 'second'),
        upload('three.p7m', 'third, which holds its content'),
      ],
      originals: [upload('letter.txt', 'letter')],
      ...{ language: 'de', station: 'desk:5080', client: 'peer' },
    },
  );
  expect(Buffer.from(report.bytes).toString()).toBe('report');
  expect(tasks).toEqual([
    ['first', 'letter'],
    ['plain', 'letter'],
    ['plain'],
    ['second', 'letter'],
    ['second'],
    ['third, which holds its content', 'letter'],
    ['third, which holds its content'],
  ]);
  const original = { name: 'letter.txt', sha256: sha256('letter') };
  expect(drawn).toMatchObject([
    {
      language: 'de',
      sheets: [
        { fileName: 'one.p7s', size: 5, sha256: sha256('first'), originals: [original], station: 'desk:5080' },
        { fileName: 'plain.txt', sha256: sha256('plain'), originals: [], checkedAt: NOW.toISOString() },
        { fileName: 'two.p7s', sha256: sha256('second'), originals: [original] },
        { fileName: 'three.p7m', originals: [] },
      ],
    },
  ]);
  expect(await bench.store.keys()).toEqual([]);
});
