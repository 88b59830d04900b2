import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SettingView } from '../contract/http/settings.ts';
import { loadConfiguration } from './configuration.ts';
import { settingsInForce } from './settings-in-force.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'settings-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function settings(file: object, env: Record<string, string> = {}, argv: readonly string[] = []): SettingView[] {
  const path = join(directory, 'given.json');
  writeFileSync(path, JSON.stringify({ Data: { Directory: directory }, ...file }), { mode: 0o600 });
  return settingsInForce(loadConfiguration({ argv: ['--config', path, ...argv], env }));
}

const found = (all: readonly SettingView[], key: string): SettingView | undefined =>
  all.find((setting) => setting.key === key);

describe('the settings in force', () => {
  it('name the file, the variable, the argument or the default that each came from', () => {
    const all = settings({ Server: { Port: 1 } }, { Telemetry__LogLevel: 'warn' }, ['--Server:Host=::1']);
    const file = `the file ${join(directory, 'given.json')}`;
    expect(found(all, 'Server:Port')).toEqual({ key: 'Server:Port', value: '1', origin: file });
    expect(found(all, 'Telemetry:LogLevel')?.origin).toBe('the environment variable Telemetry__LogLevel');
    expect(found(all, 'Server:Host')).toMatchObject({ value: '::1', origin: 'the argument --Server:Host' });
    expect(found(all, 'Database:Provider')).toMatchObject({ value: 'sqlite', origin: 'the built-in defaults' });
  });

  it('name the origin of lists, and of what stands in them', () => {
    const Signing = { Pkcs11: [{ ProviderId: 'card', Name: 'Card', ModulePath: '/module.so', PinSecretName: 'pin' }] };
    const all = settings({ Server: { AllowedHosts: ['a', 'b'] }, Signing }, { Roles: 'api,worker' });
    const origin = `the file ${join(directory, 'given.json')}`;
    expect(found(all, 'Server:AllowedHosts')).toEqual({ key: 'Server:AllowedHosts', value: 'a, b', origin });
    expect(found(all, 'Signing:Pkcs11:0:ModulePath')).toMatchObject({ value: '/module.so', origin });
    expect(found(all, 'Roles')).toMatchObject({ value: 'api, worker', origin: 'the environment variable Roles' });
  });

  it('show no password of an address', () => {
    const all = settings({ Timestamping: { Url: 'https://me:hunter2@tsa.example/?key=hunter2' } });
    expect(JSON.stringify(all)).not.toContain('hunter2');
    expect(found(all, 'Timestamping:Url')?.value).toBe('https://[secret]@tsa.example/?[secret]');
  });
});
