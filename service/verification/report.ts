import type {
  CertificateResult,
  CounterSignature,
  DocumentChange,
  SignatureFinding,
  SignatureResult,
  TimestampFinding,
  VerificationStatus,
} from '../contract/http/verification.ts';
import type { ReasonCode } from '../contract/vocabulary/reason-codes.ts';
import type { SignatureFormat } from '../contract/vocabulary/signature-formats.ts';
import { describeFault, type Fault, worstStatus } from './fault.ts';
import { limitationsOf } from './limitations.ts';
import { subIndicationOf } from './sub-indication.ts';
import type { VerificationOutcome } from './verification.ts';
import { distinctTimestamps } from './token-of-finding.ts';

export interface DocumentVerdict {
  readonly format: SignatureFormat;
  /** Every signature found, in document order; empty when there is none. */
  readonly findings: readonly SignatureFinding[];
  /** Of the document as a whole, beside those of its signatures. */
  readonly faults: readonly Fault[];
  /** Codes that name what is there and decide nothing. */
  readonly remarks?: readonly ReasonCode[];
  readonly detail: string | null;
  readonly at: Date;
  /** Those that are over no signature, beside those of the findings. */
  readonly timestamps?: readonly TimestampFinding[];
  /** What was changed after the first signature; only formats that can be continued have any. */
  readonly changes?: readonly DocumentChange[];
}

/**
 * The report of one document. The top-level `signature` and `certificate` describe the deciding signature, see
 * decidingFinding.
 */
export function assembleReport(verdict: DocumentVerdict): VerificationOutcome {
  const status = worstStatus([...verdict.faults, ...decisive(verdict.findings)]);
  const deciding = decidingFinding(verdict.findings);
  return {
    overallStatus: status,
    isValid: status === 'VALID',
    reasonCodes: reasonCodes(verdict, deciding, status),
    checkedAt: verdict.at.toISOString(),
    format: verdict.format,
    detail: verdict.detail ?? deciding?.detail ?? null,
    limitations: [limitationsOf(verdict.format), ...formsThatDoNotHold(verdict.findings)].join(' '),
    signature: deciding?.signature ?? NO_SIGNATURE,
    certificate: deciding?.certificate ?? NO_CERTIFICATE,
    signatures: verdict.findings.map(withSubIndication),
    changes: [...(verdict.changes ?? [])],
    ...lastingEvidence(verdict.findings, verdict.timestamps ?? []),
  };
}

function withSubIndication(finding: SignatureFinding): SignatureFinding {
  const named = <Judged extends CounterSignature | SignatureFinding>(judged: Judged): Judged => ({
    ...judged,
    subIndication: subIndicationOf(judged.status, judged.reasonCodes),
  });
  const { counterSignatures } = finding;
  return { ...named(finding), ...(counterSignatures && { counterSignatures: counterSignatures.map(named) }) };
}

/** A level that is there by its form alone must not be taken for one that is proven. */
function formsThatDoNotHold(findings: readonly SignatureFinding[]): string[] {
  const sentences = findings
    .filter(({ profileReached, profileByForm = null }) => profileByForm !== null && profileByForm !== profileReached)
    .map(({ profileReached: reached, profileByForm: form }) => sayForm(String(form), String(reached)));
  return [...new Set(sentences)];
}

function sayForm(form: string, reached: string): string {
  return `There is a signature of the form of level ${form}; what holds of it comes to level ${reached}.`;
}

/** Of all signatures together, each thing once: several may share a document timestamp or a certificate. */
function lastingEvidence(
  findings: readonly SignatureFinding[],
  others: readonly TimestampFinding[],
): Required<Pick<VerificationOutcome, 'timestamps' | 'evidence' | 'evidenceGoodUntil'>> {
  const ends = findings.flatMap(({ evidenceGoodUntil }) => evidenceGoodUntil ?? []);
  return {
    timestamps: distinctTimestamps([...findings.flatMap(timestampsOf), ...others]),
    evidence: distinct(findings.flatMap(({ evidence }) => evidence ?? [])),
    evidenceGoodUntil: ends.toSorted()[0] ?? null,
  };
}

/** With those of its counter-signatures. */
function timestampsOf({ timestamps = [], counterSignatures = [] }: SignatureFinding): TimestampFinding[] {
  return [...timestamps, ...counterSignatures.flatMap((counter) => counter.timestamps ?? [])];
}

function distinct<Item>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

function reasonCodes(
  verdict: DocumentVerdict,
  deciding: SignatureFinding | undefined,
  status: VerificationStatus,
): ReasonCode[] {
  const ofSignature =
    deciding === undefined
      ? []
      : [...deciding.reasonCodes, ...deciding.signature.reasonCodes, ...deciding.certificate.reasonCodes];
  // A good signature value in a document that is not VALID must not read like a verdict.
  return unique([...verdict.faults.map(({ reason }) => reason), ...(verdict.remarks ?? []), ...ofSignature]).filter(
    (code) => status === 'VALID' || code !== 'SIG_VALID',
  );
}

