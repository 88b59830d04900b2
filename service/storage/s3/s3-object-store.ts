import { createWriteStream, statSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { removeFile, removeFileAtOnce } from '../remove-file.ts';
import type { SecretStore } from '../../secrets/secret-store.ts';
import {
  ObjectNotFound,
  type Leftover,
  type LeftoverSearch,
  type LocalCopy,
  type ObjectStore,
  type OutputPlace,
} from '../object-store.ts';
import { requireSafeKey } from '../safe-key.ts';
import { isStagedOutput } from '../storage-keys.ts';
import { bucketPing } from './bucket-ping.ts';
import { checkedBody, collectBody, type ExpectedBody } from './checked-body.ts';
import { copyObject } from './copy-object.ts';
import { directRequests } from './direct-requests.ts';
import { askBucket, examineBucket, type ConditionalWrites } from './examine-bucket.ts';
import { LocalStaging } from './local-staging.ts';
import { createS3Client, DIGEST_METADATA } from './s3-client.ts';
import { isMissingObject, isMissingUpload, storeFault, unavailable } from './s3-faults.ts';
import { bucketFault } from './server-finding.ts';
import { parseUploadLeftover, stagedObjects, unfinishedUploads } from './s3-leftovers.ts';
import type { S3Settings } from './s3-settings.ts';
import type { TellTrouble } from './store-troubles.ts';
import { PART_BYTES, SMALL_BYTES, Uploads, type BucketClient } from './upload.ts';

export { sayConditionalWrites } from './examine-bucket.ts';
export { troublesIn, type Warnings } from './store-troubles.ts';

/** Names a file of the local staging folder for `delete`; no storage key begins so. */
const STAGING_MARK = '?staging=';
const NEW_FILE = { flag: 'wx', flags: 'wx', mode: 0o600 } as const;
/**
 * How long whoever opens or asks a bucket waits for each of its answers: a start that waits for a silent store says nothing
 * meanwhile, and each request would be tried three times.
 */
const START_MILLISECONDS = 25_000;

export interface OpenedBucket {
  readonly store: ObjectStore;
  readonly conditionalWrites: ConditionalWrites;
}

/**
 * Objects in a bucket, each complete or absent. What the bucket answered otherwise than expected is a transient
 * StationError; no such object is ObjectNotFound. `known` says what an earlier opening found out; without it the bucket
 * is examined, and a ServerFault says what is wrong with it, a StationError which secret is not set. `ping` throws the same.
 * `tell` hears of each request that is made again.
 */
export async function openS3ObjectStore(
  settings: S3Settings,
  secrets: SecretStore,
  { known, tell = () => undefined }: { readonly known?: ConditionalWrites; readonly tell?: TellTrouble } = {},
): Promise<OpenedBucket> {
  const target = bucketClient(settings, createS3Client(settings, secrets, tell), tell);
  const staging = new LocalStaging(settings.stagingDirectory);
  await staging.make();
  const explain: Explain = (fault) => bucketFault(fault, settings);
  const conditionalWrites = known ?? (await explained(examineBucket(target, startLimit), explain));
  return { store: new S3ObjectStore(target, staging, conditionalWrites, explain), conditionalWrites };
}

/** Asks whether the bucket is there and may be listed; throws what is wrong with it as the opening does. */
export async function askS3Bucket(settings: Omit<S3Settings, 'stagingDirectory'>, secrets: SecretStore): Promise<void> {
  const client = createS3Client(settings, secrets);
  try {
    const asked = askBucket({ client, bucket: settings.bucket }, startLimit);
    await explained(asked, (fault) => bucketFault(fault, settings));
  } finally {
    client.destroy();
  }
}

function startLimit(): { readonly abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(START_MILLISECONDS) };
}

/** What AWS itself wants beside a body (checksums for locked objects) the SDK alone knows. */
function bucketClient(settings: S3Settings, client: S3Client, tell: TellTrouble): BucketClient {
  const { bucket, endpoint } = settings;
  if (endpoint === null) return { client, bucket };
  return { client, bucket, direct: directRequests(client, { ...settings, endpoint }, tell) };
}

/** What is wrong with the store, from what the SDK threw, for whoever runs the station. */
type Explain = (fault: unknown) => Promise<Error>;

/** The body of an object as it comes, and what it has to be. */
interface Answer {
  readonly body: Readable;
  readonly expected: ExpectedBody;
}

class S3ObjectStore implements ObjectStore {
  readonly #target: BucketClient;
  readonly #staging: LocalStaging;
  readonly #uploads: Uploads;
  readonly #conditionalWrites: ConditionalWrites;
  readonly #explain: Explain;
  readonly #ping: () => Promise<void>;

  constructor(target: BucketClient, staging: LocalStaging, conditionalWrites: ConditionalWrites, explain: Explain) {
    this.#target = target;
    this.#staging = staging;
    this.#uploads = new Uploads(target);
    this.#conditionalWrites = conditionalWrites;
    this.#explain = explain;
    this.#ping = bucketPing(target);
  }

