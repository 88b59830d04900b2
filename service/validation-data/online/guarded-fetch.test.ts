import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startHttpProxy } from '../../../e2e/actors/http/http-proxy.ts';
import { FetchFault } from './fetch-fault.ts';
import { createGuardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts';
import { createAddressGuard } from './inner-addresses.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<{ server: Server; port: number; url: string }> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { server, port, url: `http://127.0.0.1:${port}` };
}

const local = createAddressGuard(['127.0.0.1']);
const get = (url: string) => ({ url, body: null, contentType: null, accept: '*/*' });

function fetching(options: Partial<GuardedFetchOptions> = {}): ReturnType<typeof createGuardedFetch> {
  return createGuardedFetch({ guard: local, proxy: null, timeoutMilliseconds: 30_000, maxBytes: 1_000, ...options });
}

const wayOver = (url: string, authorization: string | null = null): GuardedFetchOptions['proxy'] => ({
  url: new URL(url),
  authorization: () => Promise.resolve(authorization),
});

const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const CLOSING = 'Connection: Upgrade\r\n\r\n';

async function faultOf(work: Promise<unknown>): Promise<FetchFault> {
  const fault = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (fault instanceof FetchFault) return fault;
  throw new Error('It was fetched.', { cause: fault });
}

describe('fetching from addresses that strangers name', () => {
  it('sends a body by POST and answers the bytes', async () => {
    const seen: IncomingMessage[] = [];
    const { url } = await serve((request, response) => {
      seen.push(request);
      request.pipe(response);
    });
    const body = Uint8Array.of(1, 2, 3);
    expect(await fetching()({ url: `${url}/a?b`, body, contentType: 'x/y', accept: 'z/z' })).toEqual(body);
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/a?b', headers: { 'content-type': 'x/y', accept: 'z/z' } });
    expect(seen[0]?.headers).not.toHaveProperty('cookie');
  });

  it('names the setting that lets an answer be no larger, where it is that and not less that is enough', async () => {
    const { url } = await serve((_request, response) => response.end(Buffer.alloc(2_000)));
    const fetch = fetching({ maxBytesSetting: 'ValidationData:MaxResponseBytes' });
    const { message } = await faultOf(fetch(get(url)));
    expect(message).toMatch(/answers more than 1000 bytes; set ValidationData:MaxResponseBytes higher to take them$/u);
    expect((await faultOf(fetch({ ...get(url), maxBytes: 10 }))).message).toMatch(/answers more than 10 bytes$/u);
    expect((await faultOf(fetching()(get(url)))).message).toMatch(/answers more than 1000 bytes$/u);
  });

  it('reaches no inner address, by number or by name, and asks nothing there', async () => {
    let asked = 0;
    const { port } = await serve((_request, response) => {
      asked++;
      response.end();
    });
    const guard = createAddressGuard([]);
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '017700000001',
      '[::1]',
      '[::ffff:127.0.0.1]',
      'localhost',
    ]) {
      const fault = await faultOf(fetching({ guard })(get(`http://${host}:${port}/`)));
      expect(fault).toMatchObject({ kind: 'refused' });
      expect(fault.message).toContain('inner address');
    }
    const mixed = { address: '127.0.0.1', family: 4 };
    const resolve = (): Promise<{ address: string; family: number }[]> =>
      Promise.resolve([{ address: '8.8.8.8', family: 4 }, mixed]);
    expect((await faultOf(fetching({ guard, resolve })(get(`http://ca.test:${port}/`)))).kind).toBe('refused');
    expect(asked).toBe(0);
  });

  it('connects to the address that was checked, whatever the name stands for a moment later', async () => {
    const hosts: (string | undefined)[] = [];
    const { port } = await serve((request, response) => {
      hosts.push(request.headers.host);
      response.end('ok');
    });
    let resolved = 0;
    // Resolved by the system, the name would not be known at all.
    const resolve = (): Promise<{ address: string; family: number }[]> => {
      resolved++;
      return Promise.resolve([{ address: resolved === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]);
    };
    const bytes = await fetching({ resolve })(get(`http://rebinding.invalid:${port}/`));
    expect(Buffer.from(bytes).toString()).toBe('ok');
    expect(resolved).toBe(1);
    expect(hosts).toEqual([`rebinding.invalid:${port}`]);
  });

  it('follows two redirects, checks each, and does not follow a third', async () => {
    const { url, port } = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left > 0) response.writeHead(302, { Location: `/${left - 1}` }).end();
      else response.end('done');
    });
    expect(Buffer.from(await fetching()(get(`${url}/2`))).toString()).toBe('done');
    expect((await faultOf(fetching()(get(`${url}/3`)))).message).toContain('redirects too often');
    const inwards = await serve((_request, response) =>
      response.writeHead(307, { Location: `http://localhost:${port}/0` }).end(),
    );
    const resolve = (): Promise<{ address: string; family: number }[]> =>
      Promise.resolve([{ address: '10.0.0.1', family: 4 }]);
    expect((await faultOf(fetching({ resolve })(get(inwards.url)))).message).toContain('inner address');
  });

  it('repeats a request with a body only where the status says so', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/') response.writeHead(302, { Location: '/x' }).end();
      else if (request.url === '/kept') response.writeHead(307, { Location: '/x' }).end();
      else request.pipe(response);
    });
    const body = Uint8Array.of(7);
    const post = (path: string) => fetching()({ url: `${url}${path}`, body, contentType: 'x/y', accept: '*/*' });
    expect(await post('/kept')).toEqual(body);
    expect((await faultOf(post('/'))).kind).toBe('refused');
  });

  it.each(['ftp://ca.test/a', 'file:///etc/passwd', 'ldap://ca.test/', 'http://user:word@127.0.0.1/', 'nonsense'])(
    'does not ask %s',
    async (url) => {
      expect((await faultOf(fetching()(get(url)))).kind).toBe('refused');
    },
  );

  it('takes no more bytes than allowed, said or unsaid, and nothing compressed', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/said') response.writeHead(200, { 'Content-Length': 1_001 }).end(Buffer.alloc(1_001));
      else if (request.url === '/packed') response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('x');
      else {
        const send = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(10_000)));
        };
        response.on('drain', send);
        send();
      }
    });
    for (const path of ['/said', '/unsaid', '/packed']) {
      expect((await faultOf(fetching()(get(url + path)))).kind).toBe('refused');
    }
  });

  it.each([
    ['with content in pieces of one byte', CHUNKED, '1\r\n0\r\n'.repeat(1_000), 'in pieces of a few bytes'],
    ['with much beside its pieces', CHUNKED, `1;${'a'.repeat(1_000)}\r\n0\r\n`.repeat(20), 'in pieces of a few bytes'],
    ['that is announced again and again', '', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100), 'and gives none'],
    ['by another protocol', `HTTP/1.1 101 Other\r\nUpgrade: other\r\n${CLOSING}`, '', 'no answer by HTTP'],
    ['that is no HTTP', '220 mail.test ESMTP\r\n', '', 'what is no HTTP (HPE_'],
  ])('takes no answer %s, and waits for none', async (_how, head, block, why) => {
    const { url } = await serve(({ socket }) => {
      const send = (): void => {
        while (block !== '' && socket.writable && socket.write(block));
      };
      socket.write(head);
      socket.on('drain', send);
      send();
    });
    // What takes long is not the answer but the time that it may take.
    const patient = fetching({ maxBytes: 10_000_000, timeoutMilliseconds: 120_000 });
    const fault = await faultOf(patient(get(url)));
    expect(fault.kind).toBe('refused');
    expect(fault.message).toContain(why);
  });

  it('waits no longer than it may, for a silent server and for a name', async () => {
    const { url } = await serve(() => undefined);
    const timeoutMilliseconds = 200;
    const silent = await faultOf(fetching({ timeoutMilliseconds })(get(url)));
    expect(silent).toMatchObject({ kind: 'unreachable', message: expect.stringContaining('in time') as unknown });
    const resolve = (): Promise<never> => new Promise(() => undefined);
    const unnamed = await faultOf(fetching({ timeoutMilliseconds, resolve })(get('http://slow.invalid/')));
    expect(unnamed.kind).toBe('unreachable');
  });

  it('tells what may be better later from what will not', async () => {
    const { url, server } = await serve((request, response) => response.writeHead(Number(request.url?.slice(1))).end());
    expect((await faultOf(fetching()(get(`${url}/503`)))).kind).toBe('unreachable');
    expect((await faultOf(fetching()(get(`${url}/404`)))).kind).toBe('refused');
    await new Promise((resolve) => server.close(resolve));
    expect((await faultOf(fetching()(get(`${url}/200`)))).kind).toBe('unreachable');
  });

  it('goes through the proxy and to nobody else, names that nobody here knows too', async () => {
    const asked: string[] = [];
    const proxy = await serve((request, response) => {
      asked.push(request.url ?? '');
      response.end('by proxy');
    });
    const resolve = (): Promise<never> => Promise.reject(new Error('unknown'));
    const through = fetching({ proxy: wayOver(proxy.url), resolve });
    expect(Buffer.from(await through(get('http://ca.invalid/list?x'))).toString()).toBe('by proxy');
    expect(asked).toEqual(['http://ca.invalid/list?x']);
    expect((await faultOf(through(get('http://10.0.0.1/')))).message).toContain('inner address');
    expect(asked).toHaveLength(1);
  });

  it('shows the proxy its user and password, and nobody behind it', async () => {
    const behind: IncomingMessage[] = [];
    const target = await serve((request, response) => {
      behind.push(request);
      response.end('behind');
    });
    const proxy = await startHttpProxy();
    const shown = 'Basic c3RhdGlvbjpzZWNyZXQ=';
    const through = fetching({ proxy: wayOver(proxy.url, shown) });
    expect(Buffer.from(await through(get(`${target.url}/list`))).toString()).toBe('behind');
    await faultOf(through(get(`https://127.0.0.1:${target.port}/`)));
    expect(proxy.asked).toEqual([`GET ${target.url}/list`, `CONNECT 127.0.0.1:${target.port}`]);
    expect(proxy.headers.map((headers) => headers['proxy-authorization'])).toEqual([shown, shown]);
    await fetching()(get(`${target.url}/direct`));
    expect(behind.at(-1)?.headers).not.toHaveProperty('proxy-authorization');
    await proxy.close();
  });

  it.each(['http', 'https'])(
    'says that the proxy refuses what is asked by %s, not whom it was asked for',
    async (scheme) => {
      const proxy = await startHttpProxy();
      proxy.refuse(407);
      const fault = await faultOf(fetching({ proxy: wayOver(proxy.url) })(get(`${scheme}://127.0.0.1:1/`)));
      expect(fault).toMatchObject({ kind: 'unreachable', message: 'The proxy answers 407 for 127.0.0.1:1' });
      await proxy.close();
    },
  );

  it('asks a proxy for a tunnel to what speaks TLS, and believes only who shows a good certificate', async () => {
    const target = await serve(() => undefined);
    const tunnels: string[] = [];
    const proxy = await serve(() => undefined);
    proxy.server.on('connect', (request: IncomingMessage, socket: Socket) => {
      tunnels.push(request.url ?? '');
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(connect(target.port, '127.0.0.1')).pipe(socket);
      socket.on('error', () => undefined);
    });
    const resolve = (): Promise<never> => Promise.reject(new Error('unknown'));
    const through = fetching({ proxy: wayOver(proxy.url), resolve });
    expect((await faultOf(through(get('https://ca.invalid/')))).kind).toBe('unreachable');
    expect(tunnels).toEqual(['ca.invalid:443']);
  });
});
