import type { ExtensionView, RaisedProfile } from '../contract/http/extensions.ts';
import { isHigherLevel, type SignatureProfile } from '../contract/vocabulary/signature-formats.ts';
import type { StoredFile } from '../domain/records.ts';
import type { Told } from '../contract/vocabulary/sentence.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../domain/station-error.ts';
import type { RequestDetails } from '../persistence/persistence.ts';
import { copyObject } from '../storage/copy-object.ts';
import { ObjectNotFound } from '../storage/object-store.ts';
import type { StoringPorts } from './create-signature.ts';
import { requireRequest } from './get-signature.ts';
import type { Caller } from './ports.ts';
import { acceptExtension } from './request-extension.ts';
import { openOutput, requireOutput } from './stored-output.ts';

export interface WantedRenewal {
  readonly profile: RaisedProfile;
  readonly idempotencyKey: string | null;
}

/**
 * Gives the newest version of a signed output more evidence, as a request of its own with a copy of it; the signature
 * request and its output stay as they are. Throws SIGNATURE_INPUT_NOT_FOUND, SIGNATURE_OUTPUT_NOT_FOUND where nothing is
 * stored, and SIGNATURE_NOT_RENEWABLE while another renewal is under way, for a level that is there, and where the
 * document that a detached signature is over is gone.
 */
export async function requestRenewal(
  ports: StoringPorts,
  caller: Caller,
  signatureId: string,
  { profile, idempotencyKey }: WantedRenewal,
): Promise<ExtensionView> {
  const signature = await requireRequest(ports, caller, signatureId);
  const newest = (await ports.persistence.newestRenewal(caller.tenantId, signatureId)) ?? signature;
  const output = requireOutput(newest);
  refuseLower(newest.request.profile, profile);
  const { format, packaging } = signature.request;
  const isDetached = packaging === 'detached';
  const files = isDetached ? [output, signedDocument(signature)] : [output];
  const common = {
    kind: 'Renewal',
    format,
    profile,
    isDetached,
    signatureId,
    idempotencyKey,
  } as const;
  return acceptExtension(ports, caller, { ...common, files }, async (target, index, marked) => {
    const source = files[index];
    if (source === undefined) throw new TypeError('A renewal has more files than its original.');
    await marked;
    await copyFile(ports, source, target);
  });
}

/** LTA is made again and again; everything else once. */
function refuseLower(present: SignatureProfile, wanted: RaisedProfile): void {
  if (wanted === 'LTA' || isHigherLevel(wanted, present)) return;
  throw notRenewable(tell('RENEWAL_LEVEL_LOWER', { present, wanted }));
}

function signedDocument({ input }: RequestDetails): StoredFile {
  if (input.deletedAt === null) return input;
  throw notRenewable(tell('RENEWAL_DOCUMENT_GONE'));
}

async function copyFile(ports: StoringPorts, source: StoredFile, target: StoredFile): Promise<void> {
  const { objectStore: store } = ports;
  const to = { store, key: target.storageKey };
  try {
    const sha256 = await openOutput(ports, source, (key) => copyObject({ store, key }, to));
    if (sha256 === source.sha256) return;
  } catch (fault) {
    if (fault instanceof ObjectNotFound) throw notRenewable(tell('RENEWAL_FILE_GONE'));
    throw fault;
  }
  throw new StationError('SIGNATURE_OUTPUT_NOT_FOUND', tell('OUTPUT_NOT_RECORDED_ONE'));
}

function notRenewable(detail: Told): StationError {
  return new StationError('SIGNATURE_NOT_RENEWABLE', detail);
}
