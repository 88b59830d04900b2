import type {
  ContainerSignature,
  SignatureFormat,
  SignatureProfile,
} from '../../../service/contract/vocabulary/signature-formats.ts';

/** A signed file that judges look at. */
export interface SignedFile {
  /** Unique in a run. */
  readonly id: string;
  readonly format: SignatureFormat;
  /** B unless said otherwise. */
  readonly profile?: SignatureProfile;
  /** Of a container; CAdES unless said otherwise. */
  readonly containerSignature?: ContainerSignature;
  readonly path: string;
  /** Files that a detached signature is over. */
  readonly originals: readonly string[];
  /** Names of the files in it that the signature has to be over, as far as the format has names. */
  readonly signedNames: readonly string[];
  /** Names of the keys that signed it, the oldest signature first. */
  readonly keys: readonly string[];
  /** The interface of the station that made it, up to `/api/v1`. */
  readonly api: string;
  /** Id of the station's request that made it; undefined for a file that was changed afterwards. */
  readonly requestId: string | undefined;
}

/** One thing that a judge says against a file, in its own words; a mere warning counts too. */
export interface Complaint {
  readonly text: string;
  /** Number of the signature it is about, from 0; undefined where it is about the file. */
  readonly signature?: number;
}

/** Nothing against the file: an empty list. */
export type Verdict = readonly Complaint[];

export interface Judge {
  readonly name: string;
  /** Whether it can read this file at all. */
  reads(file: SignedFile): boolean;
  /** One verdict a file, in their order. Throws only when the judge itself is broken. */
  judge(files: readonly SignedFile[]): Promise<readonly Verdict[]>;
}

/** What judges are given to trust: the root and the CRLs, nothing else. Every signature brings its own path. */
export interface TrustMaterial {
  /** Folder with the root, DER. */
  readonly anchorFolder: string;
  /** Folder with the CRLs of all authorities, DER. */
  readonly crlFolder: string;
  /** The root, PEM. */
  readonly anchorFile: string;
  /** The root and all CRLs, PEM. */
  readonly anchorAndCrlFile: string;
}

export const GOOD: Verdict = [];

export function refused(text: string): Verdict {
  return [{ text }];
}
