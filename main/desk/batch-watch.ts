import { TERMINAL_SIGNATURE_STATUSES } from '../../service/contract/vocabulary/states.ts';
import type { StateChange } from '../../service/contract/http/signatures.ts';

export interface BatchResult {
  readonly completed: number;
  /** Failed or rejected; a cancelled one is known to whoever cancelled it. */
  readonly failed: number;
}

export interface BatchWatch {
  /** Takes a change in; the result when it was the last one of everything that was under way. */
  note(change: StateChange): BatchResult | undefined;
  inProgress(): number;
}

/** Follows the requests that this run of the program has seen, from the first under way until none is. */
export function createBatchWatch(): BatchWatch {
  const underWay = new Set<string>();
  let result = { completed: 0, failed: 0 };
  return {
    inProgress: () => underWay.size,
    note({ signatureId, status }) {
      if (!TERMINAL_SIGNATURE_STATUSES.includes(status)) {
        underWay.add(signatureId);
        return undefined;
      }
      // An end whose beginning was not seen, or one that is told twice, ends nothing here.
      if (!underWay.delete(signatureId)) return undefined;
      if (status === 'Completed') result.completed++;
      else if (status !== 'Cancelled') result.failed++;
      if (underWay.size > 0) return undefined;
      const ended = result;
      result = { completed: 0, failed: 0 };
      return ended.completed + ended.failed === 0 ? undefined : ended;
    },
  };
}
