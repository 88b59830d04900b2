import { hash } from 'node:crypto';
import { readDer } from '../../codecs/asn1/asn1-reader.ts';
import { TAG } from '../../codecs/asn1/tags.ts';
import type { Crl } from '../../codecs/crl/crl.ts';
import type { RevocationReason } from '../../codecs/crl/revoked-entries.ts';
import type { OcspResponse } from '../../codecs/ocsp/ocsp-response.ts';
import type { ReasonFlags } from '../../codecs/x509/distribution-point.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import type { Extension } from '../../codecs/x509/extensions.ts';
import { sha256Aside } from '../../codecs/x509/sha256-aside.ts';
import { WORK } from '../work-budget.ts';
import type { SignatureCheckResult } from '../signature-arithmetic/signature-check.ts';
import { workOfSignatureCheck } from '../signature-arithmetic/work-of-check.ts';
import { chargedOnce, type CheckedSignatures } from './checked-signatures.ts';
import { orNull, type SignatureChecks } from './issued-by.ts';

export interface RevocationEvidence {
  readonly ocspResponses: readonly OcspResponse[];
  /** Those that the document brought along: whoever sends it decides how large they are, so their bytes are charged. */
  readonly ofDocument: ReadonlySet<Crl | OcspResponse>;
  /** CRLs whose issuer has the comparison key. */
  crlsOf(issuerKey: string): readonly Crl[];
}

/** Which certificate is asked about, under which authorities, for what time. */
export interface RevocationQuestion {
  readonly certificate: Certificate;
  /** The path above it: its issuer first, the anchor last. */
  readonly authorities: readonly Certificate[];
  /** The time for which it is asked. */
  readonly at: Date;
  /** The time at which it is asked: evidence may have been made until then. The same as `at`, or later. */
  readonly now: Date;
  readonly evidence: RevocationEvidence;
  readonly checks: SignatureChecks;
  /** Known certificates whose subject has this comparison key. */
  readonly certificatesNamed: (key: string) => readonly Certificate[];
  /** SHA-256 of the delegates about whose own revocation this is asked, so that none answers for itself. */
  readonly underway: ReadonlySet<string>;
  /** How the same is asked about a delegate; null where it is not revoked. */
  readonly reasonOfRevocation: (question: RevocationQuestion) => RevocationReason | null;
}

/** What one piece of evidence says. */
export type EvidenceResult =
  /** Not revoked at the time asked for. `isCurrent`: that time is inside the evidence's window. */
  | {
      readonly kind: 'Good';
      readonly saidBy: Crl | OcspResponse;
      readonly thisUpdate: Date;
      readonly isCurrent: boolean;
      /** Made while its authority still named the certificate if it was revoked; see stillNames. */
      readonly stillNames: boolean;
      /** The reasons for revocation that it speaks about. */
      readonly reasons: ReasonFlags;
      /** It says that the certificate was revoked after the time asked for: it lifts no hold of before. */
      readonly isListed?: boolean;
    }
  /** Said by the authority at any time: what is revoked stays revoked. */
  | {
      readonly kind: 'Revoked';
      readonly saidBy: Crl | OcspResponse;
      readonly thisUpdate: Date;
      readonly revokedAt: Date;
      readonly invalidSince: Date | null;
      readonly reason: RevocationReason;
    }
  /**
   * Invalid, unsupported or undecided. `isListed`: the certificate is in it, in a way that is not understood. `isFaulty`:
   * the document says by it what is not so.
   */
  | { readonly kind: 'Unusable'; readonly detail: string; readonly isListed?: boolean; readonly isFaulty?: boolean };

/** Clocks of authorities run a little ahead of ours at times. */
const CLOCK_SKEW_MILLISECONDS = 5 * 60 * 1000;

/** thisUpdate <= at <= nextUpdate; evidence without an end (nextUpdate null, forbidden for CRLs) covers nothing. */
export function isWithinWindow(thisUpdate: Date, nextUpdate: Date | null, at: Date): boolean {
  if (nextUpdate === null) return false;
  return thisUpdate.getTime() - CLOCK_SKEW_MILLISECONDS <= at.getTime() && at <= nextUpdate;
}

/**
 * Whether evidence speaks about the time asked for: its window holds it, or it was made after that time by an authority
 * that still named the certificate if it was revoked.
 */
