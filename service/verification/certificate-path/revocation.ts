import type { Crl } from '../../codecs/crl/crl.ts';
import type { OcspResponse } from '../../codecs/ocsp/ocsp-response.ts';
import type { RevocationResult } from '../../contract/http/verification.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import type { RevocationMode } from '../verification.ts';
import { statusByCrl } from './crl-status.ts';
import { statusByOcsp } from './ocsp-status.ts';
import type { EvidenceResult, RevocationQuestion } from './revocation-evidence.ts';

export interface RevocationEvidence {
  readonly ocspResponses: readonly OcspResponse[];
  /** CRLs whose issuer has the comparison key. */
  crlsOf(issuerKey: string): readonly Crl[];
}

/** The status to report, the reason codes it gives, and whether the certificate may still count as valid. */
export interface RevocationVerdict {
  readonly result: RevocationResult;
  readonly reasonCodes: readonly ReasonCode[];
  readonly isAcceptable: boolean;
}

type Source = 'Ocsp' | 'Crl';
interface Found {
  readonly source: Source;
  readonly evidence: EvidenceResult;
}

/**
 * Judges revocation from the evidence at hand, OCSP before CRL; nothing is ever fetched here. Revoked anywhere is
 * revoked, whatever another source says and whatever the mode; among answers of one source the newest counts.
 *
 * - `Offline`: only evidence that was supplied is looked at. Where it is missing, stale or unusable the status is
 *   `Unknown`, the reason codes say so, and the certificate may still be valid.
 * - `Online`: evidence is required; whoever asks has fetched it beforehand. `Unknown` is not acceptable.
 * - `SoftFail`: evidence is expected as in Online, but `Unknown` is acceptable, for networks that fail.
 */
export function judgeRevocation(
  question: RevocationQuestion,
  evidence: RevocationEvidence,
  mode: RevocationMode,
): RevocationVerdict {
  const found: Found[] = [
    ...newest(
      evidence.ocspResponses.map((response) => statusByOcsp(response, question)),
      'Ocsp',
    ),
    ...newest(
      evidence.crlsOf(question.certificate.issuer.key).map((crl) => statusByCrl(crl, question)),
      'Crl',
    ),
  ];
  const revoked = found.find(({ evidence: { kind } }) => kind === 'Revoked');
  if (revoked !== undefined) return revokedVerdict(revoked);
  const good = found.find(({ evidence: { kind } }) => kind === 'Good');
  if (good !== undefined) {
    const result = { status: 'Good', source: good.source, detail: null } as const;
    return { result, reasonCodes: ['REVOCATION_GOOD'], isAcceptable: true };
  }
  return unknownVerdict(found, mode);
}

/** The newest decisive answer of one source, else one that says why there is none. */
function newest(results: readonly (EvidenceResult | null)[], source: Source): Found[] {
  const answers = results.filter((result) => result !== null);
  const decisive = answers
    .filter((result) => result.kind === 'Good' || result.kind === 'Revoked')
    .sort((left, right) => right.thisUpdate.getTime() - left.thisUpdate.getTime())[0];
  const evidence = decisive ?? answers.find(({ kind }) => kind === 'Stale') ?? answers[0];
  return evidence === undefined ? [] : [{ source, evidence }];
}

function revokedVerdict({ source, evidence }: Found): RevocationVerdict {
  if (evidence.kind !== 'Revoked') throw new TypeError('Not a revocation');
  const isOnHold = evidence.reason === 'certificateHold';
  const detail = `Revoked at ${evidence.revokedAt.toISOString()}, reason ${evidence.reason}`;
  return {
    result: { status: isOnHold ? 'OnHold' : 'Revoked', source, detail },
    reasonCodes: [isOnHold ? 'CERT_ON_HOLD' : 'CERT_REVOKED'],
    isAcceptable: false,
  };
}

function unknownVerdict(found: readonly Found[], mode: RevocationMode): RevocationVerdict {
  const first = found[0]?.evidence;
  const code = first === undefined ? 'REVOCATION_DATA_MISSING' : UNKNOWN_CODES[first.kind];
  const detail =
    first !== undefined && 'detail' in first ? first.detail : 'No CRL or OCSP response for this certificate';
  return {
    result: { status: 'Unknown', source: 'Offline', detail },
    reasonCodes: ['REVOCATION_UNKNOWN', code],
    isAcceptable: mode !== 'Online',
  };
}

const UNKNOWN_CODES: Readonly<Record<EvidenceResult['kind'], ReasonCode>> = {
  Good: 'REVOCATION_GOOD',
  Revoked: 'CERT_REVOKED',
  Stale: 'REVOCATION_DATA_STALE',
  Unusable: 'REVOCATION_DATA_INVALID',
};
