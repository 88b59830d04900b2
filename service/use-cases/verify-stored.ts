import type { VerificationReport } from '../contract/http/verification.ts';
import type { RequestKind } from '../contract/vocabulary/request-kinds.ts';
import type { RequestDetails } from '../persistence/persistence.ts';
import { ObjectNotFound, type LocalCopy } from '../storage/object-store.ts';
import type { VerificationOutcome } from '../verification/verification.ts';
import { requireRequest } from './get-signature.ts';
import type { Caller, UseCasePorts } from './ports.ts';
import { isAsRecorded } from './recorded-bytes.ts';
import { openOutput, requireOutput } from './stored-output.ts';

type Ports = Pick<
  UseCasePorts,
  'persistence' | 'objectStore' | 'logger' | 'clock' | 'verifier' | 'trustMaterial' | 'revocationMode' | 'sha256OfFile'
>;

/**
 * Verifies the stored output of a completed request. An output whose SHA-256 is no longer the recorded one is INVALID
 * with OUTPUT_HASH_MISMATCH, whatever its signatures say. Throws SIGNATURE_INPUT_NOT_FOUND, SIGNATURE_OUTPUT_NOT_FOUND,
 * SERVICE_UNAVAILABLE where too many wait.
 */
export async function verifyStored(
  ports: Ports,
  caller: Caller,
  id: string,
  kind: RequestKind = 'Signature',
): Promise<VerificationReport> {
  const details = await requireRequest(ports, caller, id, kind);
  const output = requireOutput(details);
  const copies: LocalCopy[] = [];
  try {
    const signed = await openOutput(ports, output, (key) => ports.objectStore.localCopy(key));
    copies.push(signed);
    const original = await detachedOriginal(ports, details);
    if (original !== null) copies.push(original);
    const outcome = await ports.verifier.verify({
      format: details.request.format,
      document: { kind: 'file', path: signed.path },
      original: original === null ? null : { kind: 'file', path: original.path },
      trust: await ports.trustMaterial(),
      revocationMode: ports.revocationMode,
      at: ports.clock(),
      asker: { kind: 'stored', client: `${caller.tenantId} ${caller.actor}` },
    });
    const judged = (await isAsRecorded(ports, signed, output)) ? outcome : changedOutput(outcome);
    return { ...judged, source: 'StoredSignature', signatureId: id };
  } finally {
    await Promise.all(copies.map((copy) => copy.release()));
  }
}

/** The signed content of a detached signature; null where the signature carries it or it is no longer there. */
async function detachedOriginal(ports: Ports, details: RequestDetails): Promise<LocalCopy | null> {
  const { request, input, additionalInputs } = details;
  // A signature or more evidence was added to the input: what it is over came along, where it is not inside.
  const isAdded = request.kind !== 'Signature' || request.operation !== 'sign';
  const own = request.packaging === 'detached' ? input : null;
  const original = isAdded ? (additionalInputs[0] ?? null) : own;
  if (original?.deletedAt !== null) return null;
  try {
    return await ports.objectStore.localCopy(original.storageKey);
  } catch (error) {
    if (error instanceof ObjectNotFound) return null;
    throw error;
  }
}

function changedOutput(outcome: VerificationOutcome): VerificationOutcome {
  const others = outcome.reasonCodes.filter((code) => code !== 'SIG_VALID' && code !== 'CERT_VALID');
  return {
    ...outcome,
    overallStatus: 'INVALID',
    isValid: false,
    reasonCodes: ['OUTPUT_HASH_MISMATCH', ...others],
    detail: 'The stored file is not the one that was signed: its SHA-256 differs from the recorded one.',
  };
}
