import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { examineBucket } from './examine-bucket.ts';
import { createS3Client } from './s3-client.ts';

const SETTINGS = {
  ...{ bucket: 'b', region: 'us-east-1', forcePathStyle: true, certificateAuthorities: null },
  ...{ accessKeyIdSecretName: 'id', secretAccessKeySecretName: 'key', sessionTokenSecretName: 'token' },
};

describe('a store of objects that takes connections and says nothing', () => {
  it('is asked no longer than the limit, whatever each request would be tried for', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
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
    const examined = examineBucket({ client, bucket: 'b' }, { abortSignal: AbortSignal.timeout(300) });
    await expect(examined).rejects.toMatchObject({ name: 'AbortError' });
    expect(sockets).toHaveLength(1);
  });
});
