import {
  type SignatureFinding,
  VERIFICATION_STATUSES,
  type VerificationStatus,
} from '../contract/http/verification.ts';
import type { ReasonCode } from '../contract/vocabulary/reason-codes.ts';
import type { SubIndication } from '../contract/vocabulary/sub-indications.ts';
import { subIndicationOf } from './sub-indication.ts';

/**
 * Something that keeps a signature, a document or a container from being VALID; the one shape for all formats. INVALID is
 * for arithmetic that does not hold and for changes that a standard or a signer forbids; what can be neither relied on
 * nor called broken is INDETERMINATE (EN 319 102-1 5.2.6, 5.2.7, 5.3).
 */
export interface Fault {
  /** The standard's indication; TOTAL-FAILED is INVALID here. */
  readonly status: Exclude<VerificationStatus, 'VALID'>;
  readonly subIndication: SubIndication | null;
  readonly reason: ReasonCode;
  /** The file of a container that it lies in; null: the signature or document that is being judged. */
  readonly place: string | null;
  /** One sentence for a person, without document text except names; null where the reason says it all. */
  readonly detail: string | null;
  /** The signature proves as much as without it, and reaches the same level: see `besideLevel`. */
  readonly leavesLevel?: true;
}

/** A fault that breaks a signature for good. */
export function invalid(reason: ReasonCode, detail: string | null = null, place: string | null = null): Fault {
  return makeFault('INVALID', reason, detail, place);
}

/** A fault that leaves open what a signature is worth. */
export function indeterminate(reason: ReasonCode, detail: string | null = null, place: string | null = null): Fault {
  return makeFault('INDETERMINATE', reason, detail, place);
}

/**
 * A fault against what a standard demands of the signer and which the proof does not rest on: a hint beside a digest that
 * is right, a claim that is untrue, an identifier that nobody signs. The signature is not VALID; which level its properties
 * and timestamps make is told all the same.
 */
export function besideLevel(fault: Fault): Fault {
  return { ...fault, leavesLevel: true };
}

/**
 * Issuer and serial number beside a digest that is right: a hint only, for the digest is what binds the certificate (EN 319
 * 122-1 5.2.2.2, EN 319 132-1 5.2.2, note 2). Somebody signed something wrong of it, and the form is what it is.
 */
export const OTHER_SERIAL = besideLevel(
  indeterminate(
    'SIG_SIGNING_CERTIFICATE_MISMATCH',
    'The issuer or serial number that is signed beside the digest of the certificate is not its own.',
  ),
);

function makeFault(status: Fault['status'], reason: ReasonCode, detail: string | null, place: string | null): Fault {
  return { status, subIndication: subIndicationOf(status, [reason]), reason, place, detail };
}

/** The sentence of a fault, with the place that it is about; null where there is none. */
export function describeFault({ place, detail }: Fault): string | null {
  if (place === null) return detail;
  return detail === null ? place : `${place}: ${detail}`;
}

/** Each fault once, the first of its reason that weighs most; of equal ones the one that takes the level. */
export function distinctFaults(faults: readonly Fault[]): Fault[] {
  const byReason = new Map<ReasonCode, Fault>();
  for (const fault of faults) {
    const known = byReason.get(fault.reason);
    if (known === undefined || weighsMore(fault, known)) byReason.set(fault.reason, fault);
  }
  return [...byReason.values()];
}

function weighsMore(fault: Fault, known: Fault): boolean {
  if (fault.status !== known.status) return isWorseStatus(fault.status, known.status);
  return known.leavesLevel === true && fault.leavesLevel !== true;
}

/** Whether a verdict is worse than the other: INVALID than INDETERMINATE, that than VALID. */
export function isWorseStatus(status: VerificationStatus, other: VerificationStatus): boolean {
  return VERIFICATION_STATUSES.indexOf(status) > VERIFICATION_STATUSES.indexOf(other);
}

/**
 * The one way to combine statuses: INVALID beats INDETERMINATE beats VALID. Of nothing it is VALID, since nothing was
 * found against it: whether anything was there to be judged is the caller's to know.
 */
export function worstStatus(judged: readonly { readonly status: VerificationStatus }[]): VerificationStatus {
  return judged.reduce<VerificationStatus>(
    (worst, { status }) => (isWorseStatus(status, worst) ? status : worst),
    'VALID',
  );
}

/** What a certificate adds to a signature's status: without a good path it is open whose signature it is. */
export function certificateStatus({ isValid }: { readonly isValid: boolean }): { readonly status: VerificationStatus } {
  return { status: isValid ? 'VALID' : 'INDETERMINATE' };
}

/** What of a finding more faults can change. */
type Judged = Pick<SignatureFinding, 'status' | 'signature' | 'reasonCodes' | 'detail'>;

/**
 * A finding with more faults against it. `of` says whether they are of the signature itself, so that its own reason codes
 * name them too, or of the document around it. The sentence is that of the first fault that decides the status.
 */
export function withFaults<Finding extends Judged>(
  finding: Finding,
  faults: readonly Fault[],
  of: 'signature' | 'document',
): Finding {
  if (faults.length === 0) return finding;
  const status = worstStatus([finding, ...faults]);
  const codes = (known: readonly ReasonCode[]): ReasonCode[] => [
    ...new Set([...faults.map(({ reason }) => reason), ...known.filter((code) => code !== 'SIG_VALID')]),
  ];
  const { signature } = finding;
  const decisive = faults.find((fault) => fault.status === status);
  return {
    ...finding,
    status,
    signature: of === 'document' ? signature : { ...signature, reasonCodes: codes(signature.reasonCodes) },
    reasonCodes: codes(finding.reasonCodes),
    detail: (decisive && describeFault(decisive)) ?? finding.detail,
  };
}
