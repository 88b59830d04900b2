/** What is done with the object store, as `storage_operations_total` counts it. */
export const STORAGE_OPERATIONS = ['put', 'copy', 'read', 'size', 'promote', 'delete'] as const;
export type StorageOperation = (typeof STORAGE_OPERATIONS)[number];
/** `missing` is an answer of a store that works: there is no such object. */
export const STORAGE_OUTCOMES = ['done', 'missing', 'failed'] as const;
export type StorageOutcome = (typeof STORAGE_OUTCOMES)[number];
