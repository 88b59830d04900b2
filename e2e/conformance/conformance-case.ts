import type { Packaging, SignatureFormat } from '../../service/contract/vocabulary/signature-formats.ts';

export interface InputFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** One kind of output. */
export interface ConformanceCase {
  readonly format: SignatureFormat;
  readonly packaging: Packaging | undefined;
  /** What is special about it, beside format and packaging. */
  readonly variant: string;
  readonly files: readonly InputFile[];
  /** Further fields of the request. */
  readonly fields: Readonly<Record<string, string>>;
  readonly image?: InputFile;
  /** Every key of the matrix makes it, or one does because the key is not what matters. */
  readonly keys: 'all' | 'one';
  /** The file is signed before with another key, so that the output bears two signatures. */
  readonly isSecondSignature?: boolean;
  /** Further fields of that earlier signature; without them they are those of the case. */
  readonly earlierFields?: Readonly<Record<string, string>>;
  /** Fields by which a third key signs after it. */
  readonly laterFields?: Readonly<Record<string, string>>;
}
