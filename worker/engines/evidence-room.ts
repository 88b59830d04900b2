import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import type { SignatureRequest } from '../../service/domain/records.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { LevelServices, ValidationData } from './level-services.ts';

/** As verifiers have them, whose code a worker does not read before its first document. */
export const MOST_READ = { cms: 24 * 1024 * 1024, xml: 30_000_000 } as const;

/** For the signature itself, its timestamps and the certificates that come along. */
const RESERVE_BYTES = 1024 * 1024;

type Form = Pick<SignatureRequest, 'format' | 'containerSignature'>;

/**
 * Throws SIGNATURE_VALIDATION_DATA_UNAVAILABLE (permanent) where this evidence takes more room than a signature of the format
 * may have to be read again: asked before anything is signed, since a list of a million certificates would otherwise be found
 * too large when the signature is spent. `held`: bytes of the document, which XAdES puts it into.
 */
export function requireRoomFor(evidence: readonly ValidationData[], form: Form, held = 0): void {
  const most = roomIn(form, held);
  if (most !== null) requireAtMost(bytesOf(evidence.flatMap(revocationOf)), most, form.format);
}

/** Throws the same where a signature, or what grew with it, is larger than `most` by now. */
export function requireAtMost(bytes: number, most: number, format: SignatureRequest['format']): void {
  if (bytes <= most) return;
  const megabytes = (of: number): string => String(Math.ceil(of / 1e6));
  const text = tell('EVIDENCE_TOO_LARGE', { format, size: megabytes(bytes), most: megabytes(most) });
  throw new StationError('SIGNATURE_VALIDATION_DATA_UNAVAILABLE', text, { kind: 'permanent' });
}

/**
 * Services that give no timestamp to a file that has no room for what its level needs besides: the evidence for the signers
 * is looked for before their first timestamp, and all evidence is measured before it is handed on. Only what waiting brings
 * may be missing until then. `held` as above.
 */
export function servicesWithRoom(services: LevelServices, form: Form, at: Date, held: number): LevelServices {
  if (form.format === 'PAdES') return services;
  return {
    async timestamp(imprint, signers = []) {
      if (signers.length > 0) {
        const found = await unlessItComes(services.validationData({ certificates: signers, at }));
        requireRoomFor(found, form, held);
      }
      return services.timestamp(imprint, signers);
    },
    async validationData(of) {
      const found = await services.validationData(of);
      requireRoomFor([found], form);
      return found;
    },
  };
}

/**
 * Evidence that was found; nothing where it comes by waiting, as after a grace period that begins with the signature. A
 * server that does not answer is no wait: it may stay away until the job has failed.
 */
export async function unlessItComes(asked: Promise<ValidationData>): Promise<readonly ValidationData[]> {
  try {
    return [await asked];
  } catch (fault) {
    if (!(fault instanceof StationError) || fault.waitReason === null) throw fault;
    return [];
  }
}

/** Null where the format has no such limit: a PDF holds evidence beside its signatures. */
function roomIn({ format, containerSignature }: Form, held: number): number | null {
  if (format === 'PAdES') return null;
  const most = format === 'XAdES' ? MOST_READ.xml - held : MOST_READ.cms;
  const isXml = format === 'XAdES' || containerSignature === 'XAdES';
  // In XML it is Base64.
  return Math.max(0, Math.floor((most - RESERVE_BYTES) * (isXml ? 3 / 4 : 1)));
}

function revocationOf({ crls, ocspResponses }: ValidationData): readonly Uint8Array[] {
  return [...crls, ...ocspResponses];
}

/** Paths of signer and authority mostly share their upper part. */
function bytesOf(items: readonly Uint8Array[]): number {
  const isFirst = (item: Uint8Array, place: number): boolean =>
    items.findIndex((other) => Buffer.compare(item, other) === 0) === place;
  return items.filter(isFirst).reduce((sum, { length }) => sum + length, 0);
}
