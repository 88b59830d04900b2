import type { StationClient } from '../api/station-client.ts';
import { formatsFor } from '../formatting/file-kind.ts';
import { explainError } from '../messages/explanation.ts';
import type { SignatureStatus } from '../../service/contract/vocabulary/states.ts';
import {
  groupOf,
  isLoose,
  isTerminal,
  laterStatus,
  summarise,
  type BatchDocument,
  type BatchSummary,
} from './batch-model.ts';
import { kindOf } from './chosen-files.ts';
import { additionsTo } from './earlier-signatures.ts';
import { createLimiter } from './limiter.ts';
import type { Live } from './live.svelte.ts';
import { randomId } from './random-id.ts';
import { signingForm, type SigningChoices, type SigningKey } from './signing-form.ts';

/** Uploads under way at once: enough to keep the station busy, few enough to leave connections for everything else. */
const UPLOADS_AT_ONCE = 3;

interface Order {
  readonly key: SigningKey;
  readonly choices: SigningChoices;
}

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
  /** Sends a failed document again, with what is chosen now: the options may have been what was wrong. */
  readonly retry: (key: string, signer: SigningKey, choices: SigningChoices) => void;
  readonly retryFailed: (signer: SigningKey, choices: SigningChoices) => void;
  /** Undoes `joinReady` for a container that nobody is working on. */
  readonly takeApart: (key: string) => Promise<void>;
  /** Takes back what has not reached the station yet: it is ready again. */
  readonly withdraw: () => void;
  readonly stop: () => void;
}

