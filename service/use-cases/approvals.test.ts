import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApprovalRule } from '../contract/vocabulary/approval-rules.ts';
import { isApproved } from '../domain/approval.ts';
import type { AcceptUnit } from '../persistence/persistence.ts';
import { runInContext } from '../telemetry/trace-context.ts';
import { approveDocuments, expireApprovals, listApprovals, refuseDocuments } from './approvals.ts';
import type { CreateSignature } from './accept-unit.ts';
import { placeOrder } from './place-order.ts';
import { PLAIN_WISHES } from './plain-wishes.suite.ts';
import { createAllowances } from './allowances.ts';
import { createSignature } from './create-signature.ts';
import type { Caller } from './ports.ts';
import { CALLER, described, expectCode, NOW, openBench, STRANGER, type UseCaseBench } from './use-case-bench.suite.ts';

const DESK: Caller = { tenantId: 'acme', actor: 'anonymous', correlationId: null };
const SHA256 = described('document').sha256;
const MINUTE = 60_000;

let bench: UseCaseBench;
let now: Date;
beforeEach(async () => {
  now = NOW;
  const clock = () => now;
  bench = await openBench({ clock, allowances: createAllowances(clock) });
});
afterEach(() => bench.close());

/** A request of a program that a person has to approve. */
function waiting(approvalRule: ApprovalRule = 'Always', createdBy = CALLER.actor): Promise<AcceptUnit> {
  const request = { approvalRule, createdBy, waitReason: 'APPROVAL_PENDING', waitingSince: now } as const;
  return bench.stored({ request });
}

const idOf = ({ request }: AcceptUnit): string => request.id;
const requestOf = (unit: AcceptUnit) => bench.kept.rows.get(idOf(unit))?.request;
const approve = (documents: { id: string; shown: string[] }[], caller = DESK) =>
  approveDocuments(bench.ports, caller, { documents, allowance: null });

async function batchOf(...units: readonly AcceptUnit[]): Promise<string> {
  const id = randomUUID();
  const batch = { id, tenantId: 'acme', createdAt: NOW, createdBy: CALLER.actor, signatureIds: units.map(idOf) };
  expect(await bench.persistence.addBatch(batch)).toBe('added');
  return id;
}

describe('a request of a program that is asked about', () => {
  const wanted = async (): Promise<CreateSignature> => ({
    ...placeOrder(PLAIN_WISHES),
    ...{ signingProvider: 'Pfx', certificateThumbprint: null, appearance: null },
    ...{ files: [await bench.upload('a.pdf', 'document')], idempotencyKey: null, retryOf: null },
  });
  const give = async (rule?: ApprovalRule, actor = CALLER.actor) => {
    const caller = { ...CALLER, actor, ...(rule !== undefined && { approvalRule: rule }) };
    const { id, status } = await createSignature(bench.ports, caller, await wanted());
    expect(status).toBe('Queued');
    return bench.kept.rows.get(id)?.request;
  };

  it.each(['Always', 'OncePerBatch', 'Limited'] as const)('waits under %s', async (rule) => {
    expect(await give(rule)).toMatchObject({
      ...{ status: 'Queued', approvalRule: rule, waitReason: 'APPROVAL_PENDING', waitingSince: NOW },
      ...{ approvedTerms: null, approvedUntil: null, retryCount: 0 },
    });
  });

  it.each(['Never', undefined] as const)('does not wait under %s', async (rule) => {
    expect(await give(rule)).toMatchObject({ approvalRule: null, waitReason: null });
  });

  it('goes on under Limited for as many documents, and as long, as a person said, and for that key only', async () => {
    const first = await give('Limited');
    const document = { id: first?.id ?? '', shown: [SHA256] };
    const allowance = { documents: 2, minutes: 10 };
    await approveDocuments(bench.ports, DESK, { documents: [document], allowance });
    expect(await give('Limited', 'api-key:other')).toMatchObject({ waitReason: 'APPROVAL_PENDING' });
    const passed = await give('Limited');
    expect(passed).toMatchObject({ waitReason: null, approvedUntil: new Date(NOW.getTime() + 10 * MINUTE) });
    const details = await bench.persistence.findRequest('acme', passed?.id ?? '');
    if (details === undefined) throw new Error('It is not there.');
    expect(isApproved(details, now)).toBe(true);
    expect(isApproved(details, new Date(NOW.getTime() + 10 * MINUTE))).toBe(false);
    expect(bench.kept.audit.at(-1)).toMatchObject({
      ...{ eventType: 'SigningApproved', entityId: passed?.id, metadata: { inputSha256: SHA256, isShown: false } },
    });
    expect(await give('Limited')).toMatchObject({ waitReason: null });
    expect(await give('Limited')).toMatchObject({ waitReason: 'APPROVAL_PENDING' });
    await approveDocuments(bench.ports, DESK, {
      ...{ documents: [{ id: (await waiting('Limited')).request.id, shown: [SHA256] }], allowance },
    });
    now = new Date(NOW.getTime() + 10 * MINUTE);
    expect(await give('Limited')).toMatchObject({ waitReason: 'APPROVAL_PENDING' });
  });
});

