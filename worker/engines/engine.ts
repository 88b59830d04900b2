import type { Certification } from '../../service/contract/vocabulary/pdf-signing.ts';
import type {
  ContainerSignature,
  Packaging,
  SignatureOperation,
  SignatureProfile,
} from '../../service/contract/vocabulary/signature-formats.ts';
import type { StampOptions } from '../../service/contract/vocabulary/stamp.ts';
import type { SignatureAlgorithm, SigningKey } from '../../service/providers/providers.ts';
import type { EngineDocument } from './engine-document.ts';
import type { FormatExtender } from './extender.ts';

export type { EngineDocument } from './engine-document.ts';

/** How a document is to be signed: what an engine needs of a request, and nothing of who asked for it and how it goes on. */
export interface SigningOrder {
  readonly operation: SignatureOperation;
  /** The signature to be counter-signed, by its name in a report; null where there is only one. */
  readonly targetSignature: string | null;
  /** ASiC: null is CAdES. What is added to a container is of the kind that it has. */
  readonly containerSignature: ContainerSignature | null;
  /** Null: the format's default, and for other operations than `sign` as the document has it. */
  readonly packaging: Packaging | null;
  /** Stamp, note and page are for PAdES only. */
  readonly visibleSignature: boolean;
  readonly signatureNote: string | null;
  readonly appearancePageNumber: number;
  /** Full name of an empty signature field to be signed; null: a new one. */
  readonly signatureField: string | null;
  /** Null: an approval. */
  readonly certification: Certification | null;
  /** Place and looks of the stamp; null: the automatic place and the usual looks. */
  readonly stampOptions: StampOptions | null;
  /** The level that the signature is to reach in the end; an engine makes level B of it. */
  readonly profile: SignatureProfile;
}

/** One signature to make; the engine sees the documents and the certificate, never the key. */
export interface EngineTask {
  readonly order: SigningOrder;
  readonly document: EngineDocument;
  /** Beyond the first, in the caller's order: data objects (ASiC_E), what a detached signature to be added to is over (CAdES). */
  readonly additionalDocuments: readonly EngineDocument[];
  /** JPEG or PNG for the visible stamp (PAdES only). */
  readonly appearance: EngineDocument | null;
  /** Where the signed output is to be written; nothing lies there yet. */
  readonly outputPath: string;
  readonly key: SigningKey;
  readonly algorithm: SignatureAlgorithm;
  /**
   * Size of a token of the authority that will timestamp the signature, where one will: a PDF keeps room for it, which it
   * could not get later. Other formats need none.
   */
  readonly expectedTokenBytes?: number;
  /** The claimed signing time. */
  readonly at: Date;
}

/** A finished, self-checked output at the task's `outputPath`; whoever stores it makes it durable. */
export interface SignedOutput {
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly contentType: string;
  readonly fileName: string;
}

/** Step 1 is done; the device signs `digest`, step 3 embeds what it answers. */
export interface PreparedSignature {
  /** What the signature is over: DER signed attributes or canonical SignedInfo. */
  readonly dataToBeSigned: Uint8Array;
  readonly digest: Uint8Array;
  /**
   * Embeds the signature value (RSA: modulus-long; ECDSA: r || s), writes the output and verifies it against the chosen
   * certificate before it answers. Throws a permanent StationError when that check fails: nothing is stored then.
   */
  embed(signatureValue: Uint8Array): Promise<SignedOutput>;
  /** Frees what preparation holds (open files) when the signature is given up. Safe to call after embed. */
  discard(): Promise<void>;
}

/** One signature format. Throws StationErrors; a broken document is a permanent failure with a text that says what. */
export interface FormatEngine extends FormatExtender {
  prepare(task: EngineTask): Promise<PreparedSignature>;
}
