import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { HandOverAgain, UnattendedJob, UnattendedStore } from '../persistence.ts';
import { isUnattended, OPEN_STATUSES } from '../tables/waiting.ts';
import { nameMessage } from './job-claims.ts';
import { insertOutboxMessage } from './outbox-messages.ts';
import { columnsOfMessage, inputFiles, inputJoin } from './request-rows.ts';
import { outboxMessages, requestCounts, signatureRequests, signingJobs } from './schema.ts';
import { bound, statement } from './statements.ts';
import type { Unit, Units } from './units.ts';

const PAGE_ROWS = 200;

/** Jobs that may have lost their message, and giving them a new one. */
export function createUnattendedStore(units: Units): Pick<UnattendedStore, 'unattendedJobs' | 'handOverAgain'> {
  return {
    unattendedJobs: (now) => walk(units, now),
    handOverAgain: (messages, now) => units.write((unit) => handOver(unit, messages, now)),
  };
}

const isLeftAlone = isUnattended(signatureRequests, signingJobs, outboxMessages);

const places = statement('places_of_open_requests', (database, name) =>
  database
    .select({ tenantId: requestCounts.tenantId, status: requestCounts.status })
    .from(requestCounts)
    .where(inArray(requestCounts.status, [...OPEN_STATUSES]))
    .groupBy(requestCounts.tenantId, requestCounts.status)
    .having(sql`sum(${requestCounts.count}) > 0`)
    .prepare(name),
);

const { id, createdAt, tenantId, status } = signatureRequests;

const openRequests = statement('page_of_open_requests', (database, name) =>
  database
    .select({ job: columnsOfMessage, isUnattended: sql<boolean>`coalesce(${isLeftAlone}, false)` })
    .from(signatureRequests)
    .innerJoin(signingJobs, eq(signingJobs.signatureRequestId, id))
    .innerJoin(inputFiles, inputJoin)
    .leftJoin(outboxMessages, eq(outboxMessages.id, signatureRequests.messageId))
    .where(
      and(
        eq(tenantId, sql.placeholder('tenantId')),
        eq(status, sql.placeholder('status')),
        sql`(${createdAt}, ${id}) > (${bound(createdAt, 'afterCreatedAt')}, ${bound(id, 'afterId')})`,
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(PAGE_ROWS)
    .prepare(name),
);

/** Goes along the list index of each tenant and open state, a page of rows at a time, each in a unit of its own. */
async function* walk(units: Units, callersNow: Date): AsyncGenerator<readonly UnattendedJob[]> {
  for (const place of await units.read((unit) => places(unit).execute())) {
    let after = { afterCreatedAt: new Date(0), afterId: '' };
    for (;;) {
      const values = { ...place, ...after };
      const rows = await units.write((unit) => openRequests(unit).execute({ ...values, now: unit.now(callersNow) }), {
        isRepeatable: true,
      });
      yield rows.filter((row) => row.isUnattended).map((row): UnattendedJob => row.job);
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE_ROWS) break;
      after = { afterCreatedAt: last.job.createdAt, afterId: last.job.signatureId };
    }
  }
}

const lockUnattended = statement('lock_unattended_job', (database, name) =>
  database
    .select({ requestId: signatureRequests.id, messageId: signatureRequests.messageId })
    .from(signingJobs)
    .innerJoin(signatureRequests, eq(signatureRequests.id, signingJobs.signatureRequestId))
    .leftJoin(outboxMessages, eq(outboxMessages.id, signatureRequests.messageId))
    .where(and(eq(signingJobs.id, sql.placeholder('jobId')), isLeftAlone))
    .for('update', { of: signingJobs })
    .prepare(name),
);

async function handOver(unit: Unit, messages: readonly HandOverAgain[], callersNow: Date): Promise<readonly string[]> {
  const done: string[] = [];
  const now = unit.now(callersNow);
  // Always in one order, so that two stations that look after the same jobs do not wait for each other.
  for (const { jobId, lostMessageId, outboxMessage } of messages.toSorted((a, b) => (a.jobId < b.jobId ? -1 : 1))) {
    const [found] = await lockUnattended(unit).execute({ jobId, now });
    if (found?.messageId !== lostMessageId) continue;
    await insertOutboxMessage(unit, found.requestId, outboxMessage);
    await nameMessage(unit).execute({ requestId: found.requestId, messageId: outboxMessage.id });
    done.push(jobId);
  }
  return done;
}