describe('what waits', () => {
  it('is shown by caller, rule and batch, with the end of its time, and to nobody of another tenant', async () => {
    const one = await waiting();
    now = new Date(NOW.getTime() + 1);
    const two = await waiting();
    now = new Date(NOW.getTime() + 2);
    const other = await waiting('Always', 'anonymous');
    const batchId = await batchOf(two);
    const { groups, count } = await listApprovals(bench.ports, DESK, 10 * MINUTE);
    expect(count).toBe(3);
    const shown = groups.map((group) => [
      group.caller,
      group.batchId,
      group.items.map(({ signature }) => signature.id),
    ]);
    expect(shown).toEqual([
      [CALLER.actor, null, [idOf(one)]],
      [CALLER.actor, batchId, [idOf(two)]],
      ['anonymous', null, [idOf(other)]],
    ]);
    expect(groups[0]?.items[0]?.expiresAt).toBe(new Date(NOW.getTime() + 10 * MINUTE).toISOString());
    expect(await listApprovals(bench.ports, STRANGER, MINUTE)).toEqual({ groups: [], count: 0 });
  });

  it('is cancelled by the station when nobody decides, and says so', async () => {
    const unit = await waiting();
    expect(await expireApprovals(bench.ports, NOW)).toBe(0);
    expect(await expireApprovals(bench.ports, new Date(NOW.getTime() + 1))).toBe(1);
    expect(requestOf(unit)).toMatchObject({ status: 'Cancelled', errorCode: 'APPROVAL_EXPIRED', waitReason: null });
    expect(bench.kept.audit).toMatchObject([
      { eventType: 'ApprovalExpired', actor: 'station', metadata: { inputSha256: SHA256 } },
      { eventType: 'SignatureCancelled' },
    ]);
  });
});

