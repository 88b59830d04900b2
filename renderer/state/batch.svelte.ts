import type { StationClient } from '../api/station-client.ts';
import { formatsFor } from '../formatting/file-kind.ts';
import { followBatch } from './batch-following.ts';
import { createBatchList, type BatchList } from './batch-list.svelte.ts';
import { createLook } from './batch-looking.ts';
import { isLoose, type BatchDocument, type BatchSummary } from './batch-model.ts';
import { createSender, type BatchSender, type Order } from './batch-sending.ts';
import { kindOf } from './chosen-files.ts';
import { createLimiter } from './limiter.ts';
import type { Live } from './live.svelte.ts';
import { randomId } from './random-id.ts';
import type { SigningChoices, SigningKey } from './signing-form.ts';

/** Uploads under way at once: enough to keep the station busy, few enough to leave connections for everything else. */
const UPLOADS_AT_ONCE = 3;

export interface Batch {
  readonly documents: readonly BatchDocument[];
  readonly summary: BatchSummary;
  readonly add: (files: readonly File[]) => Promise<void>;
  readonly remove: (key: string) => void;
  readonly clear: () => void;
  /** Replaces the documents that are ready by one container of them all. */
  readonly joinReady: () => void;
  /** Sends every ready document. The choices are copied: later changes do not touch what is under way. */
  readonly signAll: (key: SigningKey, choices: SigningChoices) => void;
  /** Sends a failed or stopped document again, with what is chosen now: the options may have been what was wrong. */
  readonly retry: (key: string, signer: SigningKey, choices: SigningChoices) => void;
  readonly retryFailed: (signer: SigningKey, choices: SigningChoices) => void;
  /** Undoes `joinReady` for a container that nobody is working on. */
  readonly takeApart: (key: string) => Promise<void>;
  /** Takes back what has not reached the station yet: it is ready again. */
  readonly withdraw: () => void;
  readonly stop: () => void;
}

/** The documents on the Sign page. They stay while the person looks at other pages. */
export function createBatch(client: StationClient, live: Live): Batch {
  const list = createBatchList();
  const limit = createLimiter(UPLOADS_AT_ONCE);
  const follower = followBatch(client, live, list);
  const sender = createSender(client, live, { list, follower, limit });
  const look = createLook(client, list, limit);
  return {
    get documents() {
      return list.documents;
    },
    get summary() {
      return list.summary;
    },
    add: async (files) => {
      const added = await Promise.all(files.map(newDocument));
      list.documents = [...list.documents, ...added];
      for (const { key } of added) {
        look.forSignatures(key);
        look.forTwin(key);
      }
    },
    remove: (key) => {
      sender.forget(key);
      list.documents = list.documents.filter((document) => document.key !== key);
      for (const { key: other, sameAs } of list.documents) if (sameAs === key) look.forTwin(other);
    },
    clear: () => {
      for (const { key } of list.documents) sender.forget(key);
      list.documents = [];
    },
    joinReady: () => joinReady(list),
    signAll: (key, choices) => signAll(list, sender, orderOf(key, choices)),
    retry: (key, signer, choices) => sender.retry(key, orderOf(signer, choices)),
    retryFailed: (signer, choices) => {
      const order = orderOf(signer, choices);
      for (const { key } of list.documents) sender.retry(key, order);
    },
    takeApart: (key) => takeApart(list, key),
    withdraw: () => withdraw(list, sender),
    stop: follower.stop,
  };
}

function joinReady(list: BatchList): void {
  const ready = list.documents.filter(({ progress }) => progress.step === 'ready');
  if (ready.length < 2) return;
  const others = list.documents.filter(({ progress }) => progress.step !== 'ready');
  list.documents = [...others, joined(ready)];
}

async function takeApart(list: BatchList, key: string): Promise<void> {
  const container = list.find(key);
  if (container === undefined || !isLoose(container)) return;
  const parts = await Promise.all(container.files.map(newDocument));
  list.documents = list.documents.flatMap((document) => (document.key === key ? parts : [document]));
}

function signAll(list: BatchList, sender: BatchSender, order: Order): void {
  for (const document of list.documents) {
    if (document.progress.step === 'ready' && document.size > 0) sender.send(document, order);
  }
}

function withdraw(list: BatchList, sender: BatchSender): void {
  for (const document of list.documents) {
    if (document.progress.step !== 'waiting' && document.progress.step !== 'uploading') continue;
    sender.abort(document.key);
    document.progress = { step: 'ready' };
  }
}

/** The choices are copied: later changes do not touch what is under way. */
const orderOf = (key: SigningKey, choices: SigningChoices): Order => ({ key, choices: { ...choices } });

async function newDocument(file: File): Promise<BatchDocument> {
  const kind = await kindOf(file);
  return {
    key: randomId(),
    files: [file],
    name: file.name,
    size: file.size,
    kind,
    format: formatsFor(kind)[0],
    signatures: null,
    addition: null,
    place: null,
    sameAs: null,
    progress: { step: 'ready' },
    idempotencyKey: randomId(),
  };
}

function joined(documents: readonly BatchDocument[]): BatchDocument {
  const files = documents.flatMap((document) => document.files);
  return {
    key: randomId(),
    files,
    name: files.map((file) => file.name).join(', '),
    size: files.reduce((sum, file) => sum + file.size, 0),
    kind: 'other',
    format: 'ASiC_E',
    signatures: null,
    addition: null,
    place: null,
    sameAs: null,
    progress: { step: 'ready' },
    idempotencyKey: randomId(),
  };
}
