import type { ObjectStore } from '../storage/object-store.ts';
import type { Metrics } from './metrics.ts';

/** The same store, counting each operation and how it ended in `storage_operations_total`. */
export function countedObjectStore(store: ObjectStore, metrics: Metrics): ObjectStore {
  const counted = async <T>(operation: string, work: Promise<T>): Promise<T> => {
    try {
      const result = await work;
      metrics.increment('storage_operations_total', { operation, outcome: 'done' });
      return result;
    } catch (error) {
      metrics.increment('storage_operations_total', { operation, outcome: 'failed' });
      throw error;
    }
  };
  return {
    putFile: (key, path) => counted('put', store.putFile(key, path)),
    stagingPath: (key) => store.stagingPath(key),
    localCopy: (key) => counted('copy', store.localCopy(key)),
    read: (key, range) => counted('read', store.read(key, range)),
    size: (key) => counted('size', store.size(key)),
    promote: (stagedKey, key) => counted('promote', store.promote(stagedKey, key)),
    delete: (key) => counted('delete', store.delete(key)),
    ping: () => store.ping(),
  };
}
