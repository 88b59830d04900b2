import type { StampLooks } from './stamp-looks.ts';
import type { SizedPlace, StampPlace } from './stamp-place.ts';

/** A stamp that is kept under a name, for the next batch. */
export interface KeptStamp {
  readonly name: string;
  readonly note: string;
  readonly looks: StampLooks;
  readonly image: File | null;
  readonly page: number;
  readonly anchor: string;
  readonly place: StampPlace | null;
  /** What an earlier version kept has none. */
  readonly sized?: SizedPlace | null;
}

const DATABASE = 'signing-station';
const STORE = 'stamps';

/**
 * The stamps that this browser keeps, in the order of their names. The browser's database takes the picture as the file
 * that it is. Rejects where the browser keeps nothing.
 */
export async function keptStamps(): Promise<readonly KeptStamp[]> {
  const kept = await inStore<KeptStamp[]>('readonly', (store) => store.getAll());
  return kept.toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Keeps a stamp in the place of one of the same name. */
export async function keepStamp(stamp: KeptStamp): Promise<void> {
  await inStore('readwrite', (store) => store.put(stamp));
}

export async function forgetStamp(name: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(name));
}

async function inStore<T>(mode: IDBTransactionMode, action: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'name' });
  const database = await answerOf<IDBDatabase>(opening);
  try {
    return await answerOf<T>(action(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function answerOf<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error ?? new Error('The browser keeps nothing'));
  });
}
