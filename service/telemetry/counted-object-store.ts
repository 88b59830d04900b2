import { ObjectNotFound, type ObjectStore } from '../storage/object-store.ts';
import type { Metrics } from './metrics.ts';
import type { StorageOperation, StorageOutcome } from './storage-outcomes.ts';

/** The same store, telling `count` of each operation and how it ended. */
export function watchedObjectStore(
  store: ObjectStore,
  count: (operation: StorageOperation, outcome: StorageOutcome) => void,
): ObjectStore {
  const counted = async <T>(operation: StorageOperation, work: Promise<T>): Promise<T> => {
    try {
      const result = await work;
      count(operation, 'done');
      return result;
    } catch (error) {
      count(operation, error instanceof ObjectNotFound ? 'missing' : 'failed');
      throw error;
    }
  };
  return {
    putFile: (key, path, ...rest) => counted('put', store.putFile(key, path, ...rest)),
    putOutput: (path, place) => counted('put', store.putOutput(path, place)),
    stagingPath: (key) => store.stagingPath(key),
    localCopy: (key) => counted('copy', store.localCopy(key)),
    read: (key, range) => counted('read', store.read(key, range)),
    size: (key) => counted('size', store.size(key)),
    promote: (stagedKey, key) => counted('promote', store.promote(stagedKey, key)),
    delete: (key) => counted('delete', store.delete(key)),
    leftovers: (search) => store.leftovers(search),
    ping: () => store.ping(),
  };
}

/** The same store, counting each operation and how it ended in `storage_operations_total`. */
export function countedObjectStore(store: ObjectStore, metrics: Metrics): ObjectStore {
  return watchedObjectStore(store, (operation, outcome) =>
    metrics.increment('storage_operations_total', { operation, outcome }),
  );
}
