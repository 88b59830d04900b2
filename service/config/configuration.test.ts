import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigurationError, loadConfiguration, type ConfigurationSources } from './configuration.ts';
import { printConfiguration } from './print-configuration.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'station-config-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function load(sources: Partial<ConfigurationSources> = {}) {
  return loadConfiguration({
    argv: [],
    env: {},
    ...sources,
    defaults: { Data: { Directory: directory }, ...sources.defaults },
  });
}

function writeConfig(value: unknown): void {
  writeFileSync(join(directory, 'config.json'), typeof value === 'string' ? value : JSON.stringify(value));
}

function problemsOf(sources: Partial<ConfigurationSources>): readonly string[] {
  try {
    load(sources);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}

describe('loadConfiguration', () => {
  it('needs no settings at all', () => {
    const configuration = load();
    expect(configuration).toMatchObject({
      Environment: 'Production',
      Roles: ['api', 'publisher', 'worker', 'token-host'],
      Server: { Host: '127.0.0.1', Port: 5080, AllowedHosts: [], AllowedOrigins: [] },
      Authentication: { Enabled: false },
      Database: { Provider: 'sqlite', ConnectionString: join(directory, 'station.db') },
      Storage: { Provider: 'local', Root: join(directory, 'files') },
      Signing: { AllowExpiredCertificates: false, MaxWait: '24h', Pfx: null, Pkcs11: [], SmartCard: null, Hsm: null },
      Signatures: { DefaultTenantId: 'default', MaxUploadBytes: 104_857_600, MaxAppearanceImageBytes: 2_097_152 },
      SigningJobRetry: { MaxAttempts: 5, InitialBackoffMilliseconds: 1000, MaxBackoffMilliseconds: 60_000 },
      Timestamping: { Url: null },
      Worker: { LeaseMilliseconds: 900_000 },
    });
  });

  it.each<[NodeJS.Platform, Record<string, string>, string]>([
    ['linux', { HOME: '/home/anna' }, '/home/anna/.local/share/signing-station'],
    ['linux', { HOME: '/home/anna', XDG_DATA_HOME: '/data' }, '/data/signing-station'],
    ['linux', { HOME: '/home/anna', XDG_DATA_HOME: 'relative' }, '/home/anna/.local/share/signing-station'],
    ['darwin', { HOME: '/Users/anna' }, '/Users/anna/Library/Application Support/signing-station'],
  ])("puts its data where %s keeps a user's data", (platform, env, expected) => {
    expect(loadConfiguration({ argv: [], env, platform }).Data.Directory).toBe(expected);
  });

  it('lets file, environment and arguments overrule each other in this order', () => {
    writeConfig({ Server: { Port: 1, Host: 'localhost' }, Signatures: { DefaultTenantId: 'file', MaxUploadBytes: 1 } });
    const configuration = load({
      defaults: { Environment: 'Development', Server: { Port: 9 } },
      env: { SERVER__PORT: '2', signatures__defaulttenantid: 'env', Path: 'x', FOO__BAR: 'not ours' },
      argv: ['--Server:Port', '3'],
    });
    expect(configuration.Server).toMatchObject({ Port: 3, Host: 'localhost' });
    expect(configuration.Signatures).toMatchObject({ DefaultTenantId: 'env', MaxUploadBytes: 1 });
    expect(configuration.Environment).toBe('Development');
  });

  it('takes lists by index, by comma and whole', () => {
    writeConfig({ Server: { AllowedHosts: ['a', 'b', 'c'] }, Roles: ['api'] });
    const configuration = load({
      env: {
        Signing__Pkcs11__1__ProviderId: 'two',
        Signing__Pkcs11__1__Name: 'Two',
        Signing__Pkcs11__1__ModulePath: '/two.so',
        SIGNING__PKCS11__0__PROVIDERID: 'one',
        Signing__Pkcs11__0__Name: 'One',
        Signing__Pkcs11__0__ModulePath: '/one.so',
        Signing__Pkcs11__0__SlotId: '7',
        Server__AllowedOrigins: 'https://a.example, app://station',
      },
      argv: ['--roles=api,worker'],
    });
    expect(configuration.Signing.Pkcs11.map((entry) => [entry.ProviderId, entry.SlotId])).toEqual([
      ['one', 7],
      ['two', null],
    ]);
    expect(configuration.Server.AllowedOrigins).toEqual(['https://a.example', 'app://station']);
    expect(configuration.Server.AllowedHosts).toEqual(['a', 'b', 'c']);
    expect(configuration.Roles).toEqual(['api', 'worker']);
  });

  it('changes single items of a list from a lower layer', () => {
    writeConfig({ Signing: { Pkcs11: [{ ProviderId: 'p', Name: 'P', ModulePath: '/p.so' }] } });
    const { Signing } = load({ env: { Signing__Pkcs11__0__TokenLabel: 'card' } });
    expect(Signing.Pkcs11).toEqual([expect.objectContaining({ ProviderId: 'p', TokenLabel: 'card' })]);
  });

  it('names the nearest key for an unknown one, and where it was written', () => {
    writeConfig({ Sever: { Port: 1 } });
    expect(
      problemsOf({
        env: { Server__Prot: '1', Signing__SmartCard__ModulPath: 'x' },
        argv: ['--Signatures:MaxUploadByte=1'],
      }),
    ).toEqual([
      `Sever:Port (from the file ${join(directory, 'config.json')}) is not a configuration key. Did you mean Server:Port?`,
      'Server:Prot (from the environment variable Server__Prot) is not a configuration key. Did you mean Server:Port?',
      'Signing:SmartCard:ModulPath (from the environment variable Signing__SmartCard__ModulPath) is not a configuration key. Did you mean Signing:SmartCard:ModulePath?',
      'Signatures:MaxUploadByte (from the argument --Signatures:MaxUploadByte) is not a configuration key. Did you mean Signatures:MaxUploadBytes?',
    ]);
  });

  it.each([
    [['--AuthenticationEnabled=true'], '--AuthenticationEnabled', '--Authentication:Enabled'],
    [['--authentication-enabled', '--Server:Port=1'], '--authentication-enabled', '--Authentication:Enabled'],
    [['--Authentication__Enabled=true'], '--Authentication__Enabled', '--Authentication:Enabled'],
    [['-Authentication:Enabled=true'], '--Authentication:Enabled', '--Authentication:Enabled'],
    [['\u2013Authentication:Enabled=true'], '--Authentication:Enabled', '--Authentication:Enabled'],
    [['--Server.AllowedHosts=a'], '--Server.AllowedHosts', '--Server:AllowedHosts'],
    [['--rolls=api'], '--rolls', '--Roles'],
    [['--conf', 'x.json'], '--conf', '--config'],
    [['--print-confg'], '--print-confg', '--print-config'],
  ])('stops at %j and names the nearest argument', (argv, name, nearest) => {
    const [problem] = problemsOf({ argv, switches: ['--print-config'] });
    expect(problem).toBe(`${name} is not an argument. Did you mean ${nearest}?`);
  });

  it('stops at words that belong to no setting, without repeating them', () => {
    const [problem, ...more] = problemsOf({ argv: ['--Server:Port', '3', 'marker-1'] });
    expect(problem).toMatch(/^An argument belongs to no setting/);
    expect([problem, ...more].join('')).not.toContain('marker-1');
    expect(problemsOf({ argv: ['--Pin=marker-1'] }).join('')).not.toContain('marker-1');
    expect(problemsOf({ argv: ['--print-config'] })).toHaveLength(1);
    expect(problemsOf({ argv: ['--print-config'], switches: ['--print-config'] })).toEqual([]);
  });

  it('does not choose between two values of one source, and does not repeat them', () => {
    const sentence = (origin: string): RegExp =>
      new RegExp(`^Authentication:Enabled \\(from ${origin}\\) is given more than once`);
    const argv = ['--Authentication:Enabled=true', '--authentication:enabled=false'];
    expect(problemsOf({ argv })).toEqual([expect.stringMatching(sentence('the argument --authentication:enabled'))]);
    const env = { Authentication__Enabled: 'true', AUTHENTICATION__ENABLED: 'false' };
    expect(problemsOf({ env })).toEqual([
      expect.stringMatching(sentence('the environment variable AUTHENTICATION__ENABLED')),
    ]);
    writeConfig({ Authentication: { Enabled: true }, authentication: { enabled: false } });
    expect(problemsOf({})).toEqual([expect.stringMatching(sentence('the file .*'))]);
    writeConfig({ Authentication: { Enabled: true } });
    const twice = ['--Server:Port=5081', '--Server:Port=5081'];
    expect(load({ argv: twice, env: { Authentication__Enabled: 'false' } }).Authentication.Enabled).toBe(false);
  });

  it('does not choose between two configuration files', () => {
    writeConfig({});
    const file = join(directory, 'config.json');
    expect(problemsOf({ argv: [`--config=${file}`, '--config', file] })).toEqual(['--config is given more than once.']);
  });

  it.each(['AUTHENTICATION_ENABLED', 'AuthenticationEnabled', 'Authentication:Enabled', 'authentication_enable'])(
    'does not pass over the variable %s',
    (name) => {
      expect(problemsOf({ env: { [name]: 'true' } })).toEqual([
        `The environment variable ${name} is not a setting. Did you mean Authentication__Enabled?`,
      ]);
      expect(problemsOf({ env: { SERVER_PORT: 'tcp://10.0.0.1', AUTHENTICATION_URL: 'x' } })).toEqual([]);
    },
  );

  it('says where a wrong value was written', () => {
    writeConfig({ Server: { Port: '5080' }, Environment: 'Prod' });
    const problems = problemsOf({ env: { AUTHENTICATION__ENABLED: 'yes' }, argv: ['--Worker:Concurrency=0'] }).join(
      '\n',
    );
    expect(problems).toMatch(/Server:Port \(from the file .*config\.json\)/);
    expect(problems).toMatch(/Environment \(from the file .*config\.json\)/);
    expect(problems).toMatch(/Authentication:Enabled \(from the environment variable AUTHENTICATION__ENABLED\)/);
    expect(problems).toMatch(/Worker:Concurrency \(from the argument --Worker:Concurrency\)/);
  });

  it.each<[string, Partial<ConfigurationSources>]>([
    ['a port as text', { argv: ['--Server:Port=x'] }],
    ['a port out of range', { argv: ['--Server:Port=65536'] }],
    ['an origin with a path', { argv: ['--Server:AllowedOrigins=https://a.example/x'] }],
    ['any origin', { argv: ['--Server:AllowedOrigins=*'] }],
    ['any host', { argv: ['--Server:AllowedHosts=*'] }],
    ['a tenant that is a path', { argv: ['--Signatures:DefaultTenantId=a..b'] }],
    ['a TSA over ftp', { argv: ['--Timestamping:Url=ftp://x'] }],
    ['a collector over grpc', { argv: ['--Telemetry:OtlpEndpoint=grpc://x'] }],
    ['postgres without connection', { argv: ['--Database:Provider=postgres', '--Authentication:Enabled=true'] }],
    ['s3 without bucket', { argv: ['--Storage:Provider=s3', '--Authentication:Enabled=true'] }],
    ['rabbitmq without URL', { argv: ['--Broker:Provider=rabbitmq', '--Authentication:Enabled=true'] }],
    ['a section as text', { argv: ['--Signing:SmartCard=yes'] }],
    ['two providers with one id', { argv: ['--Signing:Pfx:Path=a', '--Signing:SmartCard:ProviderId=pfx'] }],
    ['a missing file', { argv: ['--config', '/nowhere/config.json'] }],
    ['--config without a path', { argv: ['--config'] }],
  ])('refuses %s', (_name, sources) => {
    expect(problemsOf(sources).length).toBeGreaterThan(0);
  });

  it.each([
    ['--Server:Host=0.0.0.0'],
    ['--Server:Host=192.168.1.5'],
    ['--Database:Provider=postgres', '--Database:ConnectionString=postgres://u:p@h/d'],
    ['--Storage:Provider=s3', '--Storage:Bucket=b', '--Storage:Region=eu-north-1'],
    ['--Broker:Provider=rabbitmq', '--Broker:Url=amqp://h', '--Broker:Username=u'],
  ])('does not start without keys on %s', (...settings) => {
    const argv = [...settings, '--Environment=Development'];
    expect(problemsOf({ argv }).join()).toContain('Authentication:Enabled');
    expect(problemsOf({ argv: [...argv, '--Authentication:Enabled=true'] })).toEqual([]);
    expect(problemsOf({ argv: [...argv, '--Server:DangerouslyAllowUnauthenticatedAccess=true'] })).toEqual([]);
    // Who takes no requests shows its counts.
    expect(problemsOf({ argv: [...argv, '--roles=worker'] }).join()).toContain('Authentication:Enabled');
  });

  it.each([
    ['--Server:Host=0.0.0.0'],
    ['--Server:Host=::'],
    ['--Server:Host=192.168.1.5', '--Server:DangerouslyAllowUnauthenticatedAccess=true'],
    ['--Server:Host=sign.example'],
  ])('does not serve in clear beyond this machine in Production: %s', (...settings) => {
    const argv = [...settings, '--Authentication:Enabled=true'];
    expect(problemsOf({ argv })).toEqual([expect.stringContaining('Server:Tls:Certificate')]);
    expect(problemsOf({ argv: [...argv, '--Server:Tls:Certificate=c.pem', '--Server:Tls:Key=k.pem'] })).toEqual([]);
    expect(problemsOf({ argv: [...argv, '--Server:TrustedProxies=10.0.0.0/8,fd00::1'] })).toEqual([]);
    expect(problemsOf({ argv: [...argv, '--Environment=Testing'] })).toEqual([]);
    expect(problemsOf({ argv: [...argv, '--roles=worker'] })).toEqual([
      expect.stringContaining('Server:Tls:Certificate'),
    ]);
  });

  it.each(['*', 'proxy.example', '10.0.0.0/0', '10.0.0.0/33', '::/0', '10.0.0.1/8/8', '10.0.0', '1.2.3.4/x'])(
    'takes %s for no proxy',
    (entry) => {
      expect(problemsOf({ argv: [`--Server:TrustedProxies=${entry}`] }).join()).toContain('Server:TrustedProxies');
    },
  );

  it('finds certificate and key below the data directory', () => {
    const { Tls } = load({ argv: ['--Server:Tls:Certificate=c.pem', '--Server:Tls:Key=/etc/k.pem'] }).Server;
    expect(Tls).toEqual({ Certificate: join(directory, 'c.pem'), Key: '/etc/k.pem', MinimumVersion: 'TLSv1.2' });
    expect(problemsOf({ argv: ['--Server:Tls:Certificate=c.pem'] }).join()).toContain('Server:Tls:Key');
  });

  it('is frozen to the last item', () => {
    const configuration = load();
    expect(Object.isFrozen(configuration.Server)).toBe(true);
    expect(() => Object.assign(configuration.Roles, { 0: 'x' })).toThrow(TypeError);
  });
});

describe('printConfiguration', () => {
  it('hides credentials and keeps the rest', () => {
    const configuration = load({
      argv: [
        '--Authentication:Enabled=true',
        '--Database:Provider=postgres',
        '--Database:ConnectionString=postgres://station:marker-1@db/x?password=marker-1',
        '--Broker:Provider=rabbitmq',
        '--Broker:Url=amqps://mq:5671/host',
        '--Broker:Username=station',
        '--Timestamping:Url=https://tsa:marker-3@tsa.example/path',
        '--Telemetry:OtlpEndpoint=http://traces:marker-4@collector:4318',
      ],
    });
    const text = printConfiguration(configuration);
    expect(text).not.toContain('marker');
    expect(JSON.parse(text)).toMatchObject({
      Database: { Provider: 'postgres', ConnectionString: '[secret]' },
      Broker: { Url: 'amqps://mq:5671/host', Username: 'station' },
      Timestamping: { Url: 'https://[secret]@tsa.example/path' },
      Telemetry: { OtlpEndpoint: 'http://[secret]@collector:4318/' },
      Server: { Port: 5080 },
    });
  });
});
