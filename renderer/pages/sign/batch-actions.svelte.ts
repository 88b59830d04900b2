import { explainError } from '../../messages/explanation.ts';
import { groupOf, type BatchDocument } from '../../state/batch-model.ts';
import { createBatchLink } from '../../state/batch-link.ts';
import { downloadFrom } from '../../state/download.ts';
import type { useStation } from '../../state/station.svelte.ts';

type Station = Pick<ReturnType<typeof useStation>, 'batch' | 'client' | 'credentials' | 'router' | 'toasts'>;

export interface BatchActions {
  /** Ids of the requests that the station has accepted. */
  readonly accepted: readonly string[];
  readonly isDownloading: boolean;
  readonly download: (document: BatchDocument) => Promise<void>;
  /** What is signed: the file, or a ZIP of several. */
  readonly downloadCompleted: () => Promise<void>;
  /** Shows the requests as a batch of the station, which has an address of its own. */
  readonly openBatch: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** What is done with the documents of the Sign page once the station has them. Failures are told, none is thrown. */
export function createBatchActions({ batch, client, credentials, router, toasts }: Station): BatchActions {
  const link = createBatchLink(client);
  let isDownloading = $state(false);
  const accepted = $derived(
    batch.documents.flatMap(({ progress }) => (progress.step === 'accepted' ? [progress.id] : [])),
  );
  const hasKey = (): boolean => credentials.current.apiKey !== null;

  async function told(action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
    } catch (error) {
      toasts.warn(explainError(error));
    }
  }

  async function download({ progress }: BatchDocument): Promise<void> {
    if (progress.step === 'accepted')
      await told(() => downloadFrom(client, client.contentAddress(progress.id), hasKey()));
  }

  const withBatch = (action: (id: string) => Promise<unknown>): Promise<void> =>
    told(async () => action(await link.idOf(accepted)));

  return {
    get accepted() {
      return accepted;
    },
    get isDownloading() {
      return isDownloading;
    },
    download,
    async downloadCompleted() {
      if (isDownloading) return;
      isDownloading = true;
      const [only, ...more] = batch.documents.filter(({ progress }) => groupOf(progress) === 'completed');
      if (only !== undefined && more.length === 0) await download(only);
      else await withBatch((id) => downloadFrom(client, client.batchContentPath(id), hasKey()));
      isDownloading = false;
    },
    openBatch: () =>
      withBatch((id) => {
        router.navigate(`/batches/${id}`);
        return Promise.resolve();
      }),
    async stop() {
      batch.withdraw();
      if (accepted.length > 0) await withBatch((id) => client.stopBatch(id));
    },
  };
}