/** The documents on the Sign page. They stay while the person looks at other pages. */
// eslint-disable-next-line max-lines-per-function -- one closure over one list of documents
export function createBatch(client: StationClient, live: Live): Batch {
  let documents = $state<BatchDocument[]>([]);
  const summary = $derived(summarise(documents));
  const limit = createLimiter(UPLOADS_AT_ONCE);
  // Nothing on screen reads these two: they need no reactivity.
  /* eslint-disable svelte/prefer-svelte-reactivity */
  const orders = new Map<string, Order>();
  const uploads = new Map<string, AbortController>();
  /* eslint-enable svelte/prefer-svelte-reactivity */

  const find = (key: string): BatchDocument | undefined => documents.find((document) => document.key === key);
  const findById = (id: string): BatchDocument | undefined =>
    documents.find(({ progress }) => progress.step === 'accepted' && progress.id === id);

  function setStatus(document: BatchDocument, status: SignatureStatus): void {
    if (document.progress.step !== 'accepted') return;
    const next = laterStatus(document.progress.status, status);
    document.progress = { ...document.progress, status: next };
  }

  async function refresh(id: string): Promise<void> {
    const asked = findById(id)?.progress;
    try {
      const view = await client.signature(id);
      const document = findById(id);
      if (document?.progress.step !== 'accepted') return;
      // An event that came since knows better than an answer that was on its way.
      const isOvertaken = asked?.step === 'accepted' && asked.status !== document.progress.status;
      const current = document.progress.status;
      const status = isOvertaken && !isTerminal(view.status) ? current : laterStatus(current, view.status);
      document.progress = { ...document.progress, status, view };
    } catch {
      // The next event or reconnect asks again; the last known state stays on screen.
    }
  }

  async function upload(key: string): Promise<void> {
    const document = find(key);
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
      if (isTerminal(status) || !live.isConnected) await refresh(created.id);
    } catch (error) {
      if (!control.signal.aborted) document.progress = { step: 'refused', explanation: explainError(error) };
    } finally {
      uploads.delete(key);
    }
  }

  async function lookAt(key: string): Promise<void> {
    const chosen = find(key);
    const { earlierSignaturesOf } = await import('./signers-of-file.ts');
    const signatures = chosen === undefined ? null : await limit(() => earlierSignaturesOf(client, chosen));
    const document = find(key);
    if (document === undefined || signatures === null) return;
    document.signatures = signatures;
    if (isLoose(document)) document.addition = additionsTo(document)[0] ?? null;
  }

  async function lookForTwin(key: string): Promise<void> {
    const { twinOf } = await import('./twins.ts');
    const chosen = find(key);
    const twin = chosen === undefined ? null : await twinOf(chosen, documents);
    const document = find(key);
    if (document !== undefined) document.sameAs = twin;
  }

  function send(document: BatchDocument): void {
    document.progress = { step: 'waiting' };
    void limit(() => upload(document.key));
  }

  function retry(key: string, order: Order): void {
    const document = find(key);
    if (document === undefined || groupOf(document.progress) !== 'failed') return;
    orders.set(key, order);
    // After a failed job a new one is wanted; after a broken upload the old key makes sure that there is only one.
    if (document.progress.step === 'accepted') document.idempotencyKey = randomId();
    send(document);
  }

  const endChanges = live.onChange(({ signatureId, status }) => {
    const document = findById(signatureId);
    if (document === undefined) return;
    // Queued again straight after it was begun: it waits for a card or a PIN now, and the answer says for what.
    const isParked =
      status === 'Queued' && document.progress.step === 'accepted' && document.progress.status === 'Processing';
    setStatus(document, status);
    if (isTerminal(status) || status === 'RetryScheduled' || isParked) void refresh(signatureId);
  });
  const endGaps = live.onGap(() => {
    for (const { progress } of documents) {
      if (progress.step === 'accepted' && !isTerminal(progress.status)) void refresh(progress.id);
    }
  });

  return {
    get documents() {
      return documents;
    },
    get summary() {
      return summary;
    },
    add: async (files) => {
      const added = await Promise.all(files.map(newDocument));
      documents.push(...added);
      for (const { key } of added) {
        mark(lookAt(key));
        mark(lookForTwin(key));
      }
    },
    remove: (key) => {
      uploads.get(key)?.abort();
      orders.delete(key);
      documents = documents.filter((document) => document.key !== key);
      for (const { key: other, sameAs } of documents) if (sameAs === key) mark(lookForTwin(other));
    },
    clear: () => {
      for (const control of uploads.values()) control.abort();
      orders.clear();
      documents = [];
    },
    joinReady: () => {
      const ready = documents.filter(({ progress }) => progress.step === 'ready');
      if (ready.length < 2) return;
      const others = documents.filter(({ progress }) => progress.step !== 'ready');
      documents = [...others, joined(ready)];
    },
    signAll: (key, choices) => {
      const order = orderOf(key, choices);
      for (const document of documents) {
        if (document.progress.step !== 'ready' || document.size === 0) continue;
        orders.set(document.key, order);
        send(document);
      }
    },
    retry: (key, signer, choices) => retry(key, orderOf(signer, choices)),
    retryFailed: (signer, choices) => {
      const order = orderOf(signer, choices);
      for (const { key } of documents) retry(key, order);
    },
    takeApart: async (key) => {
      const container = find(key);
      if (container === undefined || !isLoose(container)) return;
      const parts = await Promise.all(container.files.map(newDocument));
      documents = documents.flatMap((document) => (document.key === key ? parts : [document]));
    },
    withdraw: () => {
      for (const document of documents) {
        if (document.progress.step !== 'waiting' && document.progress.step !== 'uploading') continue;
        uploads.get(document.key)?.abort();
        document.progress = { step: 'ready' };
      }
    },
    stop: () => {
      endChanges();
      endGaps();
    },
  };
}

/** The choices are copied: later changes do not touch what is under way. */
const orderOf = (key: SigningKey, choices: SigningChoices): Order => ({ key, choices: { ...choices } });

/** What is only said beside a document. Where it cannot be found out, signing tells what is wrong. */
function mark(looking: Promise<void>): void {
  looking.catch(() => undefined);
}

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
    sameAs: null,
    progress: { step: 'ready' },
    idempotencyKey: randomId(),
  };
}
