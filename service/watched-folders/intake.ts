import type { Readable } from 'node:stream';
import type { StationError } from '../domain/station-error.ts';
import type { SignatureRequest } from '../domain/records.ts';

export type FolderRequest = Pick<SignatureRequest, 'id' | 'status' | 'errorCode' | 'errorMessage' | 'failureArea'>;

/** A document in a file of the station's own, which is moved into the store. */
export interface FolderDocument {
  readonly file: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** What a watched folder asks of the station, in its tenant and with its options. */
export interface FolderIntake {
  /** Why nothing can be accepted now; null when documents can. */
  obstacle(): Promise<StationError | null>;
  /** The request that was accepted under a key. */
  find(key: string): Promise<FolderRequest | undefined>;
  /** Accepts a document; a key that was used before answers the request of then. Rejects with the refusal. */
  accept(document: FolderDocument, key: string): Promise<{ readonly id: string }>;
  /** The signed file of a completed request. */
  output(id: string): Promise<{ readonly name: string; readonly content: Readable }>;
  /** Calls with each request whose state changed; answers the function that ends it. */
  subscribe(listener: (id: string) => void): () => void;
}
