import BetterSqlite3 from 'better-sqlite3';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { ApiKeyRecord, AuditEvent, SignatureRequest, StoredFile } from '../../domain/records.ts';
import type { AcceptUnit, ArchivedKey, Persistence, RejectedUnit } from '../persistence.ts';
import { apiKeys, archivedKeys, auditEvents, signatureRequests, storedFiles } from './schema.ts';
import { requestKeys } from '../../storage/storage-keys.ts';
import { storedFile } from '../sample-records.suite.ts';
import { openTemporaryStore } from './temporary-store.suite.ts';

/** A request as it is kept now, and as it was accepted. */
interface KeptRow {
  readonly request: Omit<SignatureRequest, 'additionalInputFileIds'>;
  readonly unit: AcceptUnit;
}

/** What is kept behind the port, seen and changed past it. */
export interface KeptRows {
  /** By id, in the order in which they were accepted. */
  readonly rows: ReadonlyMap<string, KeptRow>;
  readonly rejected: readonly RejectedUnit[];
  /** In the order in which they were written. */
  readonly audit: readonly AuditEvent[];
  readonly keys: readonly ApiKeyRecord[];
  acceptDelayMilliseconds: number;
  /** A request as it is, of whatever state, without an event that tells of it. */
  add(unit: AcceptUnit): Promise<void>;
  change(id: string, changes: Partial<SignatureRequest>): void;
  changeFile(id: string, changes: Partial<StoredFile>): void;
  /** What is left of a request that went to the archive. */
  archiveKey(tenantId: string, key: string, of: ArchivedKey): void;
  /** What the worker does at the end of a job that cannot be signed. */
  fail(id: string): void;
  /** What the worker does at the end of a job. */
  complete(id: string, output: StoredFile): void;
}

export interface SeenStore {
  readonly persistence: Persistence;
  readonly kept: KeptRows;
  readonly close: () => Promise<void>;
}

/** The station's own driver for tests of what stands on the port, with a second connection that sees what it keeps. */
export async function openSeenStore(): Promise<SeenStore> {
  const { persistence, databasePath, dispose } = await openTemporaryStore();
  const connection = new BetterSqlite3(databasePath);
  const database = drizzle({ client: connection });
  const units = new Map<string, AcceptUnit>();
  const rejected: RejectedUnit[] = [];
  const change: KeptRows['change'] = (id, changes) => {
    database.update(signatureRequests).set(changes).where(eq(signatureRequests.id, id)).run();
  };
  const accept = (unit: AcceptUnit) => persistence.acceptSignatureRequest(unit);
  const kept: KeptRows = {
    get rows() {
      const requests = database.select().from(signatureRequests).all();
      const byId = new Map(requests.map((request) => [request.id, request]));
      return new Map([...units].flatMap(([id, unit]) => [[id, { unit, request: byId.get(id) ?? unit.request }]]));
    },
    rejected,
    get audit() {
      return database
        .select()
        .from(auditEvents)
        .orderBy(sql`rowid`)
        .all() as AuditEvent[];
    },
    get keys() {
      return database.select().from(apiKeys).all() as ApiKeyRecord[];
    },
    acceptDelayMilliseconds: 0,
    change,
    changeFile(id, changes) {
      database.update(storedFiles).set(changes).where(eq(storedFiles.id, id)).run();
    },
    archiveKey(tenantId, idempotencyKey, of) {
      database
        .insert(archivedKeys)
        .values({ ...of, tenantId, idempotencyKey })
        .run();
    },
    async add(unit) {
      const { request } = unit;
      units.set(request.id, unit);
      const isCompleted = request.status === 'Completed';
      await accept({ ...unit, request: isCompleted ? { ...request, status: 'Queued' } : request, audit: [] });
      if (!isCompleted) return;
      // The database keeps no completed request without an output; its bytes are the test's affair.
      kept.complete(request.id, storedFile(requestKeys(request.tenantId, request.id, request.createdAt).signed));
      change(request.id, { completedAt: request.completedAt });
    },
    fail: (id) => change(id, { status: 'Failed', errorCode: 'SIGNING_OPERATION_FAILED', failedAt: new Date() }),
    complete(id, output) {
      database
        .insert(storedFiles)
        .values({ ...output, signatureRequestId: id })
        .onConflictDoNothing()
        .run();
      change(id, { status: 'Completed', outputFileId: output.id, completedAt: new Date() });
    },
  };
  return {
    kept,
    persistence: Object.assign(Object.create(persistence) as Persistence, {
      async acceptSignatureRequest(unit: AcceptUnit) {
        const { acceptDelayMilliseconds: delay } = kept;
        if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
        const result = await accept(unit);
        if (result.outcome === 'accepted') units.set(unit.request.id, unit);
        return result;
      },
      rejectSignatureRequest(unit: RejectedUnit) {
        rejected.push(unit);
        return persistence.rejectSignatureRequest(unit);
      },
    }),
    async close() {
      connection.close();
      await dispose();
    },
  };
}
