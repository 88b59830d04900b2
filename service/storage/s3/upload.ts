import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { HeadObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { sha256OfFile } from '../../files/sha256-of-file.ts';
import type { DirectRequests } from './direct-requests.ts';
import { DIGEST_METADATA } from './s3-client.ts';
import { isConflict, isMissingObject, unavailable } from './s3-faults.ts';

/** S3's smallest part; files up to it go in one request. */
export const PART_BYTES = 5 * 1024 * 1024;
/** A block of an upload, and of a document: at most that is read, written or kept in one go. */
export const SMALL_BYTES = 1024 * 1024;
const MAX_PARTS = 10_000;
/** Parts of one file, and large files, that are on their way at once: together at most some 60 MiB of memory. */
const PARTS_AT_ONCE = 3;
const LARGE_FILES_AT_ONCE = 2;

export interface BucketClient {
  readonly client: S3Client;
  readonly bucket: string;
  /** Where the store is one that they know. */
  readonly direct?: DirectRequests;
}

/** Puts files; large ones piece by piece, a few at a time. */
export class Uploads {
  readonly #target: BucketClient;
  readonly #waiting: (() => void)[] = [];
  #large = 0;

  constructor(target: BucketClient) {
    this.#target = target;
  }

  /** Puts the file at `path`, over what lies there. Faults are thrown as they come; a multipart upload is then aborted. */
  async putFile(key: string, path: string, sha256?: string): Promise<void> {
    await this.#put(key, path, false, sha256);
  }

  /**
   * The same, the store being asked to refuse where an object is already. The same bytes there (of a request that was
   * answered too late) are as good as put; false where others are, which stay.
   */
  putNew(key: string, path: string, sha256?: string): Promise<boolean> {
    return this.#put(key, path, true, sha256);
  }

  async #put(key: string, path: string, onlyIfNew: boolean, known?: string): Promise<boolean> {
    const { size } = statSync(path);
    const bytes = size > PART_BYTES ? undefined : await bytesOf(path, size);
    const sha256 = known ?? (bytes === undefined ? await sha256OfFile(path) : sha256Of(bytes));
    const target = {
      Bucket: this.#target.bucket,
      Key: key,
      ContentType: 'application/octet-stream',
      Metadata: { [DIGEST_METADATA]: sha256 },
      ...(onlyIfNew ? { IfNoneMatch: '*' } : {}),
    };
    try {
      if (bytes === undefined) await this.#putInParts(target, path, size);
      else if ((await this.#target.direct?.put(key, bytes, sha256, onlyIfNew)) !== true) {
        // The store refuses another file than was taken in, and the SDK would put it all the same.
        if (sha256Of(bytes) !== sha256) throw unavailable('The file is not what was taken in.');
        await this.#target.client.send(new PutObjectCommand({ ...target, Body: bytes }));
      }
      return true;
    } catch (fault) {
      if (!onlyIfNew || !isConflict(fault)) throw fault;
      return this.#isSame(key, sha256);
    }
  }

  async #putInParts(target: { Bucket: string; Key: string }, path: string, size: number): Promise<void> {
    await this.#enter();
    const partSize = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS));
    const Body = createReadStream(path, { highWaterMark: 1024 * 1024 });
    try {
      const upload = new Upload({
        client: this.#target.client,
        params: { ...target, Body },
        partSize,
        queueSize: PARTS_AT_ONCE,
        leavePartsOnError: false,
      });
      await upload.done();
    } finally {
      Body.destroy();
      this.#leave();
    }
  }

  /** A write whose answer was lost is sent again and then finds itself. */
  async #isSame(key: string, sha256: string): Promise<boolean> {
    const { client, bucket } = this.#target;
    try {
      const there = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
      return there.Metadata?.[DIGEST_METADATA] === sha256;
    } catch (fault) {
      // Of two that write at once a store may refuse this one before the other has ended.
      if (isMissingObject(fault)) return false;
      throw fault;
    }
  }

  async #enter(): Promise<void> {
    if (this.#large >= LARGE_FILES_AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#large += 1;
  }

  /** Hands the place over, or gives it back. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#large -= 1;
    else next();
  }
}

/** What was written a moment ago is in the page cache: a small file comes in less time than the hops to the thread pool. */
function bytesOf(path: string, size: number): Buffer | Promise<Buffer> {
  return size > SMALL_BYTES ? readFile(path) : readFileSync(path);
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
