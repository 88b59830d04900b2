import type { Certificate } from '../../codecs/x509/certificate.ts';
import type { CertificateResult, RevocationResult } from '../../contract/http/verification.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import type { RevocationMode } from '../../contract/vocabulary/revocation-modes.ts';
import { WorkBudget, WorkExceededError } from '../work-budget.ts';
import { judgeAuthorityPurpose, judgeExtendedKeyUsage, judgeKeyUsage, type KeyPurpose } from './key-purpose.ts';
import { PathBuilder, type CertificatePath } from './path-builder.ts';
import { guarded, judgeValidity, validatePath, type PathFault } from './path-validator.ts';
import type { SignatureChecks } from './issued-by.ts';
import { judgeRevocation, type RevocationVerdict } from './revocation.ts';
import { nativeRuntime, type CryptoRuntime } from '../signature-arithmetic/crypto-runtime.ts';
import { allEvidence, NO_EVIDENCE, revocationQuestion, type EmbeddedEvidence } from './embedded-evidence.ts';
import { isListedAnchor, type TrustStore } from './trust-store.ts';

export interface CertificateQuestion {
  readonly certificate: Certificate;
  /** Certificates that came with the document; not trusted. */
  readonly candidates: readonly Certificate[];
  readonly store: TrustStore;
  /** The time the certificate is judged at. */
  readonly at: Date;
  /** The time of judging, up to which evidence may have been made; `at` unless said otherwise. */
  readonly now?: Date;
  /** Revocation evidence that came with the document; it must be right by itself, as the station's must. */
  readonly evidence?: EmbeddedEvidence;
  readonly revocationMode: RevocationMode;
  /** documentSigning unless said otherwise. */
  readonly purpose?: KeyPurpose;
  readonly runtime?: CryptoRuntime;
  /** The document's; a certificate that is judged by itself has a budget of its own. */
  readonly budget?: WorkBudget;
}

/** The contract's result, and the path it stands on (leaf first, anchor last; empty when none reached an anchor). */
export interface CertificateEvaluation {
  readonly result: CertificateResult;
  readonly path: CertificatePath;
  /** The path, or where there is none the longest chain that was found. */
  readonly chain: CertificatePath;
  /** When the certificate itself was revoked for good; null where it was not. */
  readonly revokedAt: Date | null;
}

const MAX_PATHS = 50;
/** Judging a path takes time by what its certificates list: names, constraints, policies. */
const WORK_PER_BYTE = 20;
const NOT_CHECKED: RevocationResult = { status: 'NotChecked', source: 'None', detail: null };

/**
 * The certificate pipeline, in the specification's order: validity, chain and trust anchor, key usage, extended key
 * usage, revocation (OCSP, then CRL), policy. `isValid` is true only when every step passed; `reasonCodes` then starts
 * with CERT_VALID and goes on with what is known about revocation, otherwise it holds all faults in that order.
 * See judgeRevocation for what each revocation mode means. Of several paths the first without fault counts; if none
 * is, the one with the fewest faults is reported. Where the budget is spent before one without fault is found, the
 * certificate is not valid and VERIFICATION_WORK_EXCEEDED says so. Never throws for anything a certificate contains.
 */
export function evaluateCertificate(question: CertificateQuestion): CertificateEvaluation {
  const { certificate: leaf, candidates, store } = question;
  const { checkedSignatures } = store;
  const { runtime = nativeRuntime, budget = new WorkBudget(0) } = question;
  const checks = { runtime, budget, checkedSignatures };
  const builder = new PathBuilder({ leaf, candidates, store, ...checks });
  const { best, isCutOff } = bestPath(builder, question, checks);
  noteUnanswered(question, best?.path ?? builder.longestChain, best?.revocations ?? null);
  const leafFaults = judgeLeaf(leaf, question.purpose ?? 'documentSigning');
  if (isCutOff) leafFaults.push({ code: 'VERIFICATION_WORK_EXCEEDED', index: 0 });
  if (best !== null) return report(leaf, [...best.faults, ...leafFaults], best.path, best.revocation, best.path);
  const faults = [...chainFaults(builder, leaf, question.at), ...leafFaults];
  return report(leaf, faults, builder.longestChain, null, []);
}

