import type Sqlite from 'better-sqlite3';
import { asc, sql } from 'drizzle-orm';
import type { MessageTable } from '../../broker/message-table.ts';
import type { AcceptanceQueue } from '../acceptance-queue.ts';
import type { Persistence } from '../persistence.ts';
import type { RowSource } from '../row-transfer.ts';
import { createApiKeyStore } from './api-keys.ts';
import { createApprovalStore } from './approvals.ts';
import { createAuditBlocks, type AuditBlocks } from './audit-blocks.ts';
import { createAuditArchiveStore, prepareReclaim } from './audit-archive.ts';
import { createAuditTrail, type AuditTrail } from './audit.ts';
import { createCheckpointThread } from './checkpoints/checkpoint-child-thread.ts';
import { Checkpointer } from './checkpoints/checkpointer.ts';
import { CHECKPOINT_PAGES, JOURNAL_SIZE_LIMIT, leaveCheckpoints, limitBlocking, openConnection } from './connection.ts';
import type { DatabaseAccess } from './database.ts';
import { requireSound, watchingForDamage } from './database-damage.ts';
import { createFileStore } from './files.ts';
import { GroupCommitWriter } from './group-commit.ts';
import { createClaimStore } from './job-claims.ts';
import { createReleaseStore } from './job-releases.ts';
import { createResultStore } from './job-results.ts';
import { lazyStore } from './lazy-store.ts';
import { createListStore } from './lists.ts';
import { openLogSync } from './log-sync.ts';
import { createMessageTable } from './message-table.ts';
import { migrate } from './migrate.ts';
import { createOutboxStore } from './outbox.ts';
import { openQueries } from './prepared-queries.ts';
import { createRequestArchiveStore, prepareFindArchivedKey } from './request-archive.ts';
import { createRequestStore, type HandOver } from './requests.ts';
import { createRowSource } from './row-source.ts';
import { certificates } from './schema.ts';
import { createReasonCounts } from './reason-counts.ts';
import { createStatistics } from './statistics.ts';
import { createUnattendedStore } from './unattended-jobs.ts';
import { createWaitingStore } from './waiting-jobs.ts';
import { lostPages, readLogIndex } from './lost-log.ts';
import { createLineStore } from './waiting-line.ts';

export interface SqlitePersistenceOptions {
  /** The database file; made when there is none. `-wal` and `-shm` files appear beside it. */
  readonly databasePath: string;
  /** A file without tables is refused, with DatabaseIsEmpty, instead of being given some. */
  readonly mustHaveTables?: boolean;
  /** Folder of the SQL files in `migrations/`: an argument, since a bundled build moves them. */
  readonly migrationsFolder: string;
  /** The whole file is looked through before it is used, and refused where it is damaged. */
  readonly mustBeSound?: boolean;
  /**
   * Told once, when the disk has refused a sync or the file turns out to be damaged: nothing is read or written any more,
   * the process should end.
   */
  readonly onDiskFault?: (fault: Error) => void;
  /** Makes checkpoints on a thread of their own; without it the connection waits for them. */
  readonly checkpoints?: CheckpointOptions;
  /** Told how many pages of the log are gone since it was used last. For a process that has the file for itself (lost-log.ts). */
  readonly onLogCutOff?: (pages: number) => void;
}

export interface CheckpointOptions {
  /** The thread's script. */
  readonly threadFile: string;
  /** A log of so many pages is copied into the database. */
  readonly pages?: number;
  /** Told once of each new fault, as a sentence, and with null when checkpoints work again. */
  readonly onFault?: (fault: string | null) => void;
}

export interface SqlitePersistence extends Persistence {
  /** The embedded broker's queues in the same file, written in the same commits. */
  readonly messageTable: MessageTable;
  /** From now on messages of accepted requests are offered to this queue, which lies in `messageTable`. */
  handOverTo(queue: AcceptanceQueue): void;
  /** Whole tables, for a move to another database. */
  readonly rows: RowSource;
  /** Why the log of the database could not be shortened of late, as a sentence; null when nothing is wrong. */
  checkpointFault(): string | null;
}

/**
 * Opens the database, brings it up to date and serves the persistence port from one connection. Several processes may
 * open the same file. Rejects when the file can't be opened, is no database, or is newer than this program.
 */
export function openSqlitePersistence({
  databasePath,
  mustHaveTables = false,
  mustBeSound = false,
  migrationsFolder,
  onDiskFault,
  checkpoints,
  onLogCutOff,
}: SqlitePersistenceOptions): Promise<SqlitePersistence> {
  return Promise.try(() => {
    const index = onLogCutOff && readLogIndex(databasePath);
    const connection = openConnection(databasePath);
    try {
      const lost = index === undefined ? 0 : lostPages(connection, index);
      if (lost > 0) onLogCutOff?.(lost);
      if (mustBeSound) requireSound(connection);
      migrate(connection, migrationsFolder, mustHaveTables);
      limitBlocking(connection);
      const log = openLogSync(connection);
      const writer: GroupCommitWriter = new GroupCommitWriter(connection, log, {
        ...(onDiskFault === undefined ? {} : { onDiskFault }),
        onCommitted: () => checkpointer?.committed(),
      });
      const checkpointer = checkpoints && startCheckpoints(connection, writer, checkpoints);
      const close = async (): Promise<void> => {
        await writer.close();
        await checkpointer?.close();
        log.close();
        connection.close();
      };
      const messageTable = createMessageTable(connection, writer);
      const checkpointFault = (): string | null => checkpointer?.fault() ?? null;
      const blocks = createAuditBlocks(connection, writer);
      const reclaimSpace = prepareReclaim(connection, writer);
      const handOver: HandOver = { queue: undefined };
      const stores = createStores({ database: openQueries(connection), writer }, blocks, handOver);
      return {
        ...watchingForDamage(stores, (damage) => writer.giveUp(damage)),
        reclaimSpace,
        summarizeAudit: () => blocks.summarize(),
        messageTable,
        handOverTo: (queue) => {
          handOver.queue = queue;
        },
        rows: createRowSource(connection, writer),
        checkpointFault,
        close,
      };
    } catch (error) {
      connection.close();
      throw error;
    }
  });
}

