import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, asc, eq, getTableColumns, gt, inArray, sql } from 'drizzle-orm';
import type { Persistence, UnattendedJob } from '../persistence.ts';
import { isUnattended, OPEN_STATUSES } from '../tables/waiting.ts';
import { bound, joinKey, prepareInsert, type DatabaseAccess } from './database.ts';
import { columnsOfMessage, inputFiles, inputJoin } from './request-rows.ts';
import { outboxMessages, requestCounts, signatureRequests, signingJobs } from './schema.ts';

/** Rows looked at in one go: some milliseconds of the event loop. */
const PAGE_ROWS = 200;

/** Jobs that may have lost their message, and giving them a new one. */
export function createUnattendedStore(access: DatabaseAccess): Pick<Persistence, 'unattendedJobs' | 'handOverAgain'> {
  return { unattendedJobs: prepareWalk(access), handOverAgain: prepareHandOver(access) };
}

const isLeftAlone = isUnattended(signatureRequests, signingJobs, outboxMessages);

/**
 * Goes along the list index of each tenant and open state, a page of rows at a time, so that the event loop is free in
 * between and no index has to be kept for what is hardly ever found.
 */
function prepareWalk({ database }: DatabaseAccess): Persistence['unattendedJobs'] {
  const places = database
    .selectDistinct({ tenantId: requestCounts.tenantId, status: requestCounts.status })
    .from(requestCounts)
    .where(and(gt(requestCounts.count, 0), inArray(requestCounts.status, [...OPEN_STATUSES])))
    .prepare();
  const { id, createdAt } = getTableColumns(signatureRequests);
  const page = database
    .select({ job: columnsOfMessage, isUnattended: sql<number>`${isLeftAlone}` })
    .from(signatureRequests)
    .innerJoin(signingJobs, eq(signingJobs.signatureRequestId, id))
    .innerJoin(inputFiles, inputJoin)
    .leftJoin(outboxMessages, eq(outboxMessages.id, signatureRequests.messageId))
    .where(
      and(
        eq(signatureRequests.tenantId, joinKey(signatureRequests.tenantId, 'tenantId')),
        eq(signatureRequests.status, joinKey(signatureRequests.status, 'status')),
        sql`(${createdAt}, ${id}) > (${joinKey(createdAt, 'afterCreatedAt')}, ${joinKey(id, 'afterId')})`,
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(PAGE_ROWS)
    .prepare();

  return async function* walk(now) {
    for (const { tenantId, status } of places.all()) {
      let after = { afterCreatedAt: new Date(0), afterId: '' };
      for (;;) {
        const rows = page.all({ tenantId, status, now, ...after });
        yield rows.filter((row) => row.isUnattended === 1).map((row): UnattendedJob => row.job);
        // The event loop gets its turn between two pages, whoever reads them.
        await nextTurn();
        const last = rows.at(-1);
        if (last === undefined || rows.length < PAGE_ROWS) break;
        after = { afterCreatedAt: last.job.createdAt, afterId: last.job.signatureId };
      }
    }
  };
}

function prepareHandOver({ database, writer }: DatabaseAccess): Persistence['handOverAgain'] {
  const find = database
    .select({ requestId: signatureRequests.id, messageId: signatureRequests.messageId })
    .from(signingJobs)
    .innerJoin(signatureRequests, eq(signatureRequests.id, signingJobs.signatureRequestId))
    .leftJoin(outboxMessages, eq(outboxMessages.id, signatureRequests.messageId))
    .where(and(eq(signingJobs.id, joinKey(signingJobs.id, 'jobId')), isLeftAlone))
    .prepare();
  const insert = prepareInsert(database, outboxMessages);
  const name = database
    .update(signatureRequests)
    .set({ messageId: bound(signatureRequests.messageId, 'messageId') })
    .where(eq(signatureRequests.id, sql.placeholder('requestId')))
    .prepare();
  return (messages, now) =>
    writer.write(() => {
      const done: string[] = [];
      for (const { jobId, lostMessageId, outboxMessage } of messages) {
        const found = find.get({ jobId, now });
        if (found?.messageId !== lostMessageId) continue;
        insert({ ...outboxMessage, signatureRequestId: found.requestId });
        name.run({ requestId: found.requestId, messageId: outboxMessage.id });
        done.push(jobId);
      }
      return done;
    });
}
