import type { TimestampKind } from '../../contract/http/verification.ts';
import type { RawEvidence } from '../evidence/document-evidence.ts';
import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import type { OpenedToken } from './open-token.ts';

/** One way to read what a timestamp is to be of. Standards that were changed left several. */
export interface Imprint {
  readonly digest: Uint8Array;
  /** The other timestamps among what was digested. */
  readonly protects: ReadonlySet<FoundTimestamp>;
  /** The validation data among it, which nobody can exchange any more; none where it is left out. */
  readonly keeps?: KeptEvidence;
}

/** `all`: whatever the document brought along. */
export type KeptEvidence = (() => readonly RawEvidence[]) | 'all';

/** A timestamp as it was found somewhere, not judged yet. */
export interface FoundTimestamp {
  readonly kind: TimestampKind;
  /** ContentInfo, with nothing behind it. */
  readonly token: Uint8Array;
  /**
   * What its time says: `signature`, that the signature was there by then; `content`, which the signer signed along, that
   * the signature was made after it; `validationData`, neither.
   */
  readonly about: 'signature' | 'content' | 'validationData';
  /**
   * What the token must be of, by `hash`; right if it is one of these. Null where that cannot be worked out here. Must
   * not throw for anything in the document but WorkExceededError.
   */
  imprints(hash: HashName, token: OpenedToken): readonly Imprint[] | null;
  /** Where the bytes it is of are there, and what they stand for is not: why it proves nothing any more. */
  readonly broken?: string;
  /** It stands where the standard wants it otherwise: it proves its time, and makes no level. */
  readonly isOutOfForm?: boolean;
}
