import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';

/** How a store of objects is reached. */
export interface BucketServer {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** An administrator's client of the server. */
export function bucketClient(server: BucketServer): S3Client {
  const { endpoint, accessKeyId, secretAccessKey } = server;
  return new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** Makes an empty bucket and answers its name. */
export async function makeBucket(server: BucketServer): Promise<string> {
  const bucket = `station-${randomUUID()}`;
  await bucketClient(server).send(new CreateBucketCommand({ Bucket: bucket }));
  return bucket;
}
