import type { Certificate } from '../../codecs/x509/certificate.ts';
import type { CertificateResult, SignatureFinding, TimestampFinding } from '../../contract/http/verification.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { absentCertificate } from '../certificate-path/evaluate-certificate.ts';
import type { KeyPurpose } from '../certificate-path/key-purpose.ts';
import { type Fault, indeterminate } from '../fault.ts';
import type { CryptoRuntime } from '../signature-arithmetic/crypto-runtime.ts';
import { describeEvidence, type DocumentEvidence } from '../evidence/document-evidence.ts';
import type { Levels } from '../report.ts';
import type { VerificationContext } from '../verification.ts';
import type { WorkBudget } from '../work-budget.ts';
import type { FoundTimestamp } from './found-timestamp.ts';
import { evidenceGoodUntil } from './good-until.ts';
import { judgeSigningCertificate, type SigningCertificateVerdict } from './judge-past.ts';
import { levelsOf } from './level-of-signature.ts';
import { judgeTimestamps, type JudgedTimestamp } from './judge-timestamps.ts';
import { CLOCK_SKEW_MILLISECONDS } from './time-order.ts';
import { tellsOf } from '../token-of-finding.ts';

/** A signature whose arithmetic was judged, and everything that tells when it was made and by whom. */
export interface LastingSignature extends VerificationContext {
  readonly budget: WorkBudget;
  readonly signer: Certificate | null;
  readonly purpose?: KeyPurpose;
  readonly runtime?: CryptoRuntime;
  /** Its own timestamps, and those of the document around it that are over it. */
  readonly timestamps: readonly FoundTimestamp[];
  /** Of these the ones that protect validation data, too (level LTA). */
  readonly isArchival: (timestamp: FoundTimestamp) => boolean;
  /** Certificates that came with it, not trusted. */
  readonly candidates: readonly Certificate[];
  readonly evidence: DocumentEvidence;
}

export interface LastingVerdict {
  readonly certificate: CertificateResult;
  readonly faults: readonly Fault[];
  /** Codes that name what is there and decide nothing. */
  readonly remarks: readonly ReasonCode[];
  readonly timestamps: readonly JudgedTimestamp[];
  /** For the finding. */
  readonly report: Required<
    Pick<SignatureFinding, 'timestamps' | 'evidence' | 'evidenceGoodUntil' | 'bestSignatureTime'>
  >;
  /** Those of a signature that reaches B by itself, whoever made timestamps and evidence. */
  readonly levels: Levels;
}

/**
 * Judges timestamps, then the signing certificate at the time that they prove, then which level they and the validation
 * data make of the signature. Timestamps of other bytes and such that contradict each other keep a signature from being
 * VALID; those by strangers change nothing. Throws WorkExceededError.
 */
export function judgeLasting(signature: LastingSignature): LastingVerdict {
  const { signer, evidence, candidates: own } = signature;
  const question = { ...signature, candidates: [...own, ...evidence.certificates] };
  const timestamps = judgeTimestamps(signature.timestamps, question);
  const verdict = signer === null ? NO_SIGNER : judgeSigningCertificate(signer, timestamps, question);
  const isProven = timestamps.some(({ status }) => status === 'VALID');
  return {
    certificate: verdict.result,
    faults: [...verdict.faults, ...faultsOf(timestamps)],
    remarks: isProven ? ['TIMESTAMP_VALID'] : [],
    timestamps,
    report: {
      timestamps: timestamps.map(describeTimestamp),
      evidence: describeEvidence(evidence),
      evidenceGoodUntil: evidenceGoodUntil(timestamps, signer)?.toISOString() ?? null,
      bestSignatureTime: verdict.bestSignatureTime?.toISOString() ?? null,
    },
    levels: levelsOf(signature, verdict.chain, timestamps),
  };
}

const NO_SIGNER: SigningCertificateVerdict = {
  result: absentCertificate(),
  chain: [],
  bestSignatureTime: null,
  faults: [],
};

function faultsOf(timestamps: readonly JudgedTimestamp[]): Fault[] {
  // A timestamp of the document or its container is judged by itself, too, and says nothing against the signatures beside
  // it; what the signer signed along proves nothing when it is broken, and nobody else can have put it there.
  const own = timestamps.filter(({ found }) => !OUTER_KINDS.has(found.kind) && found.about !== 'content');
  const isSwapped = own.some(({ reasonCodes }) => reasonCodes.includes('TIMESTAMP_ORDER_INVALID'));
  return [
    ...(own.some(({ status }) => status === 'INVALID') ? [indeterminate('TIMESTAMP_INVALID')] : []),
    ...(isSwapped || isContentLater(timestamps) ? [indeterminate('TIMESTAMP_ORDER_INVALID')] : []),
  ];
}

/**
 * What was signed along cannot be younger than a timestamp of the signature (EN 319 102-1 5.5.4 step 4), beyond what both
 * may be wrong by.
 */
function isContentLater(timestamps: readonly JudgedTimestamp[]): boolean {
  const timesOf = (about: FoundTimestamp['about'], side: 1 | -1): number[] =>
    timestamps.flatMap(({ found, time, isIntact, accuracyMilliseconds }) =>
      found.about === about && isIntact && time ? [time.getTime() + side * accuracyMilliseconds] : [],
    );
  return Math.max(...timesOf('content', -1)) > Math.min(...timesOf('signature', 1)) + CLOCK_SKEW_MILLISECONDS;
}

/** For the report. */
export function describeTimestamp({
  found: { kind, token },
  status,
  time,
  isIntact,
  certificate,
  reasonCodes,
  detail,
}: JudgedTimestamp): TimestampFinding {
  const codes = [...reasonCodes];
  return tellsOf(
    { kind, status, time: time?.toISOString() ?? null, isIntact, certificate, reasonCodes: codes, detail },
    token,
  );
}

const OUTER_KINDS: ReadonlySet<string> = new Set(['DocumentTimestamp', 'ContainerTimestamp']);
