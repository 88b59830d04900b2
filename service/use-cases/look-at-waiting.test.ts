import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InspectionFacts } from '../contract/http/inspection.ts';
import type { SignatureFinding } from '../contract/http/verification.ts';
import type { VerificationTask } from '../verification/verification.ts';
import { lookAtWaiting } from './look-at-waiting.ts';
import { validOutcome } from './sample-answers.suite.ts';
import { CALLER, expectCode, openBench, STRANGER, type UseCaseBench } from './use-case-bench.suite.ts';

const WAITING = { approvalRule: 'Always', waitReason: 'APPROVAL_PENDING' } as const;
const INSPECTION: InspectionFacts = {
  ...{ detected: 'PDF', isSigned: true, pageCount: 7, contents: [], originals: [], warnings: [] },
  ...{ signatureFields: [], explanation: null },
};

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

function finding(subject: string, thumbprint: string, profileReached: 'B' | null): SignatureFinding {
  const { signature, certificate } = validOutcome({ format: 'PAdES', at: new Date() } as VerificationTask);
  const signer = { ...signature, signerSubject: subject, signerThumbprint: thumbprint };
  const rest = { status: 'VALID', reasonCodes: [], claimedSigningTime: null, profileReached } as const;
  return { name: subject, ...rest, signature: signer, certificate, changes: [] } as unknown as SignatureFinding;
}

describe('looking at what waits for a person', () => {
  it('has the verifier tell pages and signers of each document, timestamps left out, and audits nothing', async () => {
    const { request, files } = await bench.stored({ request: WAITING, additionalInputs: 1 });
    const appendAudit = vi.spyOn(bench.persistence, 'appendAudit');
    const authority = { ...finding('CN=TSA', 'B', null).certificate, thumbprint: 'B' };
    const signatures = [finding('CN=Anna', 'A', 'B'), finding('CN=TSA', 'B', null)];
    const timestamp = { kind: 'DocumentTimestamp', status: 'VALID', time: null, isIntact: true } as const;
    const timestamps = [{ ...timestamp, certificate: authority, reasonCodes: [], detail: null }];
    const verify = vi.fn((task: VerificationTask) =>
      Promise.resolve({ ...validOutcome(task), signatures, timestamps, inspection: INSPECTION }),
    );
    const { documents } = await lookAtWaiting({ ...bench.ports, verifier: { verify } }, CALLER, request.id);
    expect(documents).toEqual(files.map(({ sha256 }) => ({ sha256, pageCount: 7, signers: ['CN=Anna'] })));
    expect(verify.mock.calls.map(([{ originals }]) => originals)).toEqual([[], []]);
    expect(appendAudit).not.toHaveBeenCalled();
  });

  it('knows nothing of a large document, or of one that is not there', async () => {
    const unknown = { pageCount: null, signers: null };
    const { request, files } = await bench.stored({ request: WAITING });
    const details = await bench.persistence.findRequest(CALLER.tenantId, request.id);
    if (details === undefined) throw new Error('It was stored.');
    const large = { ...details, input: { ...details.input, size: 33 * 1024 * 1024 } };
    vi.spyOn(bench.persistence, 'findRequest').mockResolvedValueOnce(large);
    expect((await lookAtWaiting(bench.ports, CALLER, request.id)).documents).toMatchObject([unknown]);
    await bench.store.delete(files[0]?.storageKey ?? '');
    expect((await lookAtWaiting(bench.ports, CALLER, request.id)).documents).toMatchObject([unknown]);
    expect(bench.tasks).toEqual([]);
  });

  it('is for what waits, of the own tenant', async () => {
    const { request } = await bench.stored({ request: WAITING });
    await expectCode(lookAtWaiting(bench.ports, STRANGER, request.id), 'SIGNATURE_INPUT_NOT_FOUND');
    const { request: queued } = await bench.stored();
    await expectCode(lookAtWaiting(bench.ports, CALLER, queued.id), 'APPROVAL_NOT_PENDING');
  });
});
