import type { Readable } from 'node:stream';

/**
 * Document bytes by storage key. Keys are made by the server (storage-keys.ts), never from client input.
 * A stored object is complete and durable or absent; nothing half-written is ever visible under a key. A power cut in the
 * middle of a put may leave a part of it, under a key that nobody was told of.
 */
export interface ObjectStore {
  /**
   * Takes over a finished local file (moved or copied; the path is gone or free to delete afterwards).
   * Durable when it resolves: file and directory are fsynced, or the bucket has acknowledged. Nothing is to be found under
   * the key before `allowed` has resolved, and where it rejects nothing ever is, and that is what this rejects with.
   * `sha256` (lower-case hex) is for whoever knows it: a driver that has to tell it takes it no second time.
   */
  putFile(key: string, path: string, allowed?: Promise<void>, sha256?: string): Promise<void>;
  /**
   * Takes over the finished output of one attempt as `putFile` does. Where the store lets nobody replace what lies under
   * `key`, and nothing lies there yet, it goes there at once; otherwise under `stagedKey`, to be promoted when the attempt
   * has completed. Answers `stagedKey`, or null for `key`. What an attempt that never completed has left under `key` stays
   * there until the winner's is promoted over it.
   */
  putOutput(path: string, place: OutputPlace): Promise<string | null>;
  /** A local path for writing an object before it is put: a file beside its final place, so that put is a rename. */
  stagingPath(key: string): Promise<string>;
  /**
   * The object as a local file for random access; `release` must be called (it deletes a downloaded copy).
   * Throws ObjectNotFound.
   */
  localCopy(key: string): Promise<LocalCopy>;
  /** Bytes `start` to `end` (inclusive) or all. Throws ObjectNotFound. */
  read(key: string, range?: { readonly start: number; readonly end: number }): Promise<Readable>;
  /** Size in bytes, or undefined when there is no such object. */
  size(key: string): Promise<number | undefined>;
  /**
   * Makes what lies under `stagedKey` visible as `key`; does nothing when that has happened before. The object is durable
   * under one of the two: after a power cut it may be found as `stagedKey` again.
   */
  promote(stagedKey: string, key: string): Promise<void>;
  /** What writers that died have left behind, and what `isStaged` tells by its key. Nothing is deleted. */
  leftovers(search: LeftoverSearch): AsyncIterable<Leftover>;
  /** True when something was deleted. */
  delete(key: string): Promise<boolean>;
  /** Resolves when the store answers and can be written; rejects otherwise. */
  ping(): Promise<void>;
}

/** Where an output goes, and its SHA-256 (lower-case hex) where it is known. */
export interface OutputPlace {
  readonly key: string;
  readonly stagedKey: string;
  readonly sha256?: string;
}

export interface LeftoverSearch {
  /** Files that were last written later are passed over: their writer may be alive. */
  readonly writtenBefore: Date;
  /** Whether to look below a folder, which is the first part of keys; the rest of the store is not read. */
  mayHold(folder: string): boolean;
  /** Objects that are to be found beside what was never finished. */
  isStaged(key: string): boolean;
  /** Outputs, for a driver whose `putOutput` puts them under their own key before their attempt has completed. */
  isOutput(key: string): boolean;
}

export interface Leftover {
  /** For `delete`. */
  readonly key: string;
  /** It never became an object: no row can refer to it. */
  readonly isUnfinished: boolean;
}

export interface LocalCopy {
  /** A driver may write the file only when it is asked for. */
  readonly path: string;
  /** All of a small object, where the driver has it in memory anyway. */
  readonly bytes?: Uint8Array;
  readonly size: number;
  release(): Promise<void>;
}

export class ObjectNotFound extends Error {
  readonly key: string;
  constructor(key: string) {
    super('There is no object under this storage key.');
    this.name = 'ObjectNotFound';
    this.key = key;
  }
}
