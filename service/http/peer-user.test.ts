import { spawn } from 'node:child_process';
import { createServer, Socket, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestStation, type TestStation } from './test-station.suite.ts';
import { createPeerCheck, peerUserId } from './peer-user.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

const HEADER = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';
const row = (local: string, remote: string, uid: number, inode: number) =>
  `   1: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000  ${uid}        0 ${inode} 1 00000000e0aac855`;
const PORTS = { localPort: 8080, remotePort: 40_000 };
const IPV4 = { ...PORTS, localAddress: '127.0.0.1', remoteAddress: '127.0.0.1' };
const MAPPED = '0000000000000000FFFF00000100007F';
const LOOPBACK6 = '00000000000000000000000001000000';

function user(ends: object, tcp: readonly string[], tcp6: readonly string[] = []) {
  return peerUserId(ends, (file) => Promise.resolve([HEADER, ...(file.endsWith('6') ? tcp6 : tcp), ''].join('\n')));
}

describe('peerUserId', () => {
  it.skipIf(process.arch === 's390x').each<[string, object, string[], string[], number | string | undefined]>([
    ['IPv4', IPV4, [row('0100007F:9C40', '0100007F:1F90', 1000, 7)], [], 1000],
    ['our own end only', IPV4, [row('0100007F:1F90', '0100007F:9C40', 0, 7)], [], 'not here'],
    ['another port', IPV4, [row('0100007F:9C41', '0100007F:1F90', 1000, 7)], [], 'not here'],
    ['a socket that was let go', IPV4, [row('0100007F:9C40', '0100007F:1F90', 0, 0)], [], undefined],
    ['IPv4 from an IPv6 socket', IPV4, [], [row(`${MAPPED}:9C40`, `${MAPPED}:1F90`, 1001, 7)], 1001],
    [
      'mapped here, plain there',
      { ...PORTS, localAddress: '::ffff:127.0.0.1', remoteAddress: '::ffff:127.0.0.1' },
      [row('0100007F:9C40', '0100007F:1F90', 1002, 7)],
      [],
      1002,
    ],
    [
      'IPv6',
      { ...PORTS, localAddress: '::1', remoteAddress: '::1' },
      [],
      [row(`${LOOPBACK6}:9C40`, `${LOOPBACK6}:1F90`, 1003, 7)],
      1003,
    ],
    ['nothing at all', {}, [row('0100007F:9C40', '0100007F:1F90', 1000, 7)], [], 'not here'],
  ])('%s', async (_name, ends, tcp, tcp6, expected) => {
    expect(await user(ends, tcp, tcp6)).toBe(expected);
  });

  it('lets other machines pass, and nobody of this one whom the tables do not name', async () => {
    const check = createPeerCheck(1000, () => Promise.resolve(HEADER));
    const socket = (remoteAddress: string, localAddress = '192.168.1.5') =>
      Object.defineProperties(new Socket(), {
        ...{ remoteAddress: { value: remoteAddress }, remotePort: { value: 40_000 } },
        ...{ localAddress: { value: localAddress }, localPort: { value: 8080 } },
      });
    expect(await check(socket('192.168.1.9'))).toBe(true);
    expect(await check(socket('fe80::1%eth0', 'fe80::2%eth0'))).toBe(true);
    for (const address of ['192.168.1.5', '127.0.0.1', '127.3.2.1', '::1', '::ffff:127.0.0.1', '']) {
      expect(await check(socket(address)), address).toBe(false);
    }
  });
});

/** Runs a script as another user of this machine; answers what it wrote. */
function asNobody(script: string): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    ...{ uid: NOBODY, gid: NOBODY, cwd: '/', env: {} },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve) => {
    let text = '';
    child.stdout.on('data', (data: Buffer) => (text += data.toString()));
    child.once('close', () => resolve(text));
  });
}

describe.skipIf(!isRoot || process.platform !== 'linux')('Server:LocalUsers (needs root, to be another user)', () => {
  let own: TestStation;
  let any: TestStation;
  beforeAll(async () => {
    own = await startTestStation({ settings: ['--Server:LocalUsers=own'] });
    any = await startTestStation();
  });
  afterAll(() => Promise.all([own.stop(), any.stop()]));

  const ask = (url: string) =>
    asNobody(`const a = await fetch(${JSON.stringify(url)}); process.stdout.write(a.status + ' ' + await a.text())`);

  it.each(['/api/v1/providers', '/health/live', '/', '/openapi/v1.json'])(
    'own: refuses %s to another user and serves its own',
    async (path) => {
      expect(await ask(own.url + path)).toMatch(/^403 .*"errorCode":"REQUEST_ORIGIN_FORBIDDEN"/);
      expect((await fetch(own.url + path)).status).not.toBe(403);
    },
  );

  it('any: serves every user of the machine', async () => {
    expect(await ask(`${any.url}/api/v1/providers`)).toMatch(/^200 /);
  });

  it.each(['destroy', 'resetAndDestroy', 'end'])('own: takes nothing from who writes and calls %s', async (leave) => {
    const body =
      ['format=CAdES', 'profile=B', 'signingProvider=Pfx']
        .map((field) => field.split('='))
        .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
        .join('') + '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\ntext\r\n--b--\r\n';
    const head =
      'POST /api/v1/signatures HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=b\r\n' +
      `Content-Length: ${body.length}\r\n\r\n`;
    const script = (station: TestStation) => `
      import { connect } from 'node:net';
      const socket = connect(${station.port}, '127.0.0.1', () =>
        socket.write(${JSON.stringify(head + body)}, () => socket.${leave}()));
      socket.on('error', () => undefined);
      socket.on('close', () => undefined);`;
    await asNobody(script(own));
    // The same bytes are a request where every user may call, or the test would prove nothing.
    await asNobody(script(any).replace(`.${leave}()`, '.end()'));
    await expect.poll(() => any.accepted.count).toBeGreaterThan(0);
    expect(own.accepted.count).toBe(0);
  });
});

it.skipIf(process.platform !== 'linux')('finds its own user at the other end of a real connection', async () => {
  const check = createPeerCheck(process.getuid?.());
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const client = new Socket().connect((server.address() as AddressInfo).port, '127.0.0.1');
  const socket = await accepted;
  expect(await check(socket)).toBe(true);
  expect(check(socket)).toBe(true);
  expect(await createPeerCheck(NOBODY)(socket)).toBe(false);
  expect(await createPeerCheck(process.getuid?.(), () => Promise.reject(new Error('EACCES')))(socket)).toBe(false);
  client.destroy();
  socket.destroy();
  server.close();
});
