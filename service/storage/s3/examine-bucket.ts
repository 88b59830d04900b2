import { randomUUID } from 'node:crypto';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { factsOf, isConflict } from './s3-faults.ts';
import type { BucketClient } from './upload.ts';

/**
 * What the store does with `If-None-Match: *`: refuses to overwrite everywhere, for objects put in one request only, or
 * never (it ignores the header, or refuses whatever bears it).
 */
export type ConditionalWrites = 'everywhere' | 'single' | 'never';

/** Begins the limit of one request, as the SDK takes it. */
type Limit = () => { readonly abortSignal: AbortSignal };

/** Below every prefix of documents; the permissions of docs/deployment.md name it. */
const PROBE_FOLDER = '.probe';

/** What the station says of a store at its start; undefined where there is nothing to say. */
export function sayConditionalWrites(writes: ConditionalWrites): string | undefined {
  if (writes === 'everywhere') return undefined;
  const what = writes === 'never' ? 'no conditional writes' : 'conditional writes for small objects only';
  return (
    `The object store has ${what} (If-None-Match). The database still lets only one attempt complete; that no late ` +
    "writer replaces an attempt's object rests on the number of the attempt in its key alone, and outputs are copied once " +
    'to their place.'
  );
}

/**
 * Asks whether the bucket is there. The answer to HEAD has no body, and so no reason why it refuses: the list of one object,
 * which needs the same right, is asked for it. Throws what the SDK throws.
 */
export async function askBucket({ client, bucket }: BucketClient, limit: Limit): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }), limit());
  } catch (fault) {
    if (factsOf(fault).status === undefined) throw fault;
    await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }), limit());
  }
}

/**
 * Asks whether the bucket is there, can be written, and keeps conditions. Throws what the SDK throws, AbortError where a
 * request reaches its limit: a store that answers each time is given the time that it takes.
 */
export async function examineBucket(target: BucketClient, limit: Limit): Promise<ConditionalWrites> {
  const { client, bucket } = target;
  await askBucket(target, limit);
  const place = { Bucket: bucket, Key: `${PROBE_FOLDER}/${randomUUID()}` };
  await client.send(new PutObjectCommand({ ...place, Body: new Uint8Array([1]) }), limit());
  const writes = await conditionalWrites(target, place, limit);
  await client.send(new DeleteObjectCommand(place), limit());
  return writes;
}

async function conditionalWrites(
  { client }: BucketClient,
  place: { readonly Bucket: string; readonly Key: string },
  limit: Limit,
): Promise<ConditionalWrites> {
  const single = await refusesToOverwrite(() =>
    client.send(new PutObjectCommand({ ...place, Body: new Uint8Array([2]), IfNoneMatch: '*' }), limit()),
  );
  if (!single) return 'never';
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place), limit());
  const part = { ...place, UploadId, PartNumber: 1 };
  const { ETag } = await client.send(new UploadPartCommand({ ...part, Body: new Uint8Array([3]) }), limit());
  const MultipartUpload = { Parts: [{ ETag, PartNumber: 1 }] };
  const multipart = await refusesToOverwrite(() =>
    client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload, IfNoneMatch: '*' }), limit()),
  );
  return multipart ? 'everywhere' : 'single';
}

/** False where the write is done, or refused for another reason than the object that is there. */
async function refusesToOverwrite(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return false;
  } catch (fault) {
    if (isConflict(fault)) return true;
    if (fault instanceof Error && /NotImplemented|InvalidArgument|InvalidRequest/.test(fault.name)) return false;
    throw fault;
  }
}
