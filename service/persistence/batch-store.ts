import type { BatchRecord } from '../domain/records.ts';
import type { RequestDetails } from './stored-details.ts';

export interface BatchDetails {
  readonly batch: BatchRecord;
  /** In the order of the batch. */
  readonly members: readonly RequestDetails[];
}

/** Requests that a person gave in together. A batch only names them: each lives and ends by itself. */
export interface BatchStore {
  /** `unknown-request`: one of them is not a request of the tenant; nothing was written. */
  addBatch(batch: BatchRecord): Promise<'added' | 'unknown-request'>;
  findBatch(tenantId: string, id: string): Promise<BatchDetails | undefined>;
}
