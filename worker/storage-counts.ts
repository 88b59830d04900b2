import type { DeliveryReport } from '../service/signing-worker/worker-protocol.ts';
import { watchedObjectStore } from '../service/telemetry/counted-object-store.ts';
import { type StorageOperation, type StorageOutcome } from '../service/telemetry/storage-outcomes.ts';
import type { ObjectStore } from '../service/storage/object-store.ts';

type StorageCount = NonNullable<DeliveryReport['storage']>[number];

/** What the worker did to the store since it was last asked; goes to the host's metrics with the next report. */
export interface StorageCounts {
  watch(store: ObjectStore): ObjectStore;
  take(): StorageCount[];
}

export function createStorageCounts(): StorageCounts {
  const counts = new Map<string, { operation: StorageOperation; outcome: StorageOutcome; count: number }>();
  return {
    watch: (store) =>
      watchedObjectStore(store, (operation, outcome) => {
        const key = `${operation} ${outcome}`;
        const entry = counts.get(key) ?? { operation, outcome, count: 0 };
        counts.set(key, entry);
        entry.count += 1;
      }),
    take() {
      const taken = [...counts.values()];
      counts.clear();
      return taken;
    },
  };
}
