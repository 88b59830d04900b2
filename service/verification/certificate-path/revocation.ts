import type { RevocationResult } from '../../contract/http/verification.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import type { RevocationReason } from '../../codecs/crl/revoked-entries.ts';
import type { RevocationMode } from '../../contract/vocabulary/revocation-modes.ts';
import { statusesByCrl } from './crl-status.ts';
import { statusesByOcsp } from './ocsp-status.ts';
import type { EvidenceResult, RevocationQuestion } from './revocation-evidence.ts';

/** The status to report, the reason codes it gives, and whether the certificate may still count as valid. */
export interface RevocationVerdict {
  readonly result: RevocationResult;
  readonly reasonCodes: readonly ReasonCode[];
  readonly isAcceptable: boolean;
  /** Null unless it is revoked or on hold. */
  readonly revocation: Revocation | null;
}

export interface Revocation {
  readonly revokedAt: Date;
  /** certificateHold may end. */
  readonly reason: RevocationReason;
}

type Source = 'Ocsp' | 'Crl';
type Found = EvidenceResult & { readonly source: Source };
type Of<Kind extends EvidenceResult['kind']> = Extract<Found, { kind: Kind }>;

/**
 * Judges revocation from the evidence at hand; nothing is ever fetched here. Revoked is read before freshness and before
 * anything good: who was once revoked stays so, whatever a later or another source says, unless it was a hold
 * (certificateHold), which ends when younger evidence no longer holds the certificate.
 *
 * - `Offline`: only evidence that was supplied is looked at. Where it is missing, stale or unusable the status is
 *   `Unknown`, the reason codes say so, and the certificate may still be valid; but not where it is listed in evidence
 *   that is not understood, nor where the document brings an answer about it that is not its authority's: whoever made
 *   the document rests it on that answer (EN 319 102-1 5.2.6 takes no validation data that is not valid itself).
 * - `Online`: evidence is required; whoever asks has fetched it beforehand. `Unknown` is not acceptable.
 * - `SoftFail`: evidence is expected as in Online, but `Unknown` is acceptable, for networks that fail.
 */
export function judgeRevocation(question: RevocationQuestion, mode: RevocationMode): RevocationVerdict {
  const { status, deciding, found } = revocationOf(question);
  if (status === 'Unknown') return unknownVerdict(found, mode);
  const { source, thisUpdate } = deciding;
  const saidBy = question.evidence.ofDocument.has(deciding.saidBy)
    ? evidenceInDocument(source, thisUpdate)
    : evidenceAtStation(source, thisUpdate);
  if (deciding.kind === 'Good') {
    const result = { status: 'Good', source, detail: saidBy } as const;
    return { result, reasonCodes: ['REVOCATION_GOOD'], isAcceptable: true, revocation: null };
  }
  const { revokedAt, invalidSince, reason } = deciding;
  const sentences = [
    `Revoked at ${revokedAt.toISOString()}, reason ${reason}.`,
    ...(invalidSince === null ? [] : [`Not vouched for since ${invalidSince.toISOString()}.`]),
    saidBy,
  ];
  return {
    result: { status, source, detail: sentences.join(' ') },
    reasonCodes: [status === 'OnHold' ? 'CERT_ON_HOLD' : 'CERT_REVOKED'],
    isAcceptable: false,
    revocation: { revokedAt, reason },
  };
}

function evidenceInDocument(source: Source, thisUpdate: Date): string {
  const time = thisUpdate.toISOString();
  return source === 'Ocsp' ? `In the document: OCSP response of ${time}.` : `In the document: CRL of ${time}.`;
}

/** The words for evidence that did not come with the document; who fetched it says where from in their place. */
export function evidenceAtStation(source: Source, thisUpdate: Date): string {
  const time = thisUpdate.toISOString();
  return source === 'Ocsp'
    ? `Present on this station: OCSP response of ${time}.`
    : `Present on this station: CRL of ${time}.`;
}

type RevocationState =
  | { readonly status: 'Revoked' | 'OnHold'; readonly deciding: Of<'Revoked'>; readonly found: readonly Found[] }
  | { readonly status: 'Good'; readonly deciding: Of<'Good'>; readonly found: readonly Found[] }
  | { readonly status: 'Unknown'; readonly deciding: null; readonly found: readonly Found[] };

/** What all the evidence together says, OCSP being named first. Throws WorkExceededError. */
function revocationOf(question: RevocationQuestion): RevocationState {
  const found: Found[] = [
    ...question.evidence.ocspResponses
      .flatMap((response) => statusesByOcsp(response, question))
      .map((result) => ({ ...result, source: 'Ocsp' as const })),
    ...statusesByCrl(question).map((result) => ({ ...result, source: 'Crl' as const })),
  ];
  const revocations = found.filter((result): result is Of<'Revoked'> => result.kind === 'Revoked');
  const final = revocations.find(({ reason }) => reason !== 'certificateHold');
  if (final !== undefined) return { status: 'Revoked', deciding: final, found };
  const good = found.filter((result): result is Of<'Good'> => result.kind === 'Good');
  const hold = newest(revocations);
  if (
    hold !== undefined &&
    !good.some(({ thisUpdate, isListed }) => thisUpdate > hold.thisUpdate && isListed !== true)
  ) {
    return { status: 'OnHold', deciding: hold, found };
  }
  const current = good.find(({ isCurrent, thisUpdate }) => isCurrent && (!hold || thisUpdate > hold.thisUpdate));
  return current === undefined
    ? { status: 'Unknown', deciding: null, found }
    : { status: 'Good', deciding: current, found };
}

/** Why the certificate is revoked or on hold, by anything at hand; null where nothing says that it is. Throws WorkExceededError. */
export function reasonOfRevocation(question: RevocationQuestion): RevocationReason | null {
  const { status, deciding } = revocationOf(question);
  return status === 'Revoked' || status === 'OnHold' ? deciding.reason : null;
}

function newest(revocations: readonly Of<'Revoked'>[]): Of<'Revoked'> | undefined {
  return revocations.toSorted((left, right) => right.thisUpdate.getTime() - left.thisUpdate.getTime())[0];
}

function unknownVerdict(found: readonly Found[], mode: RevocationMode): RevocationVerdict {
  const listed = found.find(
    (result): result is Of<'Unusable'> =>
      result.kind === 'Unusable' && (result.isListed === true || result.isFaulty === true),
  );
  const first = listed ?? found.find(({ kind }) => kind === 'Good') ?? found[0];
  const [code, detail] = explain(first);
  return {
    result: { status: 'Unknown', source: 'Offline', detail },
    reasonCodes: ['REVOCATION_UNKNOWN', code],
    isAcceptable: mode !== 'Online' && listed === undefined,
    revocation: null,
  };
}

function explain(first: Found | undefined): [ReasonCode, string] {
  if (first === undefined) return ['REVOCATION_DATA_MISSING', 'No CRL or OCSP response for this certificate'];
  if (first.kind === 'Unusable') return ['REVOCATION_DATA_INVALID', first.detail];
  const what = first.source === 'Ocsp' ? 'OCSP response' : 'CRL';
  return ['REVOCATION_DATA_STALE', `The ${what} of ${first.thisUpdate.toISOString()} does not cover the time`];
}
