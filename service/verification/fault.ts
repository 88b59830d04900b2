import type { SignatureFinding, VerificationStatus } from '../contract/http/verification.ts';
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
}

/** A fault that breaks a signature for good. */
export function invalid(reason: ReasonCode, detail: string | null = null, place: string | null = null): Fault {
  return makeFault('INVALID', reason, detail, place);
}

/** A fault that leaves open what a signature is worth. */
export function indeterminate(reason: ReasonCode, detail: string | null = null, place: string | null = null): Fault {
  return makeFault('INDETERMINATE', reason, detail, place);
}

function makeFault(status: Fault['status'], reason: ReasonCode, detail: string | null, place: string | null): Fault {
  return { status, subIndication: subIndicationOf(status, [reason]), reason, place, detail };
}

/** The sentence of a fault, with the place that it is about; null where there is none. */
export function describeFault({ place, detail }: Fault): string | null {
  if (place === null) return detail;
  return detail === null ? place : `${place}: ${detail}`;
}

/** Each fault once, the first of its reason that weighs most. */
export function distinctFaults(faults: readonly Fault[]): Fault[] {
  const byReason = new Map<ReasonCode, Fault>();
  for (const fault of faults) {
    const known = byReason.get(fault.reason);
    if (known === undefined || (known.status === 'INDETERMINATE' && fault.status === 'INVALID')) {
      byReason.set(fault.reason, fault);
    }
  }
  return [...byReason.values()];
}

const SEVERITY: Readonly<Record<VerificationStatus, number>> = { VALID: 0, INDETERMINATE: 1, INVALID: 2 };

/**
 * The one way to combine statuses: INVALID beats INDETERMINATE beats VALID. Of nothing it is VALID, since nothing was
 * found against it: whether anything was there to be judged is the caller's to know.
 */
export function worstStatus(judged: readonly { readonly status: VerificationStatus }[]): VerificationStatus {
  return judged.reduce<VerificationStatus>(
    (worst, { status }) => (SEVERITY[status] > SEVERITY[worst] ? status : worst),
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
