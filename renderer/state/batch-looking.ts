import type { StationClient } from '../api/station-client.ts';
import type { BatchList } from './batch-list.svelte.ts';
import { isLoose } from './batch-model.ts';
import { additionsTo } from './earlier-signatures.ts';
import type { Limiter } from './limiter.ts';

/** Finds out what is said beside documents. Where it cannot be found out, signing tells what is wrong. */
export interface BatchLook {
  /** Who has signed it already. */
  readonly forSignatures: (key: string) => void;
  /** Which other document has the same bytes. */
  readonly forTwin: (key: string) => void;
}

export function createLook(client: StationClient, list: BatchList, limit: Limiter): BatchLook {
  async function lookForSignatures(key: string): Promise<void> {
    const chosen = list.find(key);
    const { earlierSignaturesOf } = await import('./signers-of-file.ts');
    const signatures = chosen === undefined ? null : await limit(() => earlierSignaturesOf(client, chosen));
    const document = list.find(key);
    if (document === undefined || signatures === null) return;
    document.signatures = signatures;
    if (isLoose(document)) document.addition = additionsTo(document)[0] ?? null;
  }

  async function lookForTwin(key: string): Promise<void> {
    const { twinOf } = await import('./twins.ts');
    const chosen = list.find(key);
    const twin = chosen === undefined ? null : await twinOf(chosen, list.documents);
    const document = list.find(key);
    if (document !== undefined) document.sameAs = twin;
  }

  return {
    forSignatures: (key) => void lookForSignatures(key).catch(() => undefined),
    forTwin: (key) => void lookForTwin(key).catch(() => undefined),
  };
}
