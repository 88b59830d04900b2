import type { ZipChanges } from '../../../service/codecs/zip/zip-rewriter.ts';

/** What is signed, and how the container changes once the signature value is there. */
export interface Addition {
  readonly dataToBeSigned: Uint8Array;
  readonly digest: Uint8Array;
  readonly changes: (signatureValue: Uint8Array) => Omit<ZipChanges, 'at'>;
}
