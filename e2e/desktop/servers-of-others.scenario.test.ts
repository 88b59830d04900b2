import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DesktopProgram } from './desktop-program.ts';
import { startedPrograms } from './started-programs.suite.ts';

/** How the built desktop program reaches servers, in a stand-in for Electron. */
describe('the desktop program and the servers of others', () => {
  const start = startedPrograms();
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'station-servers-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("asks by the system's proxy, with a password that moved from its file into the key store", async () => {
    const asked: { url: string | undefined; authorization: string | undefined }[] = [];
    const proxy = createServer((request, answer) => {
      asked.push({ url: request.url, authorization: request.headers.authorization });
      answer.writeHead(503).end();
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const dataDirectory = path.join(folder, 'data');
    const file = path.join(dataDirectory, 'secrets/SERVICE_SECRET_TIMESTAMPING_PASSWORD');
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, 'open sesame\n', { mode: 0o600 });
    const place = `127.0.0.1:${String((proxy.address() as AddressInfo).port)}`;
    const program = await start({
      dataDirectory,
      wishes: { KEY_STORE: 'gnome_libsecret', ANSWER: '0', PROXY: `PROXY ${place}; DIRECT` },
      args: ['--Timestamping:Url=http://tsa.example/tsr', '--Timestamping:Username=desk'],
    });
    await program.shown();
    expect(program.find('message-box')).toMatchObject({
      detail: expect.stringContaining(path.basename(file)) as string,
    });
    expect(existsSync(file)).toBe(false);
    const kept = readFileSync(path.join(program.folder, 'userData/kept-secrets.json'), 'utf8');
    expect(JSON.parse(kept)).toEqual({ [path.basename(file)]: expect.any(String) as string });
    expect(kept).not.toContain('sesame');
    await tryAuthority(program);
    proxy.close();
    const authorization = `Basic ${Buffer.from('desk:open sesame').toString('base64')}`;
    expect(asked[0]).toEqual({ url: 'http://tsa.example/tsr', authorization });
    expect(program.output.join('\n')).not.toContain('sesame');
  });

  it('says which password the key store has lost', async () => {
    const kept = path.join(folder, 'userData/kept-secrets.json');
    mkdirSync(path.dirname(kept));
    writeFileSync(kept, JSON.stringify({ SERVICE_SECRET_DATABASE_PASSWORD: 'c2VhbGVk' }));
    // A key store without a key ring: nothing in it is protected, and nothing of it is used.
    const program = await start({ wishes: { FOLDER: folder, KEY_STORE: 'basic_text' } });
    await program.shown();
    expect(program.find('error-box')).toMatchObject({
      text: expect.stringContaining('SERVICE_SECRET_DATABASE_PASSWORD') as string,
    });
  });
});

async function tryAuthority({ url }: DesktopProgram): Promise<void> {
  const answer = await fetch(`${url}api/v1/timestamping/trials`, { method: 'POST' });
  expect(answer.status).toBe(200);
  await answer.body?.cancel();
}
