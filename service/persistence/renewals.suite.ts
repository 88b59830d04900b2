import { beforeEach, expect, it } from 'vitest';
import type { AcceptUnit, EvidenceFilter, Persistence } from './persistence.ts';
import { acceptUnit, at, auditEvent, claimOf, completionOf, failureAt } from './sample-records.suite.ts';

/** Requests that add evidence to signatures that are there: extensions of uploads, renewals of stored outputs. */
export function describeRenewals(current: () => Persistence): void {
  let store: Persistence;
  beforeEach(() => {
    store = current();
  });

  const renewalOf = (signature: AcceptUnit, moment: number): AcceptUnit =>
    acceptUnit({
      request: { kind: 'Renewal', profile: 'LTA', renewalOf: signature.request.id, createdAt: at(moment) },
    });

  async function claim(unit: AcceptUnit, moment: number) {
    const claimed = await store.claimJob(claimOf(unit, at(moment)));
    if (claimed.outcome !== 'claimed') throw new Error(`Not claimed: ${claimed.outcome}.`);
    return claimed.claim;
  }

  async function complete(unit: AcceptUnit, moment: number, evidenceGoodUntil: Date | null): Promise<AcceptUnit> {
    await store.acceptSignatureRequest(unit);
    const start = { now: at(moment), leaseMilliseconds: 900_000, audit: [] };
    const started = await store.startProcessing(await claim(unit, moment), start);
    if (started === 'lost') throw new Error('The claim was lost.');
    const certificate = unit.request.kind === 'Signature' ? {} : { certificate: null };
    const completion = completionOf(unit, at(moment), { evidenceGoodUntil, ...certificate });
    expect(await store.completeJob(started, completion)).toBe('done');
    return unit;
  }

  const completedSignature = (moment: number, evidenceGoodUntil: Date | null): Promise<AcceptUnit> =>
    complete(acceptUnit({ request: { profile: 'LTA', createdAt: at(moment) } }), moment, evidenceGoodUntil);

  const evidence = async (filter: EvidenceFilter = {}, tenantId = 'acme'): Promise<readonly string[]> => {
    const { items } = await store.listEvidence({ tenantId, limit: 200, cursor: null }, filter);
    return items.map(({ request }) => request.id);
  };

  it('completes without a certificate, and leaves the signature as it is', async () => {
    const signature = await completedSignature(0, at(5000));
    const before = await store.findRequest('acme', signature.request.id);
    const renewal = await complete(renewalOf(signature, 10), 10, at(9000));
    expect(await store.findRequest('acme', renewal.request.id)).toMatchObject({
      request: { status: 'Completed', kind: 'Renewal', certificateId: null, evidenceGoodUntil: at(9000) },
    });
    expect(await store.findRequest('acme', signature.request.id)).toEqual(before);
  });

  it('takes one renewal of a signature at a time, however many are sent at once', async () => {
    const signature = await completedSignature(0, at(5000));
    const units = Array.from({ length: 10 }, () => renewalOf(signature, 10));
    const results = await Promise.all(units.map((unit) => store.acceptSignatureRequest(unit)));
    expect(results.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(1);
    const open = results.flatMap((result) => (result.outcome === 'renewing' ? [result.renewal.id] : []));
    expect(open).toHaveLength(9);
    expect(new Set(open).size).toBe(1);
  });

  it('takes the next one when the one before has failed or is complete', async () => {
    const signature = await completedSignature(0, at(5000));
    const failing = renewalOf(signature, 10);
    await store.acceptSignatureRequest(failing);
    await store.failJob(await claim(failing, 11), failureAt(at(12)));
    await complete(renewalOf(signature, 20), 20, at(6000));
    expect(await store.acceptSignatureRequest(renewalOf(signature, 30))).toEqual({ outcome: 'accepted' });
  });

  it('finds the renewal that was completed last, of the tenant only', async () => {
    const signature = await completedSignature(0, at(5000));
    expect(await store.newestRenewal('acme', signature.request.id)).toBeUndefined();
    await complete(renewalOf(signature, 10), 10, at(6000));
    const newest = await complete(renewalOf(signature, 20), 20, at(7000));
    await store.acceptSignatureRequest(renewalOf(signature, 30));
    expect((await store.newestRenewal('acme', signature.request.id))?.request.id).toBe(newest.request.id);
    expect(await store.newestRenewal('other', signature.request.id)).toBeUndefined();
  });

  it('lists the newest versions, those first whose evidence ends first', async () => {
    const late = await completedSignature(0, at(8000));
    const early = await completedSignature(1, at(5000));
    const renewed = await completedSignature(2, at(4000));
    await completedSignature(3, null);
    const first = await complete(renewalOf(renewed, 10), 10, at(6000));
    expect(await evidence()).toEqual([early, first, late].map(({ request }) => request.id));
    const second = await complete(renewalOf(renewed, 20), 20, at(9000));
    expect(await evidence()).toEqual([early, late, second].map(({ request }) => request.id));
    expect(await evidence({ endsBefore: at(8000) })).toEqual([early.request.id]);
    expect(await evidence({}, 'other')).toEqual([]);
  });

  it('keeps a signature in the list while its renewal is under way or has failed', async () => {
    const signature = await completedSignature(0, at(5000));
    const renewal = renewalOf(signature, 10);
    await store.acceptSignatureRequest(renewal);
    expect(await evidence()).toEqual([signature.request.id]);
    await store.failJob(await claim(renewal, 11), failureAt(at(12)));
    expect(await evidence()).toEqual([signature.request.id]);
  });

  it('leaves out what is no longer stored', async () => {
    const signature = await completedSignature(0, at(5000));
    const details = await store.findRequest('acme', signature.request.id);
    await store.markFileDeleted(details?.output?.id ?? '', at(100), {
      ...auditEvent('FileDeleted'),
      ...{ tenantId: 'acme', entityType: 'SignatureRequest', entityId: signature.request.id },
      ...{ timestamp: at(100), correlationId: null },
    });
    expect(await evidence()).toEqual([]);
  });

  it('pages through them, each once, also where the evidence of several ends at once', async () => {
    for (let n = 0; n < 7; n += 1) await completedSignature(n, at(5000 + Math.floor(n / 3)));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await store.listEvidence({ tenantId: 'acme', limit: 2, cursor }, {});
      seen.push(...page.items.map(({ request }) => request.id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(await evidence());
    expect(new Set(seen).size).toBe(7);
  });

  it('names the tenants whose evidence ends before a time', async () => {
    await completedSignature(0, at(5000));
    await completedSignature(1, at(6000));
    await complete(acceptUnit({ request: { tenantId: 'other', profile: 'LTA', createdAt: at(2) } }), 2, at(7000));
    expect(await store.tenantsWithEvidence(at(5000))).toEqual([]);
    expect(await store.tenantsWithEvidence(at(6500))).toEqual(['acme']);
    expect([...(await store.tenantsWithEvidence(at(8000)))].sort()).toEqual(['acme', 'other']);
  });

  it('lists requests of one kind, and renewals of one signature', async () => {
    const signature = await completedSignature(0, at(5000));
    const other = await completedSignature(1, at(5000));
    const renewal = renewalOf(signature, 10);
    await store.acceptSignatureRequest(renewal);
    await store.acceptSignatureRequest(renewalOf(other, 11));
    const ids = async (filter: Parameters<Persistence['listRequests']>[1]) =>
      (await store.listRequests({ tenantId: 'acme', limit: 50, cursor: null }, filter)).items.map(
        (item) => item.request.id,
      );
    expect(await ids({ kind: 'Signature' })).toEqual([other.request.id, signature.request.id]);
    expect(await ids({ kind: 'Renewal', renewalOf: signature.request.id })).toEqual([renewal.request.id]);
  });

  it('takes only signatures into a batch', async () => {
    const extension = acceptUnit({ request: { kind: 'Extension' } });
    await store.acceptSignatureRequest(extension);
    const batch = { id: 'b1', tenantId: 'acme', createdAt: at(1), createdBy: 'anna' };
    expect(await store.addBatch({ ...batch, signatureIds: [extension.request.id] })).toBe('unknown-request');
  });
}
