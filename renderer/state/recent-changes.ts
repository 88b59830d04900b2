import type { StateChange } from '../../service/contract/http/signatures.ts';

export interface RecentChanges {
  readonly put: (change: StateChange) => void;
  readonly of: (signatureId: string) => StateChange | undefined;
}

/** The last change of each of the `most` signatures that changed last. */
export function createRecentChanges(most: number): RecentChanges {
  const changes = new Map<string, StateChange>();
  return {
    put: (change) => {
      // Deleting first moves the signature to the end of the map's order: the first key is always the oldest.
      changes.delete(change.signatureId);
      changes.set(change.signatureId, change);
      const oldest = changes.size > most ? changes.keys().next().value : undefined;
      if (oldest !== undefined) changes.delete(oldest);
    },
    of: (signatureId) => changes.get(signatureId),
  };
}
