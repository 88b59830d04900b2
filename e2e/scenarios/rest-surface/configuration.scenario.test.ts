import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { call, expectProblem, postForm } from '../../actors/http/api-call.ts';
import { createParts } from '../../actors/http/multipart.ts';
import { startStation } from '../../actors/station/running-station.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const NODE = path.join(ROOT, 'node_modules', 'node', 'bin', 'node');
const Printed = z.object({
  Server: z.object({ Port: z.number(), Host: z.string() }),
  Signatures: z.object({
    MaxUploadBytes: z.number(),
    DefaultTenantId: z.string(),
    MaxAppearanceImageBytes: z.number(),
  }),
  SigningJobRetry: z.object({
    MaxAttempts: z.number(),
    InitialBackoffMilliseconds: z.number(),
    MaxBackoffMilliseconds: z.number(),
  }),
  Worker: z.object({ LeaseMilliseconds: z.number() }),
  Authentication: z.object({ Enabled: z.boolean() }),
  Signing: z.object({ AllowExpiredCertificates: z.boolean() }),
});

interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Settings from file, environment and arguments, as the program itself takes them (specification, sections 1 and 8). */
describe('the configuration', () => {
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'station-config-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
    const env = { PATH: process.env['PATH'] ?? '', HOME: directory, ...environment };
    return new Promise((resolve) => {
      execFile(
        NODE,
        [path.join(ROOT, 'dist/headless.js'), ...args],
        { env, timeout: 20_000 },
        (error, stdout, stderr) => {
          resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
        },
      );
    });
  }
  const printed = async (args: readonly string[], environment = {}) => {
    const { code, output } = await run(['--print-config', `--Data:Directory=${directory}`, ...args], environment);
    expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
    return Printed.parse(JSON.parse(output));
  };

  it('has the values of the specification where nothing is set', async () => {
    expect(await printed([])).toMatchObject({
      Server: { Host: '127.0.0.1', Port: 5080 },
      Authentication: { Enabled: false },
      Signing: { AllowExpiredCertificates: false },
      Signatures: { MaxAppearanceImageBytes: 2 * 1024 * 1024, MaxUploadBytes: 100 * 1024 * 1024 },
      SigningJobRetry: { MaxAttempts: 5, InitialBackoffMilliseconds: 1000, MaxBackoffMilliseconds: 60_000 },
      Worker: { LeaseMilliseconds: 15 * 60_000 },
    });
  });

  it('takes the file, then the environment, then the arguments; the later wins', async () => {
    const file = path.join(directory, 'settings.json');
    await writeFile(
      file,
      JSON.stringify({ server: { port: 1001, HOST: 'localhost' }, Signatures: { DefaultTenantId: 'file' } }),
    );
    const config = ['--config', file];
    expect(await printed(config)).toMatchObject({ Server: { Port: 1001, Host: 'localhost' } });
    const environment = { SERVER__PORT: '1002', Signatures__MaxUploadBytes: '5' };
    expect(await printed(config, environment)).toMatchObject({
      Server: { Port: 1002, Host: 'localhost' },
      Signatures: { DefaultTenantId: 'file', MaxUploadBytes: 5 },
    });
    expect(await printed([...config, '--server:port=1003'], environment)).toMatchObject({
      Server: { Port: 1003 },
      Signatures: { DefaultTenantId: 'file', MaxUploadBytes: 5 },
    });
    // Without --config it is config.json of the data directory.
    await writeFile(path.join(directory, 'config.json'), '{"Server":{"Port":1004}}');
    expect(await printed([])).toMatchObject({ Server: { Port: 1004 } });
    await rm(path.join(directory, 'config.json'));
  });

  it.each([
    [['--Server:Prot=1'], /Server:Prot.*Server:Port/s],
    [['--Server:Port=http'], /Server:Port/],
    [['--Server:Port=70000'], /Server:Port/],
    [['--Authentication:Enabled=maybe'], /Authentication:Enabled/],
    [['--Signatures:DefaultTenantId=../x'], /Signatures:DefaultTenantId/],
    [['--SigningJobRetry:MaxAttempts=0'], /SigningJobRetry:MaxAttempts/],
    [['--Verification:RevocationMode=Never'], /Verification:RevocationMode/],
    [['--Server:AllowedOrigins=*'], /Server:AllowedOrigins/],
    [['--Timestamping:Url=ftp://x'], /Timestamping:Url/],
    [['--config=/nowhere.json'], /nowhere\.json does not exist/],
    [['--Roles=api,clerk'], /Roles/],
  ])('stops with the name of what is wrong: %j', async (args, message) => {
    const { code, output } = await run([`--Data:Directory=${directory}`, ...args]);
    expect(code).toBe(78);
    expect(output).toMatch(message);
    expect(output).not.toMatch(/^\s+at /m);
  });

  it.each([
    [
      '127.0.0.1:1',
      'Postgres at 127.0.0.1:1 does not answer (ECONNREFUSED). Start it, or mend Database:ConnectionString',
    ],
    ['database.invalid', 'Postgres at database.invalid:5432 has a name that is not found'],
  ])('ends to be started again where a server is away: %s', async (place, words) => {
    const server = ['--Database:Provider=postgres', `--Database:ConnectionString=postgresql://user@${place}/name`];
    const keys = ['--Authentication:Enabled=true', '--Server:Port=0'];
    const { code, output } = await run([`--Data:Directory=${directory}`, ...server, ...keys]);
    expect(output).toContain(words);
    expect(output).not.toMatch(/cannot be used|^\s+at /m);
    expect(code).toBe(75);
  });

  it('prints no secret', async () => {
    const args = [
      '--Authentication:Enabled=true',
      '--Database:Provider=postgres',
      '--Database:ConnectionString=postgres://user:marker-db@host/name',
      '--Broker:Provider=rabbitmq',
      '--Broker:Url=amqp://host/vhost',
      '--Broker:Username=station',
      '--Timestamping:Url=http://user:marker-tsa@host/tsa?token=marker-token',
    ];
    const environment = { SERVICE_SECRET_SIGNING_SMARTCARD_PIN: 'marker-pin' };
    const { code, output } = await run(['--print-config', `--Data:Directory=${directory}`, ...args], environment);
    expect(code).toBe(0);
    expect(output).toContain('[secret]');
    expect(output).not.toContain('marker');
    // Neither does the report of what is wrong.
    const wrong = ['--Server:Prot=1', '--Broker:Url=amqp://user:marker-broker@host/vhost'];
    const failed = await run([...args, ...wrong, `--Data:Directory=${directory}`], environment);
    expect(failed.code).toBe(78);
    expect(failed.output).not.toContain('marker');
  });

  it.each([
    ['configured', {}, 'set its ModulePath'],
    ['installed', { 'Signing:SmartCard:ModulePath': '/nowhere/middleware.so' }, 'not installed'],
  ])('lists a smart card whose middleware is not %s as unavailable', async (_what, more: object, detail) => {
    const station = await startStation({ settings: { 'Signing:SmartCard:Name': 'Card', ...more } });
    try {
      const list = await call(`${station.url}/api/v1/providers`);
      const card = { id: 'smartcard', type: 'SmartCard', displayName: 'Card', status: 'Unavailable' };
      expect(JSON.parse(list.text)).toContainEqual(expect.objectContaining(card));
      const health = await call(`${station.url}/api/v1/providers/smartcard/health`);
      expect(health.status).toBe(200);
      expect(JSON.parse(health.text)).toMatchObject({
        status: 'Unavailable',
        detail: expect.stringContaining(detail) as string,
      });
      // A thumbprint cannot be looked for there.
      const fields = { signingProvider: 'SmartCard', certificateThumbprint: 'A'.repeat(40) };
      const answer = await postForm(`${station.url}/api/v1/signatures`, createParts('%PDF', fields));
      expectProblem(answer, 400, 'SIGNING_PROVIDER_UNAVAILABLE');
    } finally {
      await station.dispose();
    }
  });

  it('governs what a running station does', async () => {
    const environment = { Signatures__DefaultTenantId: 'house', Signatures__MaxUploadBytes: '10' };
    const station = await startStation({ environment });
    try {
      const url = `${station.url}/api/v1/signatures`;
      expectProblem(await postForm(url, createParts('eleven byte')), 413, 'SIGNATURE_REQUEST_INVALID');
      const answer = await postForm(url, createParts('ten bytes.'));
      expect(answer.status).toBe(202);
      expect((await call(url, { headers: { 'X-Tenant-Id': 'house' } })).text).toContain('"tenantId":"house"');
    } finally {
      await station.dispose();
    }
  });
});
