import type { VerificationReport } from '../contract/http/verification.ts';
import type { SignatureFormat } from '../contract/vocabulary/signing.ts';

/** What verification trusts and knows; DER throughout. Read from folders by composition, never from the document. */
export interface TrustMaterial {
  readonly trustAnchors: readonly Uint8Array[];
  /** Certificates that may complete a path; not trusted. */
  readonly intermediates: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
  readonly ocspResponses: readonly Uint8Array[];
}

export const REVOCATION_MODES = ['Offline', 'Online', 'SoftFail'] as const;
export type RevocationMode = (typeof REVOCATION_MODES)[number];

/** Document bytes in memory (transferred to the verifier) or a file it opens itself. */
export type DocumentInput =
  { readonly kind: 'bytes'; readonly bytes: Uint8Array } | { readonly kind: 'file'; readonly path: string };

export interface VerificationTask {
  readonly format: SignatureFormat;
  readonly document: DocumentInput;
  /** The signed content of a detached signature. */
  readonly original: DocumentInput | null;
  readonly trust: TrustMaterial;
  readonly revocationMode: RevocationMode;
  /** The time certificates are judged at. */
  readonly at: Date;
}

/** The part of the report the verifier decides; source and signatureId are the caller's. */
export type VerificationOutcome = Omit<VerificationReport, 'source' | 'signatureId'>;

/** Judges one document in a killable process; never throws for anything the document contains. */
export interface Verifier {
  verify(task: VerificationTask): Promise<VerificationOutcome>;
}
