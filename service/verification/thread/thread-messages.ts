import type { DocumentInput, RevocationMode, TrustMaterial, VerificationOutcome } from '../verification.ts';
import type { SignatureFormat } from '../../contract/vocabulary/signing.ts';

/** Host to thread. Trust is sent only when it differs from what this thread was sent last. */
export interface ThreadTask {
  readonly format: SignatureFormat;
  readonly document: DocumentInput;
  readonly original: DocumentInput | null;
  readonly revocationMode: RevocationMode;
  readonly at: Date;
  readonly trust: TrustMaterial | null;
}

/** Thread to host: the outcome of the one task it was given. */
export interface ThreadAnswer {
  readonly outcome: VerificationOutcome;
}