  /** The key of an attempt is written once; what lies there is never replaced. */
  async putFile(key: string, path: string, allowed?: Promise<void>, sha256?: string): Promise<void> {
    requireSafeKey(key);
    await allowed;
    if (this.#conditionalWrites === 'never' || !isStagedOutput(key)) {
      await translated(this.#uploads.putFile(key, path, sha256));
    } else if (!(await translated(this.#uploads.putNew(key, path, sha256)))) {
      throw unavailable('Another writer has put an object under the key of this attempt; it stays as it is.');
    }
    await removeStaged(path);
  }

  async putOutput(path: string, { key, stagedKey, sha256 }: OutputPlace): Promise<string | null> {
    requireSafeKey(key);
    if (this.#refusesToReplace(path) && (await translated(this.#uploads.putNew(key, path, sha256)))) {
      await removeStaged(path);
      return null;
    }
    await this.putFile(stagedKey, path, undefined, sha256);
    return stagedKey;
  }

  #refusesToReplace(path: string): boolean {
    if (this.#conditionalWrites !== 'single') return this.#conditionalWrites === 'everywhere';
    return statSync(path).size <= PART_BYTES;
  }

  stagingPath(key: string): Promise<string> {
    return Promise.try(() => {
      requireSafeKey(key);
      return this.#staging.newPath();
    });
  }

  async localCopy(key: string): Promise<LocalCopy> {
    const answer = await this.#get(key);
    const path = this.#staging.newPath();
    const { size: expected } = answer.expected;
    if (expected !== undefined && expected <= SMALL_BYTES) {
      return copyInMemory(Buffer.concat(await collectBody(answer.body, answer.expected)), path);
    }
    try {
      const size = await writeCopy(answer, path);
      return { path, size, release: () => removeStaged(path, size) };
    } catch (fault) {
      await removeFile(path);
      throw fault;
    }
  }

  async read(key: string, range?: { readonly start: number; readonly end: number }): Promise<Readable> {
    const { body, expected } = await this.#get(key, range);
    return checkedBody(body, expected);
  }

  async size(key: string): Promise<number | undefined> {
    requireSafeKey(key);
    try {
      return (await this.#target.client.send(new HeadObjectCommand(this.#at(key)))).ContentLength;
    } catch (fault) {
      if (isMissingObject(fault)) return undefined;
      throw storeFault(fault);
    }
  }

  async promote(stagedKey: string, key: string): Promise<void> {
    requireSafeKey(stagedKey);
    requireSafeKey(key);
    try {
      await copyObject(this.#target, stagedKey, key);
    } catch (fault) {
      if (!isMissingObject(fault)) throw storeFault(fault);
      if ((await this.size(key)) === undefined) throw new ObjectNotFound(stagedKey);
      return;
    }
    await translated(this.#target.client.send(new DeleteObjectCommand(this.#at(stagedKey))));
  }

  async *leftovers(search: LeftoverSearch): AsyncGenerator<Leftover> {
    for await (const name of this.#staging.leftovers(search.writtenBefore)) {
      yield { key: STAGING_MARK + name, isUnfinished: true };
    }
    try {
      yield* unfinishedUploads(this.#target, search);
      yield* stagedObjects(this.#target, search);
    } catch (fault) {
      throw storeFault(fault);
    }
  }

  async delete(key: string): Promise<boolean> {
    if (key.startsWith(STAGING_MARK)) return this.#staging.delete(key.slice(STAGING_MARK.length));
    const upload = parseUploadLeftover(key);
    if (upload !== undefined) return this.#abort(upload.key, upload.uploadId);
    // S3 answers alike whether there was something to delete or not.
    if ((await this.size(key)) === undefined) return false;
    await translated(this.#target.client.send(new DeleteObjectCommand(this.#at(key))));
    return true;
  }

  ping(): Promise<void> {
    return explained(this.#ping(), this.#explain);
  }

  async #get(key: string, range?: { readonly start: number; readonly end: number }): Promise<Answer> {
    requireSafeKey(key);
    const found = range === undefined ? await this.#target.direct?.get(key) : undefined;
    if (found !== undefined) return { body: found.body, expected: { size: found.size, sha256: found.sha256 } };
    const part = range === undefined ? {} : { Range: `bytes=${String(range.start)}-${String(range.end)}` };
    try {
      const answer = await this.#target.client.send(new GetObjectCommand({ ...this.#at(key), ...part }));
      if (!(answer.Body instanceof Readable)) throw new Error('The answer has no body.');
      const size = answer.ContentLength;
      const sha256 = range === undefined ? answer.Metadata?.[DIGEST_METADATA] : undefined;
      return { body: answer.Body, expected: { size, sha256 } };
    } catch (fault) {
      throw isMissingObject(fault) ? new ObjectNotFound(key) : storeFault(fault);
    }
  }

  async #abort(key: string, uploadId: string): Promise<boolean> {
    try {
      await this.#target.client.send(new AbortMultipartUploadCommand({ ...this.#at(key), UploadId: uploadId }));
      return true;
    } catch (fault) {
      if (isMissingUpload(fault)) return false;
      throw storeFault(fault);
    }
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#target.bucket, Key: key };
  }
}

/** Answers how many bytes were written. */
async function writeCopy({ body, expected }: Answer, path: string): Promise<number> {
  const file = createWriteStream(path, NEW_FILE);
  await pipeline(checkedBody(body, expected), file);
  return file.bytesWritten;
}

/**
 * A small object, which most readers take as it is: no file is made before somebody asks for its path. Then it goes to the
 * page cache in less time than the hops to the thread pool and back would take.
 */
function copyInMemory(bytes: Buffer, place: string): LocalCopy {
  let isWritten = false;
  return {
    ...{ bytes, size: bytes.length },
    get path() {
      if (!isWritten) writeFileSync(place, bytes, NEW_FILE);
      isWritten = true;
      return place;
    },
    release: () => (isWritten ? removeStaged(place, bytes.length) : Promise.resolve()),
  };
}

/** A small file goes in less time than the hops to the thread pool and back would take. */
async function removeStaged(path: string, size = statSync(path, { throwIfNoEntry: false })?.size ?? 0): Promise<void> {
  if (size > SMALL_BYTES) await removeFile(path);
  else removeFileAtOnce(path);
}

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (fault) {
    throw storeFault(fault);
  }
}

async function explained<T>(work: Promise<T>, explain: Explain): Promise<T> {
  try {
    return await work;
  } catch (fault) {
    throw await explain(fault);
  }
}
