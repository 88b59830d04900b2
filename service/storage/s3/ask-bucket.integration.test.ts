import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucketClient, makeBucket, type BucketServer } from '../../../e2e/actors/servers/bucket.ts';
import { HAS_RADOSGW, radosGateway } from '../../../e2e/actors/servers/radosgw.ts';
import type { SharedServer } from '../../../e2e/actors/servers/shared-servers.ts';
import { askS3Bucket } from './s3-object-store.ts';

describe.skipIf(!HAS_RADOSGW)('a bucket that is asked whether it lets the station in', () => {
  let server: SharedServer<BucketServer>;
  beforeAll(async () => {
    server = await radosGateway();
  });
  afterAll(() => server.release());

  it('answers, and holds nothing more than before', async () => {
    const { endpoint, accessKeyId, secretAccessKey } = server.address;
    const bucket = await makeBucket(server.address);
    const secrets = { read: (name: string) => Promise.resolve({ id: accessKeyId, key: secretAccessKey }[name]) };
    const settings = {
      ...{ endpoint, bucket, region: 'us-east-1', forcePathStyle: true, certificateAuthorities: null },
      ...{ accessKeyIdSecretName: 'id', secretAccessKeySecretName: 'key', sessionTokenSecretName: 'token' },
    };
    await expect(askS3Bucket(settings, secrets)).resolves.toBeUndefined();
    await expect(askS3Bucket({ ...settings, bucket: 'no-such-bucket' }, secrets)).rejects.toThrow('has no bucket');
    const { KeyCount } = await bucketClient(server.address).send(new ListObjectsV2Command({ Bucket: bucket }));
    expect(KeyCount).toBe(0);
  });
});
