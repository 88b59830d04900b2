import { and, asc, eq, sql } from 'drizzle-orm';
import type { BatchStore } from '../batch-store.ts';
import { findById } from './requests.ts';
import { batches, batchMembers } from './schema.ts';
import { insertInto, statement } from './statements.ts';
import type { Unit, Units } from './units.ts';

/** Requests that were given in together. */
export function createBatchStore(units: Units): BatchStore {
  return {
    addBatch: (batch) => units.write((unit) => add(unit, batch)),
    findBatch: (tenantId, id) => units.read((unit) => find(unit, tenantId, id)),
  };
}

const insertBatch = insertInto('insert_batch', batches);

async function add(
  unit: Unit,
  { signatureIds, ...batch }: Parameters<BatchStore['addBatch']>[0],
): Promise<Awaited<ReturnType<BatchStore['addBatch']>>> {
  for (const id of signatureIds) {
    if ((await findById(unit, batch.tenantId, id))?.request.kind !== 'Signature') return 'unknown-request';
  }
  await insertBatch(unit, batch);
  const rows = signatureIds.map((signatureRequestId, position) => ({
    batchId: batch.id,
    position,
    signatureRequestId,
  }));
  if (rows.length > 0) await unit.database.insert(batchMembers).values(rows);
  return 'added';
}

const batchById = statement('batch_by_id', (database, name) =>
  database
    .select()
    .from(batches)
    .where(and(eq(batches.id, sql.placeholder('id')), eq(batches.tenantId, sql.placeholder('tenantId'))))
    .prepare(name),
);

const membersOf = statement('members_of_batch', (database, name) =>
  database
    .select({ id: batchMembers.signatureRequestId })
    .from(batchMembers)
    .where(eq(batchMembers.batchId, sql.placeholder('batchId')))
    .orderBy(asc(batchMembers.position))
    .prepare(name),
);

async function find(unit: Unit, tenantId: string, id: string): Promise<Awaited<ReturnType<BatchStore['findBatch']>>> {
  const [batch] = await batchById(unit).execute({ tenantId, id });
  if (batch === undefined) return undefined;
  const signatureIds = (await membersOf(unit).execute({ batchId: id })).map((member) => member.id);
  const members = [];
  for (const signatureId of signatureIds) {
    const member = await findById(unit, tenantId, signatureId);
    if (member !== undefined) members.push(member);
  }
  return { batch: { ...batch, signatureIds }, members };
}
