import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeBucket } from '../../../e2e/actors/servers/bucket.ts';
import { HAS_RADOSGW, radosGateway } from '../../../e2e/actors/servers/radosgw.ts';
import { takeEnvironmentSecrets } from '../../secrets/environment/environment-secret-store.ts';
import type { ObjectStore } from '../object-store.ts';
import { openS3ObjectStore } from './s3-object-store.ts';

describe.skipIf(!HAS_RADOSGW)('small objects in a bucket', () => {
  let store: ObjectStore;
  let folder: string;

  beforeAll(async () => {
    const server = await radosGateway();
    const { endpoint, accessKeyId, secretAccessKey } = server.address;
    folder = await mkdtemp(path.join(tmpdir(), 's3-small-'));
    const secrets = takeEnvironmentSecrets({
      SERVICE_SECRET_STORAGE_ID: accessKeyId,
      SERVICE_SECRET_STORAGE_KEY: secretAccessKey,
    });
    const settings = {
      ...{ endpoint, bucket: await makeBucket(server.address), region: 'us-east-1', forcePathStyle: true },
      ...{ accessKeyIdSecretName: 'Storage:Id', secretAccessKeySecretName: 'Storage:Key' },
      ...{ sessionTokenSecretName: 'Storage:Token', certificateAuthorities: null },
      stagingDirectory: path.join(folder, 'staging'),
    };
    ({ store } = await openS3ObjectStore(settings, secrets));
    return async () => {
      await server.release();
      await rm(folder, { recursive: true });
    };
  });

  async function file(bytes: Uint8Array): Promise<string> {
    const place = path.join(folder, randomUUID());
    await writeFile(place, bytes);
    return place;
  }

  it('makes a file of a small object only for whoever asks for its path', async () => {
    const bytes = randomBytes(3_000);
    await store.putFile('t/input.bin', await file(bytes));
    const kept = await store.localCopy('t/input.bin');
    expect(kept.size).toBe(bytes.length);
    expect(bytes.equals(kept.bytes ?? Buffer.of())).toBe(true);
    await kept.release();
    const staging = path.join(folder, 'staging');
    expect(await readdir(staging)).toEqual([]);
    const asked = await store.localCopy('t/input.bin');
    expect((await readFile(asked.path)).equals(bytes)).toBe(true);
    expect(asked.path).toBe(asked.path);
    expect(await readdir(staging)).toHaveLength(1);
    await asked.release();
    expect(await readdir(staging)).toEqual([]);
  });

  it('puts no file that is another one than was taken in', async () => {
    const taken = createHash('sha256').update('taken in').digest('hex');
    await store.putFile('t/input.bin', await file(Buffer.from('taken in')), undefined, taken);
    expect(String(await buffer(await store.read('t/input.bin')))).toBe('taken in');
    const other = store.putFile('t/other.bin', await file(Buffer.from('changed!')), undefined, taken);
    await expect(other).rejects.toMatchObject({ kind: 'transient', status: 503 });
    expect(await store.size('t/other.bin')).toBeUndefined();
  });
});
