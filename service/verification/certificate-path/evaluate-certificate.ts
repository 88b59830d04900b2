import type { Certificate } from '../../codecs/x509/certificate.ts';
import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import type { CertificateResult, RevocationResult } from '../../contract/http/verification.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import type { RevocationMode } from '../verification.ts';
import { judgeExtendedKeyUsage, judgeKeyUsage, type KeyPurpose } from './key-purpose.ts';
import { PathBuilder, type CertificatePath } from './path-builder.ts';
import { judgeValidity, validatePath, type PathFault } from './path-validator.ts';
import { judgeRevocation, type RevocationVerdict } from './revocation.ts';
import { nativeRuntime, type CryptoRuntime } from './signature-check.ts';
import type { TrustStore } from './trust-store.ts';

export interface CertificateQuestion {
  readonly certificate: Certificate;
  /** Certificates that came with the document; not trusted. */
  readonly candidates: readonly Certificate[];
  readonly store: TrustStore;
  /** The time the certificate is judged at. */
  readonly at: Date;
  readonly revocationMode: RevocationMode;
  /** documentSigning unless said otherwise. */
  readonly purpose?: KeyPurpose;
  readonly runtime?: CryptoRuntime;
  /** Monotonic milliseconds for the search limit; performance.now unless said otherwise. */
  readonly now?: () => number;
}

/** The contract's result, and the path it stands on (leaf first, anchor last; empty when none reached an anchor). */
export interface CertificateEvaluation {
  readonly result: CertificateResult;
  readonly path: CertificatePath;
}

const MAX_PATHS = 50;
const NOT_CHECKED: RevocationResult = { status: 'NotChecked', source: 'None', detail: null };

/**
 * The certificate pipeline, in the specification's order: validity, chain and trust anchor, key usage, extended key
 * usage, revocation (OCSP, then CRL), policy. `isValid` is true only when every step passed; `reasonCodes` then starts
 * with CERT_VALID and goes on with what is known about revocation, otherwise it holds all faults in that order.
 * See judgeRevocation for what each revocation mode means. Of several paths the first without fault counts; if none
 * is, the one with the fewest faults is reported. Never throws for anything a certificate contains.
 */
export function evaluateCertificate(question: CertificateQuestion): CertificateEvaluation {
  const { certificate: leaf, candidates, store, at } = question;
  const runtime = question.runtime ?? nativeRuntime;
  const now = question.now ?? (() => performance.now());
  const builder = new PathBuilder({ leaf, candidates, store, runtime, now });
  const leafFaults = judgeLeaf(leaf, question.purpose ?? 'documentSigning');
  let best: Judged | null = null;
  let tried = 0;
  for (const path of builder.paths()) {
    const judged = judgePath(path, question, runtime);
    if (best === null || judged.faults.length < best.faults.length) best = judged;
    if (best.faults.length === 0 || ++tried >= MAX_PATHS) break;
  }
  if (best !== null) return report(leaf, [...best.faults, ...leafFaults], best.path, best.revocation, best.path);
  const faults = judgeValidity(leaf, at).map((code) => ({ code, index: 0 }));
  const last = builder.longestChain.length - 1;
  const failures = builder.failures.length === 0 ? (['CERT_CHAIN_INCOMPLETE'] as const) : builder.failures;
  faults.push(...failures.map((code) => ({ code, index: last })));
  return report(leaf, [...faults, ...leafFaults], builder.longestChain, null, []);
}

interface Judged {
  readonly path: CertificatePath;
  readonly faults: readonly PathFault[];
  readonly revocation: RevocationVerdict | null;
}

function judgeLeaf(leaf: Certificate, purpose: KeyPurpose): PathFault[] {
  try {
    return [...judgeKeyUsage(leaf), ...judgeExtendedKeyUsage(leaf, purpose)].map((code) => ({ code, index: 0 }));
  } catch (error) {
    if (error instanceof Asn1Error) return [{ code: 'CERT_MALFORMED', index: 0 }];
    throw error;
  }
}

function judgePath(path: CertificatePath, question: CertificateQuestion, runtime: CryptoRuntime): Judged {
  const faults = validatePath(path, question.at);
  const verdicts = path.slice(0, -1).map((_, index) => judgeRevocationOf(path, index, question, runtime));
  verdicts.forEach((verdict, index) => {
    if (!verdict.isAcceptable) faults.push(...verdict.reasonCodes.map((code) => ({ code, index })));
  });
  return { path, faults, revocation: verdicts[0] ?? null };
}

function judgeRevocationOf(
  path: CertificatePath,
  index: number,
  question: CertificateQuestion,
  runtime: CryptoRuntime,
): RevocationVerdict {
  const { store, candidates, at, revocationMode } = question;
  const [certificate, issuer] = path.slice(index, index + 2);
  if (certificate === undefined || issuer === undefined) throw new RangeError('No issuer at that index');
  const certificatesNamed = (key: string): Certificate[] => [
    ...(store.bySubject.get(key) ?? []),
    ...candidates.filter((candidate) => candidate.subject.key === key),
  ];
  return judgeRevocation(
    { certificate, issuer, issuerOfIssuer: path[index + 2] ?? null, at, runtime, certificatesNamed },
    { ocspResponses: store.ocspResponses, crlsOf: (key) => store.crlsByIssuer.get(key) ?? [] },
    revocationMode,
  );
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
  return { result, path };
}

function has(faults: readonly PathFault[], code: ReasonCode): boolean {
  return faults.some((fault) => fault.code === code);
}

function describe(
  leaf: Certificate,
): Pick<CertificateResult, 'subject' | 'issuer' | 'thumbprint' | 'notBefore' | 'notAfter'> {
  return {
    subject: leaf.subject.toString(),
    issuer: leaf.issuer.toString(),
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
export function absentCertificate(code: ReasonCode): CertificateResult {
  return {
    ...{ isValid: false, subject: '', issuer: '', thumbprint: '', notBefore: null, notAfter: null },
    ...{ reasonCodes: [code], chainStatus: [], revocation: NOT_CHECKED },
  };
}
