import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { directRequests } from './direct-requests.ts';
import { createS3Client } from './s3-client.ts';
import { isTrouble, troublesIn } from './store-troubles.ts';

describe('what a store did otherwise than it should', () => {
  let said: object[];
  let at: number;
  const logger = { warn: (_message: string, fields?: object) => void said.push(fields ?? {}) };
  const tell = () => troublesIn(logger, () => at);
  beforeEach(() => {
    said = [];
    at = 0;
  });

  it('is told at once, and then once a minute with how often it was', () => {
    const troubles = tell();
    troubles('GET', Object.assign(new Error('The object store is silent.'), { code: 'ETIMEDOUT' }));
    for (let n = 0; n < 5; n += 1) troubles('PUT', 503);
    at = 60_000;
    troubles('PUT', 503);
    expect(said).toEqual([
      { method: 'GET', errorName: 'ETIMEDOUT', status: undefined, count: 1 },
      { method: 'PUT', errorName: undefined, status: 503, count: 6 },
    ]);
  });

  it('is neither that an object is missing or there, nor what it cannot do, nor what was broken off', () => {
    for (const status of [403, 404, 409, 412, 501]) expect(isTrouble({ status })).toBe(false);
    for (const status of [429, 500, 503, undefined]) expect(isTrouble({ status })).toBe(true);
    expect(isTrouble({ name: 'AbortError', status: undefined })).toBe(false);
  });

  describe('in requests', () => {
    let server: Server;
    let answers: (number | 'hangs up')[];
    beforeEach(async () => {
      server = createServer((request, response) => {
        const next = answers.shift() ?? 200;
        if (next === 'hangs up') request.socket.destroy();
        else response.writeHead(next).end(next === 200 ? 'bytes' : '');
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    });
    afterEach(() => {
      server.closeAllConnections();
      server.close();
    });

    it('is told of each that is made again, by the SDK, too', async () => {
      const address = server.address();
      const endpoint = `http://127.0.0.1:${String(typeof address === 'object' ? address?.port : 0)}`;
      const settings = {
        ...{ endpoint, bucket: 'documents', region: 'us-east-1', forcePathStyle: true, certificateAuthorities: null },
        ...{ accessKeyIdSecretName: 'Id', secretAccessKeySecretName: 'Key', sessionTokenSecretName: 'Token' },
        stagingDirectory: '/nowhere',
      };
      const methods: string[] = [];
      const told = (method: string): void => void methods.push(method);
      const client = createS3Client(settings, { read: () => Promise.resolve('secret') }, told);
      const direct = directRequests(client, settings, told);
      answers = [503, 'hangs up', 404, 503, 200];
      for (let n = 0; n < 3; n += 1) expect(await direct.get('a/key')).toBeUndefined();
      expect(methods).toEqual(['GET', 'GET']);
      const { Body } = await client.send(new GetObjectCommand({ Bucket: 'documents', Key: 'a/key' }));
      expect(await Body?.transformToString()).toBe('bytes');
      expect(methods).toEqual(['GET', 'GET', 'GetObject']);
      client.destroy();
    });
  });
});
