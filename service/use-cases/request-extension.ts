import type { ExtensionView, RaisedProfile } from '../contract/http/extensions.ts';
import { signedFileKind, type SignatureFormat } from '../contract/vocabulary/signature-formats.ts';
import type { SignatureRequest } from '../domain/records.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../domain/station-error.ts';
import type { ArchivedKey } from '../persistence/persistence.ts';
import { noteIds } from '../telemetry/trace-context.ts';
import type { ReceivedFile } from './accept-unit.ts';
import {
  keyUsedElsewhere,
  storeAndAccept,
  type AcceptPorts,
  type PutFile,
  type StoringPorts,
} from './create-signature.ts';
import { extensionUnit, type WantedExtension } from './extension-unit.ts';
import { extensionView } from './extension-view.ts';
import { requireRequest } from './get-signature.ts';
import type { Caller } from './ports.ts';

/** An upload whose signatures are to be given timestamps and evidence. */
export interface ExtendUpload {
  readonly format: SignatureFormat;
  readonly profile: RaisedProfile;
  readonly file: ReceivedFile;
  /** What a detached signature is over. */
  readonly original: ReceivedFile | null;
  readonly idempotencyKey: string | null;
}

/**
 * Accepts an upload whose signatures are to be raised; no key is asked for. Whether they hold is found out by the job,
 * which refuses a broken one. The received files are moved into the store or left for the caller to delete. Throws
 * SIGNATURE_FORMAT_UNSUPPORTED, and SIGNATURE_REQUEST_INVALID for an idempotency key of something else.
 */
export async function requestExtension(
  ports: AcceptPorts,
  caller: Caller,
  upload: ExtendUpload,
): Promise<ExtensionView> {
  const { format, profile, file, original, idempotencyKey } = upload;
  if (!ports.supportedFormats.includes(format)) {
    throw new StationError('SIGNATURE_FORMAT_UNSUPPORTED', tell('FORMAT_NOT_RAISED_HERE', { format }));
  }
  const received = original === null ? [file] : [file, original];
  const wanted: WantedExtension = {
    ...{ kind: 'Extension', format, profile, isDetached: original !== null, signatureId: null, idempotencyKey },
    files: received.map(({ clientFileName, size, sha256 }, index) => ({
      ...{ originalFileName: clientFileName, size, sha256 },
      contentType: index === 0 ? signedFileKind(format, original !== null).contentType : 'application/octet-stream',
    })),
  };
  return acceptExtension(ports, caller, wanted, (stored, index, marked) =>
    ports.objectStore.putFile(stored.storageKey, received[index]?.path ?? '', marked, stored.sha256),
  );
}

/** Stores the files and commits the unit. A replay answers the original. */
export async function acceptExtension(
  ports: StoringPorts,
  caller: Caller,
  wanted: WantedExtension,
  put: PutFile,
): Promise<ExtensionView> {
  const { idempotencyKey, kind, format, profile } = wanted;
  if (idempotencyKey !== null) {
    const original = await ports.persistence.findByIdempotencyKey(caller.tenantId, idempotencyKey);
    if (original !== undefined) return replayed(ports, caller, wanted, original);
    const archived = await ports.persistence.findArchivedKey(caller.tenantId, idempotencyKey);
    if (archived !== undefined) throw isArchived(archived);
  }
  const unit = extensionUnit(ports, caller, wanted);
  const result = await storeAndAccept(ports, unit, put);
  if (result.outcome === 'replayed') return replayed(ports, caller, wanted, result.original);
  if (result.outcome === 'archived') throw isArchived(result.original);
  if (result.outcome !== 'accepted') throw isRenewing(result);
  const { request, files, job } = unit;
  noteIds({ signatureId: request.id, jobId: job.id });
  ports.metrics.increment('extension_requests_total', { kind, format, profile });
  const [input] = files;
  if (input === undefined) throw new TypeError('An extension is of a file.');
  return extensionView({ request, input, additionalInputs: [], output: null, appearance: null });
}

async function replayed(
  ports: StoringPorts,
  caller: Caller,
  { kind, signatureId }: WantedExtension,
  original: SignatureRequest,
): Promise<ExtensionView> {
  if (original.kind !== kind || original.renewalOf !== signatureId) throw keyUsedElsewhere();
  return extensionView(await requireRequest(ports, caller, original.id, kind));
}

/** The answer of then tells of the file and its state, of which nothing is left here. */
function isArchived({ id }: ArchivedKey): StationError {
  return new StationError('SIGNATURE_INPUT_NOT_FOUND', tell('REQUEST_ARCHIVED', { id }));
}

function isRenewing(result: Exclude<Awaited<ReturnType<typeof storeAndAccept>>, { outcome: 'accepted' }>): Error {
  const other = result.outcome === 'renewing' ? result.renewal.id : 'Another one';
  return new StationError('SIGNATURE_NOT_RENEWABLE', tell('RENEWAL_UNDER_WAY', { id: other }));
}