function startCheckpoints(
  connection: Sqlite.Database,
  writer: GroupCommitWriter,
  { threadFile, pages = CHECKPOINT_PAGES, onFault }: CheckpointOptions,
): Checkpointer {
  leaveCheckpoints(connection);
  const thread = createCheckpointThread(threadFile, {
    databasePath: connection.name,
    journalSizeLimit: JOURNAL_SIZE_LIMIT,
  });
  return new Checkpointer({ connection, writer, thread, pages, onFault });
}

/** Each with its statements when it is first asked; those that a start asks are made at once. */
function createStores(
  access: DatabaseAccess,
  blocks: AuditBlocks,
  handOver: HandOver,
): Omit<Persistence, 'close' | 'reclaimSpace' | 'summarizeAudit'> {
  const { database, writer } = access;
  const audit = createAuditTrail(database);
  const listCertificates = database.select().from(certificates).orderBy(asc(certificates.createdAt)).prepare();
  return {
    ...createReleaseStore(access),
    ...createOutboxStore(access),
    ...storesOfRequests(access, audit, handOver),
    ...storesOfWork(access, audit),
    ...storesOfPeople(access, audit, blocks),
    appendAudit: (event) => writer.write(() => audit.append(event)),
    listCertificateRecords: () => Promise.try(() => listCertificates.all()),
    ping: () =>
      writer.write(() => {
        database.run(sql`UPDATE write_probe SET count = count + 1`);
      }),
  };
}

function storesOfRequests(access: DatabaseAccess, audit: AuditTrail, handOver: HandOver) {
  const archivedKey = prepareFindArchivedKey(access);
  return {
    ...lazyStore(
      () => createRequestStore(access, audit, archivedKey, handOver),
      ...(['addBatch', 'findBatch', 'findRequest', 'newestRenewal', 'acceptSignatureRequest'] as const),
      ...(['rejectSignatureRequest', 'cancelRequest', 'findByIdempotencyKey'] as const),
    ),
    ...lazyStore(
      () => createRequestArchiveStore(access, archivedKey),
      ...(['requestsToArchive', 'deleteArchivedRequests', 'findArchivedKey'] as const),
    ),
    ...lazyStore(() => createFileStore(access, audit), 'endedWithoutOutput', 'filesEndedBefore', 'markFileDeleted'),
    ...lazyStore(() => createAuditArchiveStore(access), 'auditEventsAfter', 'deleteArchivedAuditEvents'),
  };
}

function storesOfWork(access: DatabaseAccess, audit: AuditTrail) {
  return {
    ...lazyStore(() => createClaimStore(access, audit), 'claimJob', 'startProcessing', 'stageSignature'),
    ...lazyStore(() => createResultStore(access, audit), 'completeJob', 'failJob', 'scheduleRetry'),
    ...lazyStore(() => createUnattendedStore(access), 'handOverAgain', 'unattendedJobs'),
    ...lazyStore(
      () => createWaitingStore(access, audit),
      ...(['wakeJobs', 'failWaitingJobs', 'changeWaitReason', 'parkJob'] as const),
      ...(['waitingGroups', 'waitingJobs', 'dueWaitingJobs'] as const),
    ),
    ...lazyStore(() => createLineStore(access), 'letWait'),
  };
}

function storesOfPeople(access: DatabaseAccess, audit: AuditTrail, blocks: AuditBlocks) {
  return {
    ...lazyStore(
      () => createApprovalStore(access, audit),
      ...(['approveRequests', 'endApprovals', 'pendingApprovals', 'overdueApprovals'] as const),
    ),
    ...lazyStore(
      () => createListStore(access, blocks),
      ...([
        'listEvidence',
        'tenantsWithEvidence',
        'listRequests',
        'listJobs',
        'listAuditEvents',
        'fileNamesOf',
      ] as const),
      ...(['countRequests', 'countJobs', 'countAuditEvents'] as const),
    ),
    ...lazyStore(
      () => createApiKeyStore(access, audit),
      ...(['addApiKey', 'findApiKeyByPrefix', 'listApiKeys', 'revokeApiKey', 'noteApiKeysUsed'] as const),
    ),
    ...lazyStore(() => ({ statistics: createStatistics(access) }), 'statistics'),
    ...lazyStore(() => ({ countReasons: createReasonCounts(access) }), 'countReasons'),
  };
}