/** A report that says, too, what was found beside the document itself. */
export function withFaults(outcome: VerificationOutcome, faults: readonly Fault[]): VerificationOutcome {
  const [fault] = faults;
  if (fault === undefined) return outcome;
  const overallStatus = worstStatus([...faults, { status: outcome.overallStatus }]);
  const codes = unique([...faults.map(({ reason }) => reason), ...outcome.reasonCodes]);
  return {
    ...outcome,
    ...{ overallStatus, isValid: overallStatus === 'VALID' },
    reasonCodes: codes.filter((code) => overallStatus === 'VALID' || code !== 'SIG_VALID'),
    detail: outcome.overallStatus === 'VALID' ? describeFault(fault) : (outcome.detail ?? describeFault(fault)),
  };
}

/**
 * A report on a document in which no signature could be judged, with the sentence of its first fault. Where nothing was
 * judged nothing was found broken: INVALID is for a file that shows that signed bytes of it were changed.
 */
export function reportWithoutSignature(
  format: SignatureFormat,
  faults: readonly [Fault, ...Fault[]],
  at: Date,
): VerificationOutcome {
  return assembleReport({ format, findings: [], faults, detail: describeFault(faults[0]), at });
}

/** What holds of a signature, and what is there of it; the second is never the lower one. */
export type Levels = Required<Pick<SignatureFinding, 'profileByForm' | 'profileReached'>>;

/** Of what is no baseline signature, or does not hold. */
export const NO_LEVEL: Levels = { profileReached: null, profileByForm: null };

/** Of what could not be judged. */
export const NO_SIGNATURE: SignatureResult = {
  cryptoValid: false,
  signerThumbprint: '',
  signerSubject: '',
  reasonCodes: [],
};

/** Where no signer is known. */
export const NO_CERTIFICATE: CertificateResult = {
  isValid: false,
  subject: '',
  issuer: '',
  thumbprint: '',
  notBefore: null,
  notAfter: null,
  reasonCodes: [],
  chainStatus: [],
  revocation: { status: 'NotChecked', source: 'None', detail: null },
};

/**
 * The finding that stands for the document: of those with the worst status the first signature whose arithmetic does not
 * hold, else the first; the last signature when all are VALID. A timestamp only where nothing else is as bad. Undefined
 * when there is none.
 */
export function decidingFinding(findings: readonly SignatureFinding[]): SignatureFinding | undefined {
  const counted = decisive(findings);
  const worst = worstStatus(counted);
  // A document timestamp is VALID without being anybody's signature.
  if (worst === 'VALID') return counted.findLast(({ reasonCodes }) => reasonCodes.includes('SIG_VALID'));
  const candidates = counted.filter((finding) => finding.status === worst);
  const isBroken = (finding: SignatureFinding): boolean =>
    !finding.signature.cryptoValid && !isFailedTimestamp(finding);
  return candidates.find(isBroken) ?? candidates.find((finding) => !isFailedTimestamp(finding)) ?? candidates[0];
}

/**
 * Whether a finding is on a document timestamp that fails: it proves no time (EN 319 102-1 clause 5.6.2.4), and nothing
 * against the arithmetic of the signatures beside it. Those of a signature that is not intact name what is wrong with it.
 */
function isFailedTimestamp({ signature, reasonCodes }: SignatureFinding): boolean {
  const isOfSignature = reasonCodes.some((code) => code.startsWith('SIG_'));
  return !signature.cryptoValid && reasonCodes.includes('TIMESTAMP_INVALID') && !isOfSignature;
}

/**
 * A timestamp by somebody who is not trusted proves nothing, and takes nothing away from the signatures beside it: anybody
 * can add one. Nor does a signature of a kind that nobody here can judge say anything of the one beside it; the document
 * bears the reason. Where there is nothing else, either decides.
 */
function decisive(findings: readonly SignatureFinding[]): readonly SignatureFinding[] {
  const others = findings.filter(({ reasonCodes }) => !reasonCodes.includes('TIMESTAMP_UNTRUSTED'));
  const counted = others.length > 0 ? others : findings;
  const judged = counted.filter((finding) => !isUnknownKind(finding));
  return judged.some(({ reasonCodes }) => !reasonCodes.some((code) => TIMESTAMP_CODES.has(code))) ? judged : counted;
}

const TIMESTAMP_CODES: ReadonlySet<ReasonCode> = new Set<ReasonCode>(['TIMESTAMP_PRESENT', 'TIMESTAMP_INVALID']);

/** Whether a finding is on something of which only is known that it was signed in a way that is not known. */
export function isUnknownKind({ status, reasonCodes }: Pick<SignatureFinding, 'status' | 'reasonCodes'>): boolean {
  return status === 'INDETERMINATE' && reasonCodes.includes('PDF_SUBFILTER_UNSUPPORTED');
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
