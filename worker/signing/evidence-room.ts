import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import type { SignatureRequest } from '../../service/domain/records.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { ValidationData } from '../../service/validation-data/validation-data.ts';

/** As verifiers have them, whose code a worker does not read before its first document. */
export const MOST_READ = { cms: 24 * 1024 * 1024, xml: 30_000_000 } as const;

/** For the signature itself, its timestamps and the certificates that come along. */
const RESERVE_BYTES = 1024 * 1024;

/**
 * Throws SIGNATURE_VALIDATION_DATA_UNAVAILABLE (permanent) where this evidence takes more room than a signature of the format
 * may have to be read again: asked before anything is signed, since a list of a million certificates would otherwise be found
 * too large when the signature is spent.
 */
export function requireRoomFor(
  evidence: readonly ValidationData[],
  { format, containerSignature }: Pick<SignatureRequest, 'format' | 'containerSignature'>,
): void {
  const most = roomIn(format, containerSignature);
  const bytes = bytesOf(evidence.flatMap(({ crls, ocspResponses }) => [...crls, ...ocspResponses]));
  if (most === null || bytes <= most) return;
  const megabytes = (of: number): string => String(Math.ceil(of / 1e6));
  const text = tell('EVIDENCE_TOO_LARGE', { format, size: megabytes(bytes), most: megabytes(most) });
  throw new StationError('SIGNATURE_VALIDATION_DATA_UNAVAILABLE', text, { kind: 'permanent' });
}

/** Null where the format has no such limit: a PDF holds evidence beside its signatures. */
function roomIn(
  format: SignatureRequest['format'],
  containerSignature: SignatureRequest['containerSignature'],
): number | null {
  if (format === 'PAdES') return null;
  const most = format === 'XAdES' ? MOST_READ.xml : MOST_READ.cms;
  const isXml = format === 'XAdES' || containerSignature === 'XAdES';
  // In XML it is Base64.
  return Math.floor((most - RESERVE_BYTES) * (isXml ? 3 / 4 : 1));
}

/** Paths of signer and authority mostly share their upper part. */
function bytesOf(items: readonly Uint8Array[]): number {
  const isFirst = (item: Uint8Array, place: number): boolean =>
    items.findIndex((other) => Buffer.compare(item, other) === 0) === place;
  return items.filter(isFirst).reduce((sum, { length }) => sum + length, 0);
}
