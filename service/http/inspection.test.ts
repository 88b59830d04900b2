import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Inspection } from '../contract/http/inspection.ts';
import { ProblemDetails } from '../contract/http/problem-details.ts';
import type { DocumentInput } from '../verification/verification.ts';
import { postParts, startTestStation, type Part, type TestStation } from './test-station.suite.ts';

let station: TestStation;
beforeEach(async () => {
  station = await startTestStation();
});
afterEach(() => station.stop());

const post = (...parts: readonly Part[]): Promise<Response> => postParts(`${station.api}/inspections`, parts);

describe('POST /inspections', () => {
  it('hands the file and all originals to the verifier, which is to tell the format', async () => {
    const parts: Part[] = [
      ['file', 'signature', 'a.p7s'],
      ['originalFile', 'one', 'a.txt'],
      ['originalFile', 'two', 'b.txt'],
    ];
    const response = await post(...parts);
    expect(response.status).toBe(200);
    // The stand-in for the verifier tells no kind.
    expect(Inspection.strict().parse(await response.json())).toMatchObject({
      ...{ detected: 'Unknown', contents: [] },
      report: { overallStatus: 'VALID', source: 'UploadedDocument', signatureId: null },
    });
    const [task] = station.tasks;
    const textOf = (input: DocumentInput): string =>
      input.kind === 'bytes' ? Buffer.from(input.bytes).toString() : '';
    expect(task && textOf(task.document)).toBe('signature');
    expect(task?.originals?.map(textOf)).toEqual(['one', 'two']);
    expect(await station.store.keys()).toEqual([]);
  });

  it.each<[string, readonly Part[]]>([
    ['no file', [['originalFile', 'x', 'x']]],
    ['an empty file', [['file', '', 'x']]],
    [
      'two files',
      [
        ['file', 'x', 'x'],
        ['file', 'y', 'y'],
      ],
    ],
    [
      'a format',
      [
        ['format', 'PAdES'],
        ['file', 'x', 'x'],
      ],
    ],
    [
      'another file',
      [
        ['file', 'x', 'x'],
        ['signature', 'x', 'x'],
      ],
    ],
    [
      'eleven originals',
      [['file', 'x', 'x'], ...Array.from({ length: 11 }, () => ['originalFile', 'y', 'y'] as const)],
    ],
  ])('refuses %s', async (_name, parts) => {
    const response = await post(...parts);
    expect(response.status).toBe(400);
    expect(ProblemDetails.parse(await response.json())).toMatchObject({ errorCode: 'SIGNATURE_REQUEST_INVALID' });
    expect(station.tasks).toEqual([]);
  });
});
