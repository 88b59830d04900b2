import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { AcceptUnit, EndedApproval, GivenApproval, Persistence } from './persistence.ts';
import {
  acceptUnit,
  at,
  auditEvent,
  claimOf,
  failureAt,
  waitFailureAt,
  LEASE_MILLISECONDS,
  outboxMessage,
} from './sample-records.suite.ts';

const WAITS = { approvalRule: 'Always', waitReason: 'APPROVAL_PENDING' } as const;

/** Requests that a person has to approve. */
export function describeApprovals(current: () => Persistence): void {
  let store: Persistence;
  beforeEach(() => {
    store = current();
  });

  async function accept(tenantId = 'acme', seconds = 0): Promise<AcceptUnit> {
    const unit = acceptUnit({ request: { tenantId, ...WAITS, waitingSince: at(seconds) } });
    await store.acceptSignatureRequest(unit);
    return unit;
  }

  const given = ({ request }: AcceptUnit, now: Date, changes: Partial<GivenApproval> = {}): GivenApproval => ({
    ...{ tenantId: request.tenantId, signatureId: request.id },
    ...{ approvedTerms: '{"inputs":["ab"]}', approvedUntil: at(900), outboxMessage: outboxMessage(now) },
    ...{ audit: [auditEvent('SigningApproved')], ...changes },
  });
  const ended = ({ request }: AcceptUnit): EndedApproval => ({
    ...{ tenantId: request.tenantId, signatureId: request.id },
    ...{ errorCode: 'APPROVAL_REFUSED', errorMessage: 'No.', errorSentence: { code: 'NO', parameters: {} } },
    audit: [auditEvent('SigningRefused')],
  });
  const named = ({ request }: AcceptUnit) => ({ signatureId: request.id, tenantId: request.tenantId });
  const requestOf = async ({ request }: AcceptUnit) => (await store.findRequest(request.tenantId, request.id))?.request;
  const due = async () => (await store.dueOutboxMessages(at(1_000_000), 10)).map(({ id }) => id);
  const eventsOf = async ({ request }: AcceptUnit) =>
    (await store.listAuditEvents({ tenantId: 'acme', limit: 20, cursor: null }, { entityId: request.id })).items.map(
      ({ eventType }) => eventType,
    );

  it('wait from their acceptance on, without a message, and no key or look wakes or fails them', async () => {
    const unit = await accept();
    expect(await requestOf(unit)).toMatchObject({ status: 'Queued', ...WAITS, waitingSince: at(0), retryCount: 0 });
    expect(await due()).toEqual([]);
    expect(await store.waitingGroups()).toEqual([]);
    const why = { waitReason: 'TOKEN_ABSENT', otherReason: 'TOKEN_ABSENT' } as const;
    const group = { ...unit.request, ...why, asks: 'provider', count: 1 } as const;
    expect(await store.waitingJobs(group, 10)).toEqual([]);
    await store.changeWaitReason(group, {
      ...{ waitReason: 'PIN_MISSING', errorCode: 'SIGNING_PROVIDER_UNAVAILABLE', message: 'There is no PIN.' },
      ...{ errorSentence: null, failureArea: 'pin', at: at(500) },
    });
    const woken = await store.wakeJobs(
      [{ jobId: unit.job.id, lostMessageId: null, outboxMessage: outboxMessage(at(5)) }],
      at(5),
    );
    expect(woken).toEqual([]);
    const failure = () => waitFailureAt(at(2000));
    expect(await store.failWaitingJobs({ waitingBefore: at(1000), now: at(1000), limit: 10, failure })).toEqual([]);
    for await (const page of store.unattendedJobs(at(1_000_000))) expect(page).toEqual([]);
    expect(await requestOf(unit)).toMatchObject({ status: 'Queued', ...WAITS });
  });

  it('are listed by tenant with their batch, the longest wait first', async () => {
    const [late, early, foreign] = [await accept('acme', 20), await accept('acme', 10), await accept('other')];
    const batch = { id: randomUUID(), tenantId: 'acme', createdAt: at(30), createdBy: 'tester' };
    await store.addBatch({ ...batch, signatureIds: [late.request.id] });
    const found = await store.pendingApprovals('acme', 10);
    expect(found.map(({ signatureId, batchId }) => [signatureId, batchId])).toEqual([
      [early.request.id, null],
      [late.request.id, batch.id],
    ]);
    expect(found[0]).toMatchObject({ jobId: early.job.id, tenantId: 'acme', messageId: null, retryCount: 0 });
    expect(await store.pendingApprovals('acme', 1)).toHaveLength(1);
    const overdue = await store.overdueApprovals(at(15), { now: at(20), limit: 10 });
    expect(overdue).toHaveLength(2);
    expect(overdue).toEqual(expect.arrayContaining([named(early), named(foreign)]));
  });

  it('go to a worker with what was approved, once', async () => {
    const unit = await accept();
    const approval = given(unit, at(10));
    expect(await store.approveRequests([approval], at(10))).toEqual([named(unit)]);
    expect(await store.approveRequests([given(unit, at(11))], at(11))).toEqual([]);
    expect(await due()).toEqual([approval.outboxMessage.id]);
    expect(await requestOf(unit)).toMatchObject({
      ...{ status: 'Queued', waitReason: null, waitingSince: null, queuedAt: at(10) },
      ...{ approvedTerms: approval.approvedTerms, approvedUntil: at(900) },
    });
    expect((await eventsOf(unit)).filter((type) => type === 'SigningApproved')).toHaveLength(1);
    const claimed = await store.claimJob(claimOf(unit, at(12)));
    expect(claimed).toMatchObject({
      outcome: 'claimed',
      details: { request: { approvalRule: 'Always', approvedTerms: approval.approvedTerms, approvedUntil: at(900) } },
    });
  });

  it('are those of their tenant only, and each goes its own way', async () => {
    const [one, two] = [await accept(), await accept()];
    expect(await store.approveRequests([given(one, at(1), { tenantId: 'other' })], at(1))).toEqual([]);
    expect(await store.endApprovals([{ ...ended(one), tenantId: 'other' }], at(1))).toEqual([]);
    expect(await store.endApprovals([ended(two)], at(2))).toEqual([named(two)]);
    expect(await store.approveRequests([given(one, at(3)), given(two, at(3))], at(3))).toEqual([named(one)]);
    expect(await due()).toHaveLength(1);
  });

  it('are Cancelled with the reason when a person refuses, and not when they wait no more', async () => {
    const unit = await accept();
    expect(await store.endApprovals([ended(unit)], at(10))).toEqual([named(unit)]);
    expect(await requestOf(unit)).toMatchObject({
      ...{ status: 'Cancelled', waitReason: null, errorCode: 'APPROVAL_REFUSED', errorMessage: 'No.' },
      errorSentence: { code: 'NO', parameters: {} },
    });
    expect(await store.endApprovals([ended(unit)], at(11))).toEqual([]);
    expect((await eventsOf(unit)).filter((type) => type === 'SigningRefused')).toHaveLength(1);
    expect(await store.claimJob(claimOf(unit, at(12)))).toMatchObject({ outcome: 'terminal' });
    const other = await accept();
    await store.approveRequests([given(other, at(10))], at(10));
    expect(await store.endApprovals([ended(other)], at(11))).toEqual([]);
    expect(await requestOf(other)).toMatchObject({ status: 'Queued', errorCode: null });
  });

  it('wait anew, for the whole time, when a worker finds the approval over', async () => {
    const unit = await accept();
    await store.approveRequests([given(unit, at(10))], at(10));
    const claimed = await store.claimJob(claimOf(unit, at(12)));
    if (claimed.outcome !== 'claimed') throw new Error('Not claimed.');
    const start = { now: at(12), leaseMilliseconds: LEASE_MILLISECONDS, audit: [] };
    const claim = await store.startProcessing(claimed.claim, start);
    if (claim === 'lost') throw new Error('The claim was lost.');
    const why = { message: 'Approve it.', waitReason: 'APPROVAL_PENDING', nextAttemptAt: null } as const;
    const wait = { ...failureAt(at(1000)), ...why };
    expect(await store.parkJob(claim, wait)).toBe('done');
    expect(await requestOf(unit)).toMatchObject({
      waitReason: 'APPROVAL_PENDING',
      waitingSince: at(1000),
      retryCount: 0,
    });
    expect(await store.pendingApprovals('acme', 10)).toMatchObject([{ signatureId: unit.request.id }]);
  });

  it('can be cancelled as every other', async () => {
    const unit = await accept();
    const cancel = { tenantId: 'acme', id: unit.request.id, at: at(5), audit: [] };
    expect(await store.cancelRequest(cancel)).toBe('cancelled');
    expect(await store.pendingApprovals('acme', 10)).toEqual([]);
  });
}
