import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfiguration, type Configuration } from '../../service/config/configuration.ts';
import { readSystemWay, systemProxies } from './system-proxy.ts';

describe('the way to an address', () => {
  it.each([
    ['DIRECT', { kind: 'direct' }],
    ['', { kind: 'direct' }],
    ['DIRECT; PROXY proxy.example:8080', { kind: 'direct' }],
    ['PROXY proxy.example:8080; DIRECT', { kind: 'proxy', url: 'http://proxy.example:8080' }],
    ['PROXY proxy.example', { kind: 'proxy', url: 'http://proxy.example' }],
    ['PROXY [2001:db8::1]:3128', { kind: 'proxy', url: 'http://[2001:db8::1]:3128' }],
    ['PROXY', { kind: 'unusable', proxy: 'PROXY ' }],
    ['SOCKS5 proxy.example:1080', { kind: 'unusable', proxy: 'SOCKS5 proxy.example:1080' }],
    ['HTTPS proxy.example:443', { kind: 'unusable', proxy: 'HTTPS proxy.example:443' }],
  ])('by %j is %j', (answer, way) => {
    expect(readSystemWay(answer)).toEqual(way);
  });
});

describe("the system's proxies", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'system-proxy-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const load = (...argv: string[]): Configuration =>
    loadConfiguration({ argv: [`--Data:Directory=${folder}`, ...argv], env: {} });
  async function found(configuration: Configuration, answer = 'PROXY proxy.example:8080') {
    const asked: string[] = [];
    const proxies = await systemProxies(configuration, (url) => {
      asked.push(url);
      return Promise.resolve(answer);
    });
    return { asked, ...proxies };
  }

  it('are asked for nothing where nothing is asked of others', async () => {
    expect(await found(load())).toEqual({ asked: [], defaults: {}, notes: [] });
  });

  it('are used for timestamps, evidence and lists, and said', async () => {
    const asking = load('--Timestamping:Url=https://tsa.example/', '--ValidationData:Online=true');
    const { asked, defaults, notes } = await found(asking);
    expect(asked).toEqual(['https://tsa.example/', 'http://ocsp.example.org/']);
    expect(defaults).toEqual({
      Timestamping: { ProxyUrl: 'http://proxy.example:8080' },
      ValidationData: { Proxy: 'http://proxy.example:8080' },
    });
    expect(notes.map(({ level }) => level)).toEqual(['info', 'info']);
    const lists = load('--TrustedLists:Online=true', '--TrustedLists:Url=https://lists.example/');
    expect((await found(lists)).asked).toEqual(['https://lists.example/']);
  });

  it('give way to what the settings say, "none" included', async () => {
    const own = ['--Timestamping:ProxyUrl=http://own.example', '--ValidationData:Proxy=http://own.example'];
    const asking = ['--Timestamping:Url=https://tsa.example/', '--ValidationData:Online=true'];
    expect(await found(load(...asking, ...own))).toEqual({ asked: [], defaults: {}, notes: [] });
    writeFileSync(
      path.join(folder, 'config.json'),
      JSON.stringify({ Timestamping: { ProxyUrl: null }, ValidationData: { Proxy: null } }),
      { mode: 0o600 },
    );
    expect(await found(load(...asking))).toEqual({ asked: [], defaults: {}, notes: [] });
  });

  it('are not used, and that is said, where they speak another language', async () => {
    const { defaults, notes } = await found(
      load('--Timestamping:Url=http://tsa.example/'),
      'SOCKS5 proxy.example:1080',
    );
    expect(defaults).toEqual({});
    expect(notes).toEqual([{ level: 'warn', text: expect.stringContaining('SOCKS5 proxy.example:1080') as string }]);
  });
});