export function isAbout(
  {
    thisUpdate,
    nextUpdate,
    stillNames,
  }: Pick<Good, 'thisUpdate' | 'stillNames'> & { readonly nextUpdate: Date | null },
  { at, now }: Pick<RevocationQuestion, 'at' | 'now'>,
): boolean {
  if (isWithinWindow(thisUpdate, nextUpdate, at)) return true;
  return at < now && isMadeAfter(thisUpdate, { at, now }) && stillNames;
}

type Good = Extract<EvidenceResult, { kind: 'Good' }>;

/**
 * Whether an authority that made evidence then still named the certificate if it was revoked: up to the certificate's end
 * (RFC 5280 3.3), and later only where the evidence says that those which ended since some day are kept (expiredCertsOnCRL of
 * X.509; the archive cutoff of RFC 6960 4.4.4).
 */
export function stillNames(thisUpdate: Date, kept: Extension | undefined, { notAfter }: Certificate): boolean {
  if (thisUpdate <= notAfter) return true;
  const since = kept && orNull(() => readDer(kept.value).expect(TAG.generalizedTime).time());
  return since != null && since <= notAfter;
}

/**
 * Whether a revocation counts at the time asked for: once the certificate was revoked; from when its authority no longer
 * vouches for the key (RFC 5280 5.3.2), which it may say later; and from the evidence on where the date of revocation is
 * still to come, for it is one of the past (5.1.2.6).
 */
export function isRevokedBy(
  { revokedAt, invalidSince, thisUpdate }: Omit<Extract<EvidenceResult, { kind: 'Revoked' }>, 'kind' | 'saidBy'>,
  { at, now }: Pick<RevocationQuestion, 'at' | 'now'>,
): boolean {
  if (revokedAt <= at || (invalidSince !== null && invalidSince <= at)) return true;
  return revokedAt > now && thisUpdate <= at;
}

/** Whether evidence was made after the time asked for, and not in the future. */
export function isMadeAfter(thisUpdate: Date, { at, now }: Pick<RevocationQuestion, 'at' | 'now'>): boolean {
  return thisUpdate >= at && thisUpdate.getTime() <= now.getTime() + CLOCK_SKEW_MILLISECONDS;
}

/**
 * The outcome of a signature check on a CRL or OCSP response by the key of `signer`, which is made once for the same bytes
 * and the same certificate: a large CRL is hashed once, not once a document. Charged once a document, with its bytes where
 * they came with it. Not remembered is what this runtime cannot do (`Unsupported`). Throws WorkExceededError.
 */
export function checkEvidenceOnce(
  evidence: Crl | OcspResponse,
  signer: Certificate,
  { checks: { budget, checkedSignatures }, evidence: { ofDocument } }: RevocationQuestion,
  check: () => SignatureCheckResult,
): SignatureCheckResult {
  const pair = pairOf(evidence, signer);
  const digested = ofDocument.has(evidence) ? evidence.tbs.length * WORK.digestedByte : 0;
  const work = (): number => workOfSignatureCheck(signer.publicKey) + digested;
  return chargedOnce(pair, budget, work, () => {
    const earlier = checkedSignatures.get(pair);
    if (earlier !== undefined) return earlier;
    const outcome = check();
    if (outcome !== 'Unsupported') checkedSignatures.add(pair, outcome);
    return outcome;
  });
}

/** Has such an outcome known before it is asked for. */
export async function checkEvidenceAside(
  evidence: Crl,
  signer: Certificate,
  checkedSignatures: CheckedSignatures,
  check: () => Promise<SignatureCheckResult>,
): Promise<void> {
  const pair = pairOf(evidence, signer);
  if (checkedSignatures.get(pair) !== undefined) return;
  const outcome = await check();
  if (outcome !== 'Unsupported') checkedSignatures.add(pair, outcome);
}

function pairOf(evidence: Crl | OcspResponse, signer: Certificate): string {
  return `evidence ${sha256Of(evidence)} ${signer.sha256Thumbprint}`;
}

const digests = new WeakMap<object, string>();

/** Digests the bytes on another thread, unless that was done before. */
export async function digestAside(evidence: Crl): Promise<void> {
  if (digests.has(evidence)) return;
  const digest = await sha256Aside(evidence.der);
  digests.set(evidence, digest.toString('hex'));
}

/** Lower-case hex, of the whole DER. */
function sha256Of(evidence: Crl | OcspResponse): string {
  const known = digests.get(evidence);
  if (known !== undefined) return known;
  const digest = hash('sha256', evidence.der, 'hex');
  digests.set(evidence, digest);
  return digest;
}
