import type { SignatureView } from '../../service/contract/http/signatures.ts';
import type { SignatureFormat, SignatureOperation } from '../../service/contract/vocabulary/signature-formats.ts';
import { TERMINAL_SIGNATURE_STATUSES, type SignatureStatus } from '../../service/contract/vocabulary/states.ts';
import type { FileKind } from '../formatting/file-kind.ts';
import type { Explanation } from '../messages/explanation.ts';
import type { StampPlace } from './stamp-place.ts';

/** Where a chosen document stands, from the drop to its end at the station. */
export type DocumentProgress =
  | { readonly step: 'ready' }
  | { readonly step: 'waiting' }
  | { readonly step: 'uploading'; readonly fraction: number }
  | {
      readonly step: 'accepted';
      readonly id: string;
      readonly status: SignatureStatus;
      readonly view: SignatureView | null;
    }
  | { readonly step: 'refused'; readonly explanation: Explanation };

/** A signature that a chosen document bears already. */
export interface EarlierSignature {
  /** As the verification report names it. */
  readonly name: string;
  readonly signer: string;
}

/** What is added to a signed document. */
export interface Addition {
  readonly operation: SignatureOperation;
  /** Of a counter-signature: the name of the signature that it is over. */
  readonly target: string | null;
}

/** A document of the batch. `files` has several members only for a container (ASiC_E). */
export interface BatchDocument {
  readonly key: string;
  readonly files: readonly File[];
  readonly name: string;
  readonly size: number;
  readonly kind: FileKind;
  format: SignatureFormat;
  /** Who has signed it already, as the station told; null while that is not known. */
  signatures: readonly EarlierSignature[] | null;
  /** What is done with a document that is signed already; null: as chosen for all of its kind. */
  addition: Addition | null;
  /** Where its stamp goes; null: as chosen for all of the batch. */
  place: StampPlace | null;
  /** The key of a document further up that holds the same bytes. */
  sameAs: string | null;
  progress: DocumentProgress;
  /** Kept while the outcome of an upload is unknown, renewed when the document is signed anew. */
  idempotencyKey: string;
}

export type DocumentGroup = 'ready' | 'working' | 'completed' | 'failed' | 'cancelled';

/** The coarse group a document belongs to: what counters and buttons ask for. */
export function groupOf(progress: DocumentProgress): DocumentGroup {
  if (progress.step === 'ready') return 'ready';
  if (progress.step === 'refused') return 'failed';
  if (progress.step !== 'accepted') return 'working';
  if (progress.status === 'Completed') return 'completed';
  if (progress.status === 'Cancelled') return 'cancelled';
  return isTerminal(progress.status) ? 'failed' : 'working';
}

/** Nobody works on it, and it is not signed: its format may be changed, a container taken apart. */
export function isLoose({ progress }: Pick<BatchDocument, 'progress'>): boolean {
  return ['ready', 'failed', 'cancelled'].includes(groupOf(progress));
}

/** It has ended without a signature: whoever signs may try it again. */
export function isToRetry(progress: DocumentProgress): boolean {
  return ['failed', 'cancelled'].includes(groupOf(progress));
}

/** True for the states that nothing leaves any more (specification, section 3). */
export function isTerminal(status: SignatureStatus): boolean {
  return TERMINAL_SIGNATURE_STATUSES.includes(status);
}

const ORDER: Readonly<Record<SignatureStatus, number>> = {
  Created: 0,
  Queued: 1,
  RetryScheduled: 1,
  Processing: 2,
  Completed: 3,
  Failed: 3,
  Rejected: 3,
  Cancelled: 3,
};

/**
 * The status to show when a message says `next`: a terminal state stays terminal. Events and answers may overtake each
 * other, everything else is taken as told, since a retry goes from Processing back to Queued.
 */
export function laterStatus(current: SignatureStatus, next: SignatureStatus): SignatureStatus {
  return isTerminal(current) && ORDER[next] <= ORDER[current] ? current : next;
}

const STEP_SHARE: Readonly<Record<SignatureStatus, number>> = {
  Created: 0.6,
  Queued: 0.6,
  RetryScheduled: 0.6,
  Processing: 0.8,
  Completed: 1,
  Failed: 1,
  Rejected: 1,
  Cancelled: 0,
};

function shareOf(progress: DocumentProgress): number {
  if (progress.step === 'accepted') return STEP_SHARE[progress.status];
  if (progress.step === 'refused') return 1;
  return progress.step === 'uploading' ? progress.fraction / 2 : 0;
}

export interface BatchSummary extends Readonly<Record<DocumentGroup, number>> {
  readonly total: number;
  /** Share of the whole work that is done, 0 to 1; failed documents count as done, stopped ones do not. */
  readonly fraction: number;
}

/** Counts a batch by group. One pass. */
export function summarise(documents: readonly Pick<BatchDocument, 'progress'>[]): BatchSummary {
  const counts = { ready: 0, working: 0, completed: 0, failed: 0, cancelled: 0 };
  let share = 0;
  for (const { progress } of documents) {
    counts[groupOf(progress)] += 1;
    share += shareOf(progress);
  }
  return { ...counts, total: documents.length, fraction: documents.length === 0 ? 0 : share / documents.length };
}
