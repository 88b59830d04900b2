import type { StationClient } from '../api/station-client.ts';

export interface BatchLink {
  /** The batch of these requests at the station, made when it is wanted first. Rejects with ApiError. */
  readonly idOf: (signatureIds: readonly string[]) => Promise<string>;
}

/** Remembers the batch of the requests on the Sign page; other requests are another batch. */
export function createBatchLink(client: Pick<StationClient, 'createBatch'>): BatchLink {
  let made: { readonly key: string; readonly id: Promise<string> } | null = null;

  return {
    idOf: (signatureIds) => {
      const key = signatureIds.join(' ');
      if (made?.key === key) return made.id;
      const id = client.createBatch(signatureIds).then((batch) => batch.id);
      made = { key, id };
      // A try that failed must not be remembered as the answer.
      id.catch(() => {
        if (made?.key === key) made = null;
      });
      return id;
    },
  };
}
