import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { BucketClient } from './upload.ts';

/** S3 copies no more in one request. */
const SINGLE_COPY_BYTES = 5 * 1024 ** 3;
const COPY_PART_BYTES = 512 * 1024 ** 2;
const MAX_PARTS = 10_000;

/** Copies inside the bucket, without the bytes passing here, metadata included. Faults are thrown as they come. */
export async function copyObject(target: BucketClient, from: string, to: string): Promise<void> {
  const { client, bucket } = target;
  try {
    await client.send(new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: source(bucket, from) }));
  } catch (fault) {
    const size = isTooLarge(fault) ? await sizeOf(target, from) : 0;
    if (size <= SINGLE_COPY_BYTES) throw fault;
    await copyInParts(target, from, to, Math.max(COPY_PART_BYTES, Math.ceil(size / MAX_PARTS)));
  }
}

/** For what is larger than one request may copy; `partBytes` is at least 5 MiB. */
export async function copyInParts(target: BucketClient, from: string, to: string, partBytes: number): Promise<void> {
  const { client, bucket } = target;
  const { Metadata, ContentLength = 0 } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: from }));
  const place = { Bucket: bucket, Key: to };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...place, Metadata }));
  try {
    const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
    for (let start = 0; start < ContentLength; start += partBytes) {
      const PartNumber = Parts.length + 1;
      const CopySourceRange = `bytes=${String(start)}-${String(Math.min(start + partBytes, ContentLength) - 1)}`;
      const copied = await client.send(
        new UploadPartCopyCommand({
          ...place,
          UploadId,
          PartNumber,
          CopySource: source(bucket, from),
          CopySourceRange,
        }),
      );
      Parts.push({ ETag: copied.CopyPartResult?.ETag, PartNumber });
    }
    await client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } }));
  } catch (fault) {
    // What cannot be aborted now is a leftover, and found as one.
    await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => undefined);
    throw fault;
  }
}

function isTooLarge(fault: unknown): boolean {
  return fault instanceof Error && ['InvalidRequest', 'EntityTooLarge', 'InvalidArgument'].includes(fault.name);
}

async function sizeOf({ client, bucket }: BucketClient, key: string): Promise<number> {
  return (await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))).ContentLength ?? 0;
}

function source(bucket: string, key: string): string {
  return `${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
}
