import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestStation, type TestStation } from './test-station.suite.ts';
import { readTlsFiles } from './tls-files.ts';

let folder: string;
let station: TestStation;
const file = (name: string): string => join(folder, name);

function makeCertificate(name: string): void {
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', file(`${name}.key`)];
  execFileSync('openssl', ['req', '-x509', ...key, '-days', '30', ...subject, '-out', file(`${name}.pem`)], {
    stdio: 'ignore',
  });
  chmodSync(file(`${name}.key`), 0o600);
}

function use(certificate: string, key = certificate): void {
  copyFileSync(file(`${certificate}.pem`), file('tls.pem'));
  copyFileSync(file(`${key}.key`), file('tls.key'));
  chmodSync(file('tls.key'), 0o600);
}

function ask(path: string, certificate: string, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const url = `https://127.0.0.1:${station.port}${path}`;
    const outgoing = request(
      url,
      { ca: readFileSync(file(`${certificate}.pem`)), agent: false, headers },
      (incoming) => {
        incoming.resume();
        resolve(
          `${incoming.statusCode} ${'getProtocol' in incoming.socket ? incoming.socket.constructor.name : 'clear'}`,
        );
      },
    );
    outgoing.on('error', reject).end();
  });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'station-tls-'));
  makeCertificate('first');
  makeCertificate('second');
  use('first');
  station = await startTestStation({
    settings: [`--Server:Tls:Certificate=${file('tls.pem')}`, `--Server:Tls:Key=${file('tls.key')}`],
  });
});
afterAll(async () => {
  await station.stop();
  rmSync(folder, { recursive: true });
});

describe('Server:Tls', () => {
  it('serves over TLS, says so, and in clear nothing', async () => {
    expect(station.url).toMatch(/^https:/);
    expect(await ask('/health/live', 'first')).toBe('200 TLSSocket');
    expect(await ask('/health/live', 'first', { Origin: `https://127.0.0.1:${station.port}` })).toMatch(/^200/);
    expect(await ask('/health/live', 'first', { Origin: `http://127.0.0.1:${station.port}` })).toMatch(/^403/);
    await expect(fetch(`http://127.0.0.1:${station.port}/health/live`)).rejects.toThrow();
  });

  it('refuses versions below the smallest', async () => {
    const options = { port: station.port, host: '127.0.0.1', rejectUnauthorized: false } as const;
    const failure = new Promise((resolve) => {
      const socket = connect({ ...options, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' });
      socket.once('error', (error: Error) => resolve(error.message));
      socket.once('secureConnect', () => resolve('connected'));
    });
    expect(await failure).not.toBe('connected');
  });

  it('takes up a renewed certificate while it runs, and never half of one', async () => {
    use('second', 'first');
    station.listener.renewTls();
    expect(await ask('/health/live', 'first')).toMatch(/^200/);
    expect(station.logLines.join('')).toContain('the old ones stay in use');
    use('second');
    station.listener.renewTls();
    expect(await ask('/health/live', 'second')).toMatch(/^200/);
    await expect(ask('/health/live', 'first')).rejects.toThrow();
    expect(station.logLines.join('')).not.toContain('PRIVATE KEY');
    use('first');
    station.listener.renewTls();
  });

  it.each<[string, () => void, RegExp]>([
    ['a missing file', () => rmSync(file('tls.pem')), /tls\.pem cannot be read \(ENOENT\)/],
    ['a key of another certificate', () => use('first', 'second'), /belong together/],
    ['no PEM', () => writeFileSync(file('tls.pem'), 'x'), /belong together/],
    ['a key that others can read', () => chmodSync(file('tls.key'), 0o644), /chmod 600/],
    ['a key that others can change', () => chmodSync(file('tls.key'), 0o620), /chmod 600/],
  ])('does not start with %s', (_name, spoil, message) => {
    use('first');
    spoil();
    const settings = { Certificate: file('tls.pem'), Key: file('tls.key'), MinimumVersion: 'TLSv1.2' } as const;
    expect(() => readTlsFiles(settings)).toThrow(message);
    use('first');
    expect(readTlsFiles(settings).minVersion).toBe('TLSv1.2');
  });
});
