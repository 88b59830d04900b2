import type { WaitingDocument, WaitingDocuments } from '../contract/http/approvals.ts';
import { madeBySigners } from '../contract/http/made-by-signers.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import type { StoredFile } from '../domain/records.ts';
import { StationError } from '../domain/station-error.ts';
import { ObjectNotFound, type LocalCopy } from '../storage/object-store.ts';
import { requireRequest } from './get-signature.ts';
import type { Caller, UseCasePorts } from './ports.ts';

type Ports = Pick<
  UseCasePorts,
  'persistence' | 'objectStore' | 'clock' | 'verifier' | 'trustMaterial' | 'revocationMode'
>;

/** Larger ones are looked at when a person opens them. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * What is told beside each document of a request that waits for a person, before it is opened: how many pages it has, and
 * who has signed it already. The station looks for itself and gives no bytes away, so that nobody has read anything: it
 * is not audited. Throws SIGNATURE_INPUT_NOT_FOUND, APPROVAL_NOT_PENDING, and SERVICE_UNAVAILABLE where too many wait for
 * a verifier.
 */
export async function lookAtWaiting(ports: Ports, caller: Caller, id: string): Promise<WaitingDocuments> {
  const { request, input, additionalInputs } = await requireRequest(ports, caller, id);
  if (request.waitReason !== 'APPROVAL_PENDING') {
    throw new StationError('APPROVAL_NOT_PENDING', tell('APPROVAL_NOT_WAITED_FOR', { id, status: request.status }));
  }
  const documents: WaitingDocument[] = [];
  for (const file of [input, ...additionalInputs]) documents.push(await lookAt(ports, caller, file));
  return { documents };
}

async function lookAt(ports: Ports, caller: Caller, file: StoredFile): Promise<WaitingDocument> {
  const unknown = { sha256: file.sha256, pageCount: null, signers: null };
  const copy = file.size > MAX_BYTES || file.deletedAt !== null ? null : await copyOf(ports, file);
  if (copy === null) return unknown;
  try {
    const outcome = await ports.verifier.verify({
      // The verifier looks for itself.
      format: 'CAdES',
      document: { kind: 'file', path: copy.path },
      original: null,
      originals: [],
      trust: await ports.trustMaterial(),
      revocationMode: ports.revocationMode,
      at: ports.clock(),
      asker: { kind: 'stored', client: `${caller.tenantId} ${caller.actor}` },
    });
    const signers = madeBySigners(outcome).map(({ signature }) => signature.signerSubject);
    return { ...unknown, pageCount: outcome.inspection?.pageCount ?? null, signers };
  } finally {
    await copy.release();
  }
}

async function copyOf({ objectStore }: Ports, { storageKey }: StoredFile): Promise<LocalCopy | null> {
  try {
    return await objectStore.localCopy(storageKey);
  } catch (error) {
    if (error instanceof ObjectNotFound) return null;
    throw error;
  }
}
