import type { Claim } from '../domain/claim.ts';
import type { AcceptUnit, JobDetails, Persistence } from './persistence.ts';
import { claimOf, LEASE_MILLISECONDS } from './sample-records.suite.ts';

/** The only job of the store. */
export async function storedJob(store: Persistence): Promise<JobDetails> {
  const [found] = (await store.listJobs({ tenantId: 'acme', limit: 10, cursor: null }, {})).items;
  if (found === undefined) throw new Error('The job is gone.');
  return found;
}

/** A claim on the unit's job, as a worker makes it. */
export async function claimed(
  store: Persistence,
  unit: AcceptUnit,
  now: Date,
  changes: { claimant?: string; leaseMilliseconds?: number } = {},
): Promise<Claim> {
  const result = await store.claimJob(claimOf(unit, now, changes));
  if (result.outcome !== 'claimed') throw new Error(`Not claimed: ${result.outcome}.`);
  return result.claim;
}

/** A claim under which signing has begun. */
export async function started(store: Persistence, unit: AcceptUnit, now: Date): Promise<Claim> {
  const claim = await claimed(store, unit, now);
  const renewed = await store.startProcessing(claim, { now, leaseMilliseconds: LEASE_MILLISECONDS, audit: [] });
  if (renewed === 'lost') throw new Error('The claim was lost.');
  return renewed;
}

/** What the unit's request has gone through, oldest first. */
export async function auditTypes(store: Persistence, { request }: AcceptUnit): Promise<string[]> {
  const page = await store.listAuditEvents({ tenantId: 'acme', limit: 50, cursor: null }, { entityId: request.id });
  return page.items.map((event) => event.eventType).reverse();
}
