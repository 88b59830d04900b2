import { PutObjectCommand } from '@aws-sdk/client-s3';
import { askBucket } from './examine-bucket.ts';
import type { BucketClient } from './upload.ts';

const PROBE_KEY = '.probe/readiness';
const WRITE_PROBE_MILLISECONDS = 30_000;
/** Readiness is answered after five seconds, whatever the store does, and is soon asked for again. */
const PING_MILLISECONDS = 4_500;

/**
 * What asks whether the bucket can be read and, at most every half minute, whether it can be written; both at once, so that
 * a store which takes its time for each is not given twice that. It rejects with what the SDK throws, AbortError after `limit`.
 */
export function bucketPing(target: BucketClient, limit = PING_MILLISECONDS): () => Promise<void> {
  let writtenAt = Number.NEGATIVE_INFINITY;
  const tryToWrite = async (abortSignal: AbortSignal): Promise<void> => {
    if (performance.now() - writtenAt < WRITE_PROBE_MILLISECONDS) return;
    const probe = { Bucket: target.bucket, Key: PROBE_KEY, Body: new Uint8Array([1]) };
    await target.client.send(new PutObjectCommand(probe), { abortSignal });
    writtenAt = performance.now();
  };
  return async () => {
    const abortSignal = AbortSignal.timeout(limit);
    await Promise.all([askBucket(target, () => ({ abortSignal })), tryToWrite(abortSignal)]);
  };
}