/** A path that was not found, or whose revocation is unknown: more evidence might tell. `revocations`: null without one. */
function noteUnanswered(
  { store, at, revocationMode }: CertificateQuestion,
  chain: CertificatePath,
  revocations: readonly RevocationVerdict[] | null,
): void {
  if (revocationMode === 'Offline') return;
  const isOpen = revocations === null || revocations.some(({ result }) => result.status === 'Unknown');
  if (isOpen) store.unanswered.add(chain, at);
}

function chainFaults(builder: PathBuilder, leaf: Certificate, at: Date): PathFault[] {
  const failures = builder.failures.length === 0 ? (['CERT_CHAIN_INCOMPLETE'] as const) : builder.failures;
  const index = builder.longestChain.length - 1;
  return [...judgeValidity(leaf, at).map((code) => ({ code, index: 0 })), ...failures.map((code) => ({ code, index }))];
}

function bestPath(
  builder: PathBuilder,
  question: CertificateQuestion,
  checks: SignatureChecks,
): { best: Judged | null; isCutOff: boolean } {
  let best: Judged | null = null;
  let tried = 0;
  try {
    for (const path of builder.paths()) {
      const judged = judgePath(path, question, checks);
      if (best === null || judged.faults.length < best.faults.length) best = judged;
      if (best.faults.length === 0 || ++tried >= MAX_PATHS) break;
    }
  } catch (error) {
    if (!(error instanceof WorkExceededError)) throw error;
    return { best, isCutOff: true };
  }
  return { best, isCutOff: false };
}

interface Judged {
  readonly path: CertificatePath;
  readonly faults: readonly PathFault[];
  readonly revocation: RevocationVerdict | null;
  /** Of every certificate below the anchor. */
  readonly revocations: readonly RevocationVerdict[];
}

function judgeLeaf(leaf: Certificate, purpose: KeyPurpose): PathFault[] {
  return guarded(0, () => [...judgeKeyUsage(leaf), ...judgeExtendedKeyUsage(leaf, purpose)]);
}

function judgePath(path: CertificatePath, question: CertificateQuestion, checks: SignatureChecks): Judged {
  checks.budget.charge(path.reduce((sum, { der }) => sum + der.length, 0) * WORK_PER_BYTE);
  const { purpose = 'documentSigning' } = question;
  const faults = validatePath(path, question.at, checks.budget);
  for (const [index, authority] of path.slice(0, -1).entries()) {
    if (index > 0) faults.push(...guarded(index, () => judgeAuthorityPurpose(authority, purpose)));
  }
  faults.push(...judgeListedAnchor(path, question));
  const verdicts = path.slice(0, -1).map((_, index) => judgeRevocationOf(path, index, question, checks));
  verdicts.forEach((verdict, index) => {
    if (!verdict.isAcceptable) faults.push(...verdict.reasonCodes.map((code) => ({ code, index })));
  });
  return { path, faults, revocation: verdicts[0] ?? null, revocations: verdicts };
}

/** A service of a trusted list ends paths for what it is, and while it was in force (TS 119 612 5.5.1, 5.5.4). */
function judgeListedAnchor(
  path: CertificatePath,
  { store, at, purpose = 'documentSigning' }: CertificateQuestion,
): PathFault[] {
  const anchor = path.at(-1);
  if (anchor === undefined || !isListedAnchor(store, anchor)) return [];
  return store.listed.isInForce(anchor, purpose, at) ? [] : [{ code: 'CERT_UNTRUSTED', index: path.length - 1 }];
}

function judgeRevocationOf(
  path: CertificatePath,
  index: number,
  question: CertificateQuestion,
  checks: SignatureChecks,
): RevocationVerdict {
  const { store, candidates, at, now = at, revocationMode } = question;
  const evidence = allEvidence(store, question.evidence ?? NO_EVIDENCE);
  const circumstances = { path, index, candidates, store, at, now, evidence, checks };
  return judgeRevocation(revocationQuestion(circumstances), revocationMode);
}

