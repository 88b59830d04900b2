import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PLAIN_FACTS } from '../contract/http/inspection.ts';
import { inspectUpload } from './inspect-upload.ts';
import { validOutcome } from './sample-answers.suite.ts';
import { verifyUpload } from './verify-upload.ts';
import { NOW, openBench, type UseCaseBench } from './use-case-bench.suite.ts';

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const document = Buffer.from('document');

describe('verifyUpload', () => {
  it('judges the bytes in memory and stores nothing', async () => {
    const upload = { format: 'CAdES', document, original: Buffer.from('original'), client: 'peer' } as const;
    const report = await verifyUpload(bench.ports, upload);
    expect(report).toMatchObject({ source: 'UploadedDocument', signatureId: null, overallStatus: 'VALID' });
    expect(bench.tasks).toMatchObject([
      {
        ...{ format: 'CAdES', document: { kind: 'bytes', bytes: document }, at: NOW },
        ...{ original: { bytes: upload.original }, asker: { kind: 'uploaded', client: 'peer' } },
      },
    ]);
    expect([await bench.store.keys(), bench.kept.audit]).toEqual([[], []]);
  });
});

describe('inspectUpload', () => {
  type Answer = Awaited<ReturnType<typeof bench.ports.verifier.verify>>;
  const inspect = (inspection: Answer['inspection'], changes: Partial<Answer> = {}) => {
    const verifier: typeof bench.ports.verifier = {
      verify: (task) => Promise.resolve({ ...validOutcome(task), ...changes, inspection }),
    };
    return inspectUpload({ ...bench.ports, verifier }, { document, originals: [], client: 'peer' });
  };
  const facts = PLAIN_FACTS;

  it('has a report of what is signed', async () => {
    const inspection = await inspect({ ...facts, detected: 'PDF', isSigned: true });
    expect(inspection).toMatchObject({ detected: 'PDF', report: { source: 'UploadedDocument', signatureId: null } });
  });

  it('has none of a plain file, which no signature is missing from', async () => {
    for (const detected of ['PDF', 'XML', 'CMS', 'PlainFile'] as const) {
      const reasonCodes: Answer['reasonCodes'] = ['SIG_NOT_FOUND'];
      const plain = await inspect({ ...facts, detected }, { reasonCodes, overallStatus: 'INDETERMINATE' });
      expect(plain).toEqual({ ...facts, detected });
      const removed = await inspect({ ...facts, detected }, { reasonCodes, overallStatus: 'INVALID' });
      expect(removed.report).toMatchObject({ overallStatus: 'INVALID', reasonCodes });
    }
  });

  it('says why where the kind of a file was not found out', async () => {
    const untold = await inspect(undefined, { reasonCodes: ['VERIFICATION_WORK_EXCEEDED'] });
    expect(untold).toMatchObject({ detected: 'Unknown', report: { reasonCodes: ['VERIFICATION_WORK_EXCEEDED'] } });
  });
});
