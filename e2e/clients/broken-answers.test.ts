import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StationUnreachable } from '../../client/client-errors.ts';
import { createStationClient, type StationClient } from '../../client/station-client.ts';

const CREATED = JSON.stringify({ id: 'the-one', status: 'Created' });

let server: Server;
let client: StationClient;
/** The first so many answers break off in the middle. */
let broken: number;
let keys: (string | undefined)[];

beforeEach(async () => {
  [broken, keys] = [0, []];
  server = createServer((socket) => {
    socket.once('data', (request) => {
      keys.push(/idempotency-key: (\S+)/i.exec(String(request))?.[1]);
      const isBroken = broken-- > 0;
      const length = CREATED.length + (isBroken ? 1 : 0);
      socket.end(`HTTP/1.1 202 Accepted\r\nConnection: close\r\nContent-Length: ${String(length)}\r\n\r\n${CREATED}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = createStationClient({ url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` });
});
afterEach(() => void server.close());

describe('an answer that broke off in the middle', () => {
  it('says that the station cannot be reached, and why', async () => {
    broken = 2;
    const fault = await client.status('x').catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(StationUnreachable);
    expect(fault).toMatchObject({ message: 'The answer of the station broke off.' });
    await expect(client.report({ file: [new Blob(['x'])] })).rejects.toBeInstanceOf(StationUnreachable);
  });

  it('is asked for again with the same key where a document was given in', async () => {
    broken = 1;
    const form = { file: [new Blob(['x'])], format: 'CAdES', profile: 'B', signingProvider: 'Pfx' } as const;
    expect(await client.submit(form)).toMatchObject({ id: 'the-one' });
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toBeDefined();
  });
});
