import type { CertificateResult, SignatureFinding } from '../contract/http/verification.ts';
import type { ReasonCode } from '../contract/vocabulary/reason-codes.ts';
import { certificateStatus, describeFault, distinctFaults, type Fault, worstStatus } from './fault.ts';
import { NO_CERTIFICATE, NO_SIGNATURE } from './report.ts';

/** What a format has found out about one signature, or about one that counter-signs another. */
export interface SignatureParts {
  /** Message digest or references, and signature value. */
  readonly cryptoValid: boolean;
  /** Everything against it but what its timestamps say, in the order in which its codes are to stand. */
  readonly faults: readonly Fault[];
  /** What timestamps and evidence say of its signer and its time. */
  readonly lasting: {
    readonly certificate: CertificateResult;
    readonly faults: readonly Fault[];
    readonly remarks: readonly ReasonCode[];
  };
  /** Codes that name what is there and decide nothing. */
  readonly remarks?: readonly ReasonCode[];
}

/** The part of a finding that no format decides by itself. */
export type JudgedSignature = Pick<SignatureFinding, 'status' | 'signature' | 'certificate' | 'reasonCodes' | 'detail'>;

/**
 * The one way from faults to the finding of a signature, whatever its format: each reason once, the worst status of all of
 * them and of the signer's certificate, and the sentence of the first that decides it.
 */
export function concludeSignature({ cryptoValid, faults, lasting, remarks = [] }: SignatureParts): JudgedSignature {
  const { certificate } = lasting;
  const all = [...faults, ...lasting.faults];
  const status = worstStatus([certificateStatus(certificate), ...all]);
  const codes: ReasonCode[] = all.length === 0 ? ['SIG_VALID'] : distinctFaults(all).map(({ reason }) => reason);
  const told = all.find((fault) => fault.status === status && fault.detail !== null);
  return {
    status,
    signature: {
      cryptoValid,
      signerThumbprint: certificate.thumbprint,
      signerSubject: certificate.subject,
      reasonCodes: codes,
    },
    certificate,
    reasonCodes: [...new Set([...codes, ...certificate.reasonCodes, ...remarks, ...lasting.remarks])],
    detail: told === undefined ? null : describeFault(told),
  };
}

/** What is said of a signature that could not be judged, and why. */
export function unjudgedSignature(fault: Fault): JudgedSignature {
  return {
    status: fault.status,
    signature: { ...NO_SIGNATURE, reasonCodes: [fault.reason] },
    certificate: NO_CERTIFICATE,
    reasonCodes: [fault.reason],
    detail: describeFault(fault),
  };
}
