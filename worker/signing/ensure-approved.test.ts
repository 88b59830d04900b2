import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { approvalTerms } from '../../service/domain/approval.ts';
import { requestInWork } from '../../service/domain/sample-request.suite.ts';
import type { JobDetails } from '../../service/persistence/persistence.ts';
import { ensureApproved, ensureShownBytes } from './ensure-approved.ts';
import type { JobInputs } from './job-inputs.ts';

const NOW = new Date('2026-03-04T05:06:07Z');
const LATER = new Date(NOW.getTime() + 60_000);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'approved-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function detailsOf(changes: Parameters<typeof requestInWork>[1]): JobDetails {
  const file = (text: string) => ({ sha256: sha256(text) });
  const request = requestInWork(NOW, { approvalRule: 'Always', ...changes });
  const files = { input: file('contract'), additionalInputs: [file('annex')], appearance: file('stamp') };
  return { request, output: null, ...files } as unknown as JobDetails;
}

function approved(changes: Parameters<typeof requestInWork>[1] = {}): JobDetails {
  const details = detailsOf({});
  return detailsOf({ approvedTerms: approvalTerms(details), approvedUntil: LATER, ...changes });
}

function inputsOf(texts: readonly [string, string, string]): JobInputs {
  const copies = texts.map((text, index) => ({
    ...{ path: path.join(folder, String(index)), size: text.length, originalFileName: 'a', text },
  }));
  for (const copy of copies) writeFileSync(copy.path, copy.text);
  const [document, annex, appearance] = copies;
  if (document === undefined || annex === undefined || appearance === undefined) throw new Error('Three are needed.');
  return { document, additionalDocuments: [annex], appearance, release: () => Promise.resolve() };
}

describe('what a person has to approve', () => {
  const WAITS = expect.objectContaining({ code: 'APPROVAL_REQUIRED', waitReason: 'APPROVAL_PENDING' }) as Error;

  it('is signed when it was approved as it is', () => {
    expect(() => ensureApproved(approved(), NOW)).not.toThrow();
    expect(() => ensureApproved(detailsOf({ approvalRule: null }), NOW)).not.toThrow();
  });

  it('waits when it was not, when that is over, and when something else was approved', () => {
    for (const details of [detailsOf({}), approved({ approvedUntil: NOW }), approved({ signatureNote: 'more' })])
      expect(() => ensureApproved(details, NOW)).toThrow(WAITS);
  });

  it('is not signed when a stored file is another one than was shown, be it the last of them', async () => {
    await expect(ensureShownBytes(approved(), inputsOf(['contract', 'annex', 'stamp']))).resolves.toBeUndefined();
    for (const texts of [
      ['other', 'annex', 'stamp'],
      ['contract', 'other', 'stamp'],
      ['contract', 'annex', 'other'],
    ] as const) {
      const inputs = inputsOf(texts);
      await expect(ensureShownBytes(approved(), inputs)).rejects.toMatchObject({
        ...{ code: 'APPROVAL_HASH_MISMATCH', kind: 'permanent', waitReason: null },
      });
      await expect(ensureShownBytes(detailsOf({ approvalRule: null }), inputs)).resolves.toBeUndefined();
    }
  });
});
