import { once } from 'node:events';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bucketPing } from './bucket-ping.ts';
import { examineBucket } from './examine-bucket.ts';
import { createS3Client } from './s3-client.ts';
import type { BucketClient } from './upload.ts';

const SETTINGS = {
  ...{ bucket: 'b', region: 'us-east-1', forcePathStyle: true, certificateAuthorities: null },
  ...{ accessKeyIdSecretName: 'id', secretAccessKeySecretName: 'key', sessionTokenSecretName: 'token' },
};
const LIMIT_MILLISECONDS = 300;

async function clientOf(server: Server): Promise<{ readonly target: BucketClient; readonly sockets: Socket[] }> {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => void sockets.push(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${String(port)}`;
  const client = createS3Client({ ...SETTINGS, endpoint }, { read: () => Promise.resolve('secret') });
  onTestFinished(() => {
    client.destroy();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { target: { client, bucket: 'b' }, sockets };
}

describe('a store of objects that takes connections and says nothing', () => {
  it('is asked no longer than the limit, whatever each request would be tried for', async () => {
    const { target, sockets } = await clientOf(createServer());
    const limit = () => ({ abortSignal: AbortSignal.timeout(LIMIT_MILLISECONDS) });
    await expect(examineBucket(target, limit)).rejects.toMatchObject({ name: 'AbortError' });
    expect(sockets).toHaveLength(1);
  });

  it('is pinged no longer than that', async () => {
    const { target } = await clientOf(createServer());
    await expect(bucketPing(target, LIMIT_MILLISECONDS)()).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a sound store of objects that takes its time', () => {
  it('is examined for as long as it answers, each time within the limit', async () => {
    const limitMilliseconds = 2_000;
    const { target } = await clientOf(
      createHttpServer((request, answer) => {
        request.resume();
        setTimeout(() => answer.end(), limitMilliseconds / 3);
      }),
    );
    const examined = examineBucket(target, () => ({ abortSignal: AbortSignal.timeout(limitMilliseconds) }));
    // It overwrites whatever the condition says: three requests, and a fourth that takes away what was written.
    await expect(examined).resolves.toBe('never');
  });

  it('is asked at once whether it can be read and written', async () => {
    const waiting: ServerResponse[] = [];
    const { target } = await clientOf(
      createHttpServer((request, answer) => {
        request.resume();
        if (waiting.push(answer) === 2) for (const one of waiting) one.end();
      }),
    );
    await expect(bucketPing(target)()).resolves.toBeUndefined();
  });
});
