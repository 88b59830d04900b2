import { PLAIN_FACTS, type Inspection, type InspectionFacts } from '../contract/http/inspection.ts';
import type { DocumentInput } from '../verification/verification.ts';
import type { UseCasePorts } from './ports.ts';

export interface InspectUpload {
  readonly document: Uint8Array;
  /** What a detached signature may be over. */
  readonly originals: readonly Uint8Array[];
  /** Tells whoever sent it from others that wait. */
  readonly client: string;
}

/** The check ended before the file's kind was told; the report says why. */
const UNTOLD: InspectionFacts = { ...PLAIN_FACTS, detected: 'Unknown' };

/** An unsigned file of these kinds is nothing to have a verdict on. */
const MAY_BE_PLAIN: ReadonlySet<InspectionFacts['detected']> = new Set(['PDF', 'XML', 'CMS', 'PlainFile'] as const);

/**
 * Tells what an upload is and verifies it in memory; nothing is stored. The bytes belong to the verifier afterwards.
 * Throws SERVICE_UNAVAILABLE where too many wait.
 */
export async function inspectUpload(
  ports: Pick<UseCasePorts, 'verifier' | 'trustMaterial' | 'revocationMode' | 'clock'>,
  { document, originals, client }: InspectUpload,
): Promise<Inspection> {
  const inputOf = (bytes: Uint8Array): DocumentInput => ({ kind: 'bytes', bytes });
  const { inspection, ...outcome } = await ports.verifier.verify({
    // The verifier looks for itself.
    format: 'CAdES',
    document: inputOf(document),
    original: null,
    originals: originals.map(inputOf),
    trust: await ports.trustMaterial(),
    revocationMode: ports.revocationMode,
    at: ports.clock(),
    asker: { kind: 'uploaded', client },
  });
  const facts = inspection ?? UNTOLD;
  const isUnsigned = outcome.overallStatus !== 'INVALID' && outcome.reasonCodes.includes('SIG_NOT_FOUND');
  const isPlain = !facts.isSigned && MAY_BE_PLAIN.has(facts.detected) && isUnsigned;
  if (isPlain) return facts;
  return { ...facts, report: { ...outcome, source: 'UploadedDocument', signatureId: null } };
}