/** The specification's order of the pipeline. */
const PIPELINE: readonly ReasonCode[] = [
  ...(['CERT_MALFORMED', 'CERT_EXPIRED', 'CERT_NOT_YET_VALID'] as const),
  ...(['CERT_CHAIN_INCOMPLETE', 'CERT_UNTRUSTED', 'CERT_SIGNATURE_INVALID', 'CERT_ALGORITHM_UNSUPPORTED'] as const),
  ...(['CERT_ALGORITHM_WEAK', 'CERT_BASIC_CONSTRAINTS_INVALID', 'CERT_PATH_LENGTH_EXCEEDED'] as const),
  ...(['CERT_NAME_CONSTRAINTS_VIOLATED', 'CERT_CRITICAL_EXTENSION_UNKNOWN'] as const),
  ...(['CERT_KEY_USAGE_INVALID', 'CERT_EXTENDED_KEY_USAGE_INVALID', 'CERT_REVOKED', 'CERT_ON_HOLD'] as const),
  ...(['REVOCATION_UNKNOWN', 'REVOCATION_DATA_MISSING', 'REVOCATION_DATA_STALE', 'REVOCATION_DATA_INVALID'] as const),
  'CERT_POLICY_INVALID',
  'VERIFICATION_WORK_EXCEEDED',
];

function report(
  leaf: Certificate,
  faults: readonly PathFault[],
  chain: CertificatePath,
  revocation: RevocationVerdict | null,
  path: CertificatePath,
): CertificateEvaluation {
  const isValid = faults.length === 0;
  const codes = new Set<ReasonCode>(isValid ? ['CERT_VALID'] : PIPELINE.filter((code) => has(faults, code)));
  revocation?.reasonCodes.forEach((code) => codes.add(code));
  const result: CertificateResult = {
    isValid,
    ...describe(leaf),
    reasonCodes: [...codes],
    chainStatus: chain.map((certificate, index) =>
      describeLink(
        certificate,
        faults.filter((f) => f.index === index),
      ),
    ),
    revocation: revocation?.result ?? NOT_CHECKED,
  };
  return { result, path, chain, revokedAt: endOf(revocation) };
}

/** A hold may end, and says of no time that the certificate was not good after it. */
function endOf(verdict: RevocationVerdict | null): Date | null {
  const revocation = verdict?.revocation ?? null;
  return revocation === null || revocation.reason === 'certificateHold' ? null : revocation.revokedAt;
}

function has(faults: readonly PathFault[], code: ReasonCode): boolean {
  return faults.some((fault) => fault.code === code);
}

function describe(
  leaf: Certificate,
): Pick<CertificateResult, 'subject' | 'issuer' | 'serialNumber' | 'thumbprint' | 'notBefore' | 'notAfter'> {
  return {
    subject: leaf.subject.toString(),
    issuer: leaf.issuer.toString(),
    serialNumber: leaf.serialNumberHex,
    thumbprint: leaf.thumbprint,
    notBefore: leaf.notBefore.toISOString(),
    notAfter: leaf.notAfter.toISOString(),
  };
}

/** `<subject>: OK`, or the reason codes of that certificate. */
function describeLink(certificate: Certificate, faults: readonly PathFault[]): string {
  const codes = [...new Set(faults.map(({ code }) => code))];
  return `${certificate.subject.toString()}: ${codes.length === 0 ? 'OK' : codes.join(', ')}`;
}

/** The result for a signature whose certificate is not there or cannot be parsed. */
export function absentCertificate(): CertificateResult {
  return {
    ...{ isValid: false, subject: '', issuer: '', thumbprint: '', notBefore: null, notAfter: null },
    ...{ reasonCodes: ['SIG_SIGNER_CERTIFICATE_NOT_FOUND'], chainStatus: [], revocation: NOT_CHECKED },
  };
}
