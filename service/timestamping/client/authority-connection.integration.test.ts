import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeTestCa, type Identity, type TestCa } from '../../../e2e/actors/ca/make-test-ca.ts';
import { startHttpProxy, type HttpProxy } from '../../../e2e/actors/http/http-proxy.ts';
import { startTlsFront, type TlsFront } from '../../../e2e/actors/http/tls-front.ts';
import { startTimestampAuthority, type RunningAuthority } from '../../../e2e/actors/timestamps/timestamp-authority.ts';
import { openAuthorityConnections, type ConnectionOptions } from './authority-connection.ts';
import { createTimestampClient } from './timestamp-client.ts';

const CONNECTION: ConnectionOptions = {
  ...{ credentials: null, timeoutMilliseconds: 30_000, maxResponseBytes: 65_536 },
  ...{ trustedRoots: null, clientCertificate: null, proxyUrl: null },
};
const imprint = { hash: 'SHA-256', digest: createHash('sha256').update('text').digest() } as const;
const SERVER = ['basicConstraints = critical,CA:FALSE', 'extendedKeyUsage = serverAuth'];
const CALLER = ['basicConstraints = critical,CA:FALSE', 'extendedKeyUsage = clientAuth'];

describe('the way to an authority', () => {
  let [ca, otherCa]: TestCa[] = [];
  let authority: RunningAuthority;
  let proxy: HttpProxy;
  let [front, misnamed, guarded]: TlsFront[] = [];
  const open: { close(): void }[] = [];

  const folder = mkdtempSync(join(tmpdir(), 'authority-connection-'));
  const must = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('It was not started.');
    return value;
  };
  const read = (file: string): string => readFileSync(file, 'utf8');
  const withIssuer = (of: TestCa, { certificatePem }: Identity): string =>
    `${read(certificatePem)}\n${read(of.path('intermediate.pem'))}`;
  const identity = (of: TestCa, name: string, extensions: readonly string[]) => {
    const made = of.issue(name, { issuer: 'intermediate', subject: `/C=AA/O=Test/CN=${name}`, extensions });
    return { certificate: withIssuer(of, made), key: read(made.keyPem) };
  };
  const roots = (of: TestCa | undefined): string => read(must(of).path('root.pem'));

  beforeAll(async () => {
    ca = makeTestCa(join(folder, 'ca'));
    otherCa = makeTestCa(join(folder, 'other'));
    authority = await startTimestampAuthority(ca);
    const target = authority.url;
    const server = identity(ca, 'tsa-host', [...SERVER, 'subjectAltName = IP:127.0.0.1']);
    const elsewhere = identity(ca, 'elsewhere', [...SERVER, 'subjectAltName = DNS:tsa.example']);
    front = await startTlsFront({ target, ...server });
    misnamed = await startTlsFront({ target, ...elsewhere });
    guarded = await startTlsFront({ target, ...server, callersRoots: roots(ca) });
  });
  beforeEach(async () => {
    proxy = await startHttpProxy();
  });
  afterEach(async () => {
    for (const connections of open.splice(0)) connections.close();
    await proxy.close();
  });
  afterAll(async () => {
    for (const server of [front, misnamed, guarded]) await server?.close();
    await authority.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function ask(url: string, options: Partial<ConnectionOptions> = {}): Promise<Uint8Array> {
    const connections = openAuthorityConnections({ ...CONNECTION, ...options });
    open.push(connections);
    return createTimestampClient({ urls: [url], policyOid: null, connections, now: () => 0 }).timestamp(imprint);
  }

  it('by TLS ends in the roots that are given, and in no others', async () => {
    const { url } = must(front);
    expect((await ask(url, { trustedRoots: roots(ca) })).length).toBeGreaterThan(500);
    const asked = authority.requests();
    await expect(ask(url)).rejects.toThrow(/cannot be reached \((SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/);
    await expect(ask(url, { trustedRoots: roots(otherCa) })).rejects.toThrow(/cannot be reached \(\w+\)/);
    expect(authority.requests()).toBe(asked);
  });

  it('by TLS leads to the name that was asked for', async () => {
    const asked = authority.requests();
    const fault = ask(must(misnamed).url, { trustedRoots: roots(ca) });
    await expect(fault).rejects.toThrow('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(authority.requests()).toBe(asked);
  });

  it('by TLS shows the certificate of the station where it is asked for, and stops without one', async () => {
    const { url, callers } = must(guarded);
    const trustedRoots = roots(ca);
    const clientCertificate = identity(must(ca), 'station', CALLER);
    expect((await ask(url, { trustedRoots, clientCertificate })).length).toBeGreaterThan(500);
    expect(callers).toEqual(['station']);
    const stranger = identity(must(otherCa), 'stranger', CALLER);
    await expect(ask(url, { trustedRoots })).rejects.toMatchObject({ code: 'TIMESTAMP_OPERATION_FAILED' });
    await expect(ask(url, { trustedRoots, clientCertificate: stranger })).rejects.toMatchObject({
      code: 'TIMESTAMP_OPERATION_FAILED',
    });
    expect(callers).toEqual(['station']);
  });

  it('goes through a proxy, whole in clear, and as a tunnel for TLS that learns nothing but the host', async () => {
    const credentials = { username: 'station', password: 'not for proxies' };
    await ask(authority.url, { proxyUrl: proxy.url });
    expect(proxy.asked).toEqual([`POST ${authority.url}`]);
    const { url } = must(front);
    const through = { trustedRoots: roots(ca), proxyUrl: proxy.url, credentials };
    expect((await ask(url, through)).length).toBeGreaterThan(500);
    expect(proxy.asked.slice(1)).toEqual([`CONNECT ${new URL(url).host}`]);
    expect(JSON.stringify(proxy.headers.slice(1))).not.toContain(Buffer.from(credentials.password).toString('base64'));
    expect(proxy.headers[1]?.authorization).toBeUndefined();
    expect(authority.authorizations.at(-1)).toMatch(/^Basic /);
  });

  it('through a proxy is checked to its end: whoever sits in the tunnel is not trusted', async () => {
    const options = { trustedRoots: roots(otherCa), proxyUrl: proxy.url };
    await expect(ask(must(front).url, options)).rejects.toThrow(/cannot be reached \(\w+\)/);
    expect(proxy.asked).toHaveLength(1);
  });

  it.each([
    [407, 'the proxy before it does not let this station through (HTTP 407)', null],
    [502, 'it answers with HTTP 502', 'the proxy before it refuses the way to it (HTTP 502)'],
    [
      302,
      'it answers with a redirect (HTTP 302), which is not followed',
      'the proxy before it refuses the way to it (HTTP 302)',
    ],
  ])('fails where the proxy refuses (%d), and does not go around it', async (status, inClear, byTunnel) => {
    proxy.refuse(status);
    const asked = authority.requests();
    const through = { trustedRoots: roots(ca), proxyUrl: proxy.url };
    for (const [url, said] of [
      [authority.url, inClear],
      [must(front).url, byTunnel ?? inClear],
    ] as const) {
      await expect(ask(url, through)).rejects.toMatchObject({
        code: 'TIMESTAMP_OPERATION_FAILED',
        message: `The timestamp authority ${url} gave no timestamp: ${said}.`,
      });
    }
    expect(authority.requests()).toBe(asked);
  });

  it.each([
    ['says nothing', () => undefined, 'it did not answer within 200 ms'],
    ['hangs up', (socket: Socket) => socket.destroy(), 'the proxy before it gives no answer by HTTP'],
    ['is none', (socket: Socket) => socket.end('SSH-2.0\r\n\r\n'), 'the proxy before it gives no answer by HTTP'],
  ])('is waited for no longer than is set where a proxy that a tunnel is asked of %s', async (_name, answer, said) => {
    const sockets = new Set<Socket>();
    const odd = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).once('data', () => answer(socket));
    });
    await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
    const proxyUrl = `http://127.0.0.1:${String((odd.address() as AddressInfo).port)}`;
    const { url } = must(front);
    try {
      const asked = ask(url, {
        trustedRoots: roots(ca),
        proxyUrl,
        timeoutMilliseconds: said.includes('200') ? 200 : 30_000,
      });
      await expect(asked).rejects.toThrow(`${url} gave no timestamp: ${said}.`);
    } finally {
      for (const socket of sockets) socket.destroy();
      odd.close();
    }
  });

  it('says what a handshake broke at', async () => {
    const url = authority.url.replace('http:', 'https:');
    await expect(ask(url, { trustedRoots: roots(ca) })).rejects.toThrow(
      'cannot be reached (EPROTO, wrong version number)',
    );
  });

  it('says that it is the proxy which cannot be reached', async () => {
    const dead = { proxyUrl: 'http://127.0.0.1:9', trustedRoots: roots(ca) };
    const said = /: the proxy before it cannot be reached \(ECONNREFUSED\)/;
    await expect(ask(authority.url, dead)).rejects.toThrow(said);
    await expect(ask('https://127.0.0.1:9/tsa', dead)).rejects.toThrow(said);
    await expect(ask('http://127.0.0.1:9/tsa')).rejects.toThrow(/: it cannot be reached/);
  });

  it('takes no proxy from the environment', async () => {
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy']) vi.stubEnv(name, proxy.url);
    await ask(authority.url);
    await ask(must(front).url, { trustedRoots: roots(ca) });
    expect(proxy.asked).toEqual([]);
  });
});