describe('approving', () => {
  it('binds what was shown and what is done with it, for a quarter of an hour, and says who did it', async () => {
    const unit = await waiting();
    expect(await approve([{ id: idOf(unit), shown: [SHA256] }])).toEqual({ ids: [idOf(unit)] });
    const details = await bench.persistence.findRequest('acme', idOf(unit));
    if (details === undefined) throw new Error('It is not there.');
    expect(isApproved(details, now)).toBe(true);
    expect(isApproved(details, new Date(NOW.getTime() + 15 * MINUTE))).toBe(false);
    const changed = { ...details, input: { ...details.input, sha256: 'ff'.repeat(32) } };
    expect(isApproved(changed, now)).toBe(false);
    for (const change of [
      { signatureNote: 'x' },
      { certificateThumbprint: 'AA' },
      { format: 'CAdES' },
      { profile: 'T' },
    ]) {
      const request = { ...details.request, ...change } as typeof details.request;
      expect(isApproved({ ...details, request }, now)).toBe(false);
    }
    expect(bench.kept.audit).toMatchObject([
      {
        ...{ eventType: 'SigningApproved', actor: 'anonymous', entityId: idOf(unit) },
        metadata: { inputSha256: SHA256, rule: 'Always', isShown: true },
      },
    ]);
  });

  it('sends the job on under the trace of the approval, since it has had no message before', async () => {
    const [traceId, ids] = [
      '0af7651916cd43dd8448eb211c80319c',
      { correlationId: null, signatureId: null, jobId: null },
    ];
    const unit = await waiting();
    await runInContext({ traceId, ...ids }, () => approve([{ id: idOf(unit), shown: [SHA256] }]));
    const messages = await bench.persistence.dueOutboxMessages(now, 10);
    expect(messages.map(({ traceparent }) => traceparent?.slice(3, 35))).toEqual([traceId]);
  });

  it('approves nothing at all where one document is not the one that was shown, or was not shown', async () => {
    const [one, two] = [await waiting(), await waiting()];
    const right = { id: idOf(one), shown: [SHA256] };
    await expectCode(approve([right, { id: idOf(two), shown: ['ff'.repeat(32)] }]), 'APPROVAL_HASH_MISMATCH');
    await expectCode(approve([right, { id: idOf(two), shown: [SHA256, 'ff'.repeat(32)] }]), 'APPROVAL_HASH_MISMATCH');
    await expectCode(approve([right, { id: idOf(two), shown: [] }]), 'APPROVAL_NOT_SHOWN');
    expect([requestOf(one), requestOf(two)]).toMatchObject([WAITS, WAITS]);
    expect(bench.kept.audit).toEqual([]);
  });

  it('takes one document of a batch that was shown for all of it, under that rule and of one caller only', async () => {
    const rule = 'OncePerBatch';
    const [one, two] = [await waiting(rule), await waiting(rule)];
    const [foreign, strict, alone] = [await waiting(rule, 'api-key:x'), await waiting(), await waiting(rule)];
    await batchOf(one, two, foreign, strict);
    const shown = { id: idOf(one), shown: [SHA256] };
    const unseen = (unit: AcceptUnit) => ({ id: idOf(unit), shown: [] });
    await expectCode(approve([unseen(one), unseen(two)]), 'APPROVAL_NOT_SHOWN');
    for (const other of [foreign, strict, alone])
      await expectCode(approve([shown, unseen(other)]), 'APPROVAL_NOT_SHOWN');
    expect(await approve([shown, unseen(two)])).toEqual({ ids: [idOf(one), idOf(two)] });
    expect(bench.kept.audit.map(({ metadata }) => metadata['isShown'])).toEqual([true, false]);
  });

  it('wants every file of a request to be shown', async () => {
    const request = { approvalRule: 'Always', waitReason: 'APPROVAL_PENDING', waitingSince: NOW } as const;
    const unit = await bench.stored({ request, additionalInputs: 1 });
    bench.kept.changeFile(unit.files[1]?.id ?? '', { sha256: 'aa'.repeat(32) });
    await expectCode(approve([{ id: idOf(unit), shown: [SHA256] }]), 'APPROVAL_NOT_SHOWN');
    expect(await approve([{ id: idOf(unit), shown: ['aa'.repeat(32), SHA256] }])).toEqual({ ids: [idOf(unit)] });
  });

  it('is not for the key that gave the document in, for other tenants, or twice', async () => {
    const unit = await waiting();
    const document = [{ id: idOf(unit), shown: [SHA256] }];
    await expectCode(approve(document, CALLER), 'PERMISSION_DENIED');
    await expectCode(approve(document, STRANGER), 'SIGNATURE_INPUT_NOT_FOUND');
    await approve(document);
    await expectCode(approve(document), 'APPROVAL_NOT_PENDING');
    const ordinary = await bench.stored();
    await expectCode(approve([{ id: idOf(ordinary), shown: [SHA256] }]), 'APPROVAL_NOT_PENDING');
  });

  it('lets nobody go on but one key whose rule permits it', async () => {
    const allowance = { documents: 5, minutes: 5 };
    const document = (unit: AcceptUnit) => ({ id: idOf(unit), shown: [SHA256] });
    const [strict, limited] = [await waiting(), await waiting('Limited')];
    const [other, local] = [await waiting('Limited', 'api-key:x'), await waiting('Limited', 'anonymous')];
    for (const documents of [[strict], [limited, other], [limited, strict], [local]].map((units) =>
      units.map(document),
    )) {
      await expectCode(approveDocuments(bench.ports, DESK, { documents, allowance }), 'SIGNATURE_REQUEST_INVALID');
    }
    expect(requestOf(limited)).toMatchObject(WAITS);
  });
});

describe('refusing', () => {
  it('cancels with the reason, and leaves alone what waits no more', async () => {
    const [one, two] = [await waiting(), await bench.stored()];
    expect(await refuseDocuments(bench.ports, DESK, [idOf(one), idOf(two)])).toEqual({ ids: [idOf(one)] });
    expect(requestOf(one)).toMatchObject({ status: 'Cancelled', errorCode: 'APPROVAL_REFUSED' });
    expect(requestOf(two)?.status).toBe('Queued');
    expect(bench.kept.audit).toMatchObject([
      { eventType: 'SigningRefused', actor: 'anonymous', metadata: { inputSha256: SHA256 } },
      { eventType: 'SignatureCancelled' },
    ]);
    await expectCode(refuseDocuments(bench.ports, STRANGER, [idOf(one)]), 'SIGNATURE_INPUT_NOT_FOUND');
  });
});

const WAITS = { status: 'Queued', waitReason: 'APPROVAL_PENDING', approvedTerms: null };
