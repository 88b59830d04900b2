import type { InspectionFacts } from '../contract/http/inspection.ts';
import type { VerificationReport } from '../contract/http/verification.ts';
import type { StampPreview } from '../contract/http/stamp-previews.ts';
import type { StampOptions } from '../contract/vocabulary/stamp.ts';
import type { RevocationMode } from '../contract/vocabulary/revocation-modes.ts';
import type { SignatureFormat } from '../contract/vocabulary/signature-formats.ts';
import type { TrustedLists } from './trusted-lists/compact-list.ts';
import type { WorkBudget } from './work-budget.ts';

/** What verification trusts and knows; DER throughout. Read from folders by composition, never from the document. */
export interface TrustMaterial {
  readonly trustAnchors: readonly Uint8Array[];
  /** Certificates that may complete a path; not trusted. */
  readonly intermediates: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
  readonly ocspResponses: readonly Uint8Array[];
  /** Trusted lists in force; none unless the settings ask for them. */
  readonly lists?: TrustedLists;
}

/** Document bytes in memory (transferred to the verifier) or a file it opens itself. */
export type DocumentInput =
  { readonly kind: 'bytes'; readonly bytes: Uint8Array } | { readonly kind: 'file'; readonly path: string };

/** Whose turn it is: clients are told apart, and documents of this station's storage from those that are sent in. */
export interface VerificationAsker {
  readonly kind: 'stored' | 'uploaded';
  readonly client: string;
}

export interface VerificationTask {
  readonly format: SignatureFormat;
  readonly document: DocumentInput;
  /** The signed content of a detached signature. */
  readonly original: DocumentInput | null;
  /** Given when the format is not known: the verifier tells it, and says what it found in `inspection`. */
  readonly originals?: readonly DocumentInput[];
  readonly trust: TrustMaterial;
  readonly revocationMode: RevocationMode;
  /** The time certificates are judged at. */
  readonly at: Date;
  /** Given when the document is not to be judged, but a stamp on it to be shown in `preview`. */
  readonly stamp?: StampQuestion;
  /** The station itself unless said otherwise. */
  readonly asker?: VerificationAsker;
}

/** The stamp of a signature that is not made yet. */
export interface StampQuestion {
  readonly signerName: string;
  /** serialNumber of the certificate's subject. */
  readonly identityNumber: string | null;
  readonly signatureNote: string | null;
  /** For the place that the station finds. */
  readonly appearancePageNumber: number;
  readonly options: StampOptions | null;
  /** JPEG or PNG. */
  readonly image: Uint8Array | null;
}

/** What every signature of a document is judged by. */
export interface VerificationContext extends Pick<VerificationTask, 'trust' | 'revocationMode' | 'at'> {
  /** One for the whole document; without it each judgement gets a budget of its own. */
  readonly budget?: WorkBudget;
}

/** The part of the report the verifier decides; source and signatureId are the caller's. */
export type VerificationOutcome = Omit<VerificationReport, 'source' | 'signatureId'> & {
  /** For a task with `originals`. */
  readonly inspection?: InspectionFacts | undefined;
  /** For a task with `stamp`: the stamp and its page, or what is wrong with the document, its page or the image. */
  readonly preview?: StampPreview | { readonly fault: string } | undefined;
};

/** A chain of certificates about which the evidence at hand did not say enough. */
export interface WantedEvidence {
  /** DER: the one in question and what is known of its path. */
  readonly certificates: readonly Uint8Array[];
  /** The time it was judged at. */
  readonly at: Date;
}

/**
 * Judges one document in a killable process; never throws for anything the document contains. Rejects with
 * SERVICE_UNAVAILABLE where too many wait already.
 */
export interface Verifier {
  verify(task: VerificationTask): Promise<VerificationOutcome>;
}
