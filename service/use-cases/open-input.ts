import type { Readable } from 'node:stream';
import { eventOf } from '../domain/audit-events.ts';
import type { StoredFile } from '../domain/records.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import type { Told } from '../contract/vocabulary/sentence.ts';
import { StationError } from '../domain/station-error.ts';
import { ObjectNotFound } from '../storage/object-store.ts';
import { requireRequest } from './get-signature.ts';
import type { Caller, UseCasePorts } from './ports.ts';
import { isAsRecorded } from './recorded-bytes.ts';

type Ports = Pick<UseCasePorts, 'persistence' | 'objectStore' | 'logger' | 'clock' | 'newId' | 'sha256OfFile'>;

export interface DocumentOfRequest {
  readonly file: StoredFile;
  readonly bytes: Readable;
}

/**
 * A document of a request as it was sent, counted from 1: what a person looks at before it is signed. Its bytes are held
 * against the recorded hash first, and giving them out is audited. Throws SIGNATURE_INPUT_NOT_FOUND for an unknown id or
 * number, for what was deleted after its retention period, and for bytes that are not the ones that were accepted.
 */
export async function openInput(ports: Ports, caller: Caller, id: string, number: number): Promise<DocumentOfRequest> {
  const { input, additionalInputs } = await requireRequest(ports, caller, id);
  const file = [input, ...additionalInputs][number - 1];
  if (file === undefined) throw notThere(tell('REQUEST_WITHOUT_DOCUMENT', { number }));
  if (file.deletedAt !== null) throw notThere(tell('DOCUMENT_DELETED'));
  try {
    await checkHash(ports, file, id);
    // First, so that nothing is open when it cannot be written.
    await recordReading(ports, caller, id, file);
    return { file, bytes: await ports.objectStore.read(file.storageKey) };
  } catch (error) {
    if (error instanceof ObjectNotFound) throw notThere(tell('DOCUMENT_MISSING'));
    throw error;
  }
}

const notThere = (detail: Told): StationError => new StationError('SIGNATURE_INPUT_NOT_FOUND', detail);

async function checkHash(ports: Ports, file: StoredFile, signatureId: string): Promise<void> {
  const copy = await ports.objectStore.localCopy(file.storageKey);
  try {
    if (await isAsRecorded(ports, copy, file)) return;
  } finally {
    await copy.release();
  }
  ports.logger.error('A document is not the one that was accepted: its hash differs.', { signatureId });
  throw notThere(tell('DOCUMENT_NOT_ACCEPTED_ONE'));
}

async function recordReading(
  ports: Ports,
  caller: Caller,
  signatureId: string,
  { sha256, size }: StoredFile,
): Promise<void> {
  const subject = { ...caller, entityType: 'SignatureRequest', entityId: signatureId };
  await ports.persistence.appendAudit(eventOf(ports, subject, 'DocumentRead', { sha256, size }));
}
