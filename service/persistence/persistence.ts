import type { ApprovalStore } from './approval-store.ts';
import type { BatchStore } from './batch-store.ts';
import type { IntakeStore } from './intake-store.ts';
import type { JobStore } from './job-store.ts';
import type { KeyStore } from './key-store.ts';
import type { OutboxStore } from './outbox-store.ts';
import type { ReadingStore } from './reading-store.ts';
import type { RequestArchiveStore } from './request-archive-store.ts';
import type { UnattendedStore } from './unattended-store.ts';
import type { UpkeepStore } from './upkeep-store.ts';

export type * from './approval-store.ts';
export type * from './batch-store.ts';
export type * from './intake-store.ts';
export type * from './job-store.ts';
export type * from './key-store.ts';
export type * from './outbox-store.ts';
export type * from './pages.ts';
export type * from './reading-store.ts';
export type * from './request-archive-store.ts';
export type * from './stored-details.ts';
export type * from './unattended-store.ts';
export type * from './upkeep-store.ts';

/**
 * The persistence port. Every operation is one whole atomic unit: it commits everything it says, durably, or nothing.
 * There is no open transaction to hold across an `await`, so an embedded single connection and a pool of Postgres
 * connections can serve the same interface. Callers say what their clock shows; a driver
 * that several hosts share takes the moments of a call for distances from that, and lets its own clock decide over leases
 * and due times.
 * State changes are compare-and-set; a lost race is a value, never an exception.
 *
 * The parts are named for who uses them; whoever needs one part asks for that part.
 */
export interface Persistence
  extends
    IntakeStore,
    ApprovalStore,
    BatchStore,
    JobStore,
    UnattendedStore,
    OutboxStore,
    ReadingStore,
    KeyStore,
    RequestArchiveStore,
    UpkeepStore {}
