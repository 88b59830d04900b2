import type { StationClient } from '../api/station-client.ts';
import { explainError } from '../messages/explanation.ts';
import type { BatchFollower } from './batch-following.ts';
import type { BatchList } from './batch-list.svelte.ts';
import { isTerminal, isToRetry, type BatchDocument } from './batch-model.ts';
import type { Limiter } from './limiter.ts';
import type { Live } from './live.svelte.ts';
import { randomId } from './random-id.ts';
import { signingForm, type SigningChoices, type SigningKey } from './signing-form.ts';

/** With which key and which options a document is sent. */
export interface Order {
  readonly key: SigningKey;
  readonly choices: SigningChoices;
}

export interface BatchSender {
  /** Sends a document when its turn has come. */
  readonly send: (document: BatchDocument, order: Order) => void;
  /** Sends a failed or stopped document again; others are left alone. */
  readonly retry: (key: string, order: Order) => void;
  /** Breaks the upload of a document off, where one is under way. */
  readonly abort: (key: string) => void;
  /** The same, and it is not sent any more. */
  readonly forget: (key: string) => void;
}

export function createSender(
  client: StationClient,
  live: Live,
  { list, follower, limit }: { list: BatchList; follower: BatchFollower; limit: Limiter },
): BatchSender {
  const orders = new Map<string, Order>();
  const uploads = new Map<string, AbortController>();

  async function upload(key: string): Promise<void> {
    const document = list.find(key);
    const order = orders.get(key);
    if (document?.progress.step !== 'waiting' || order === undefined) return;
    const control = new AbortController();
    uploads.set(key, control);
    document.progress = { step: 'uploading', fraction: 0 };
    try {
      const created = await client.submitSignature(signingForm(document, order.key, order.choices), {
        idempotencyKey: document.idempotencyKey,
        signal: control.signal,
        onProgress: (fraction) => (document.progress = { step: 'uploading', fraction }),
      });
      const status = live.lastHeard(created.id)?.status ?? created.status;
      document.progress = { step: 'accepted', id: created.id, status, view: null };
      if (isTerminal(status) || !live.isConnected) await follower.refresh(created.id);
    } catch (error) {
      if (!control.signal.aborted) document.progress = { step: 'refused', explanation: explainError(error) };
    } finally {
      uploads.delete(key);
    }
  }

  function send(document: BatchDocument, order: Order): void {
    orders.set(document.key, order);
    document.progress = { step: 'waiting' };
    void limit(() => upload(document.key));
  }

  return {
    send,
    retry(key, order) {
      const document = list.find(key);
      if (document === undefined || !isToRetry(document.progress)) return;
      // After a failed or cancelled job a new one is wanted; after a broken upload the old key makes sure that there is only one.
      if (document.progress.step === 'accepted') document.idempotencyKey = randomId();
      send(document, order);
    },
    abort: (key) => uploads.get(key)?.abort(),
    forget(key) {
      uploads.get(key)?.abort();
      orders.delete(key);
    },
  };
}
