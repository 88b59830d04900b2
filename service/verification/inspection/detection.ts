import type { ByteSource } from '../../codecs/byte-source.ts';
import type { InspectionFacts } from '../../contract/http/inspection.ts';

/** What a file is by its first bytes and its structure. */
export interface Detection {
  readonly kind: InspectionFacts['detected'];
  /** The document in the form that is verified: DER where the file was PEM or base64 text, or a message. */
  readonly document: ByteSource;
  /** What a signature that is found in a message is over, in the forms that it may have been signed in. */
  readonly contents?: readonly ByteSource[];
  /** In words, where the kind does not say it all. */
  readonly explanation: string | null;
}
