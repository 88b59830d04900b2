import type { SignatureRequest, SigningJob } from '../domain/records.ts';
import type { RequestDetails } from './stored-details.ts';

/** An ended request whose files are all gone, with everything that is stored of it. */
export interface ArchivableRequest extends RequestDetails {
  readonly endedAt: Date;
  /** Null for a Rejected request, which never had one. */
  readonly job: SigningJob | null;
  /** The batches that it is of. */
  readonly batchIds: readonly string[];
}

/** What stays for ever of a request that had an idempotency key. */
export type ArchivedKey = Pick<SignatureRequest, 'id' | 'kind' | 'createdAt'>;

/** A place in the order in which requests ended. */
export interface EndedPlace {
  readonly endedAt: Date;
  readonly id: string;
}

/** Requests on their way to the archive. */
export interface RequestArchiveStore {
  /**
   * Requests that ended before `endedBefore`, none of whose files is kept and which no other request names, the one that
   * ended first at the head; from behind `cursor` on. A request that does another one again stays until nobody can repeat
   * that one a second time.
   */
  requestsToArchive(args: {
    readonly endedBefore: Date;
    readonly cursor: EndedPlace | null;
    readonly limit: number;
  }): Promise<readonly ArchivableRequest[]>;
  /**
   * Deletes requests that an archive holds, with their jobs and the rows of their files, and keeps their idempotency keys;
   * answers how many were there. One that may not go (see above) stays.
   */
  deleteArchivedRequests(ids: readonly string[]): Promise<number>;
  findArchivedKey(tenantId: string, idempotencyKey: string): Promise<ArchivedKey | undefined>;
}
