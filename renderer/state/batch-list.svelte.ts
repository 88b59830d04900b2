import { summarise, type BatchDocument, type BatchSummary } from './batch-model.ts';

/** The documents of the Sign page, in the order they were chosen. What is written into one of them shows on the page. */
export interface BatchList {
  documents: readonly BatchDocument[];
  readonly summary: BatchSummary;
  readonly find: (key: string) => BatchDocument | undefined;
  /** The one that the station has accepted under this id. */
  readonly findById: (id: string) => BatchDocument | undefined;
}

export function createBatchList(): BatchList {
  let documents = $state<readonly BatchDocument[]>([]);
  const summary = $derived(summarise(documents));
  return {
    get documents() {
      return documents;
    },
    set documents(next) {
      documents = next;
    },
    get summary() {
      return summary;
    },
    find: (key) => documents.find((document) => document.key === key),
    findById: (id) => documents.find(({ progress }) => progress.step === 'accepted' && progress.id === id),
  };
}
