import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProviderEntry } from '../providers/token-host/protocol.ts';
import { loadConfiguration, type ConfigurationSources } from './configuration.ts';
import { configuredProviders, firstProviderType, smartCardMiddleware } from './provider-entries.ts';

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

describe('smartCardMiddleware', () => {
  it('detects where that is asked for, but never in Production', () => {
    const { SmartCard } = load({ argv: ['--Signing:SmartCard:AutoDetect=true'] }).Signing;
    const plain = load({ argv: ['--Signing:SmartCard:Name=Card'] }).Signing.SmartCard;
    if (SmartCard === null || plain === null) throw new Error('The section is missing.');
    expect(smartCardMiddleware(SmartCard, 'Development')).toBe('detected');
    expect(smartCardMiddleware(SmartCard, 'Production')).toBe('detection-off');
    expect(smartCardMiddleware({ ...SmartCard, ModulePath: '/card.so' }, 'Production')).toBe('configured');
    expect(smartCardMiddleware(plain, 'Development')).toBe('none');
  });
});

describe('firstProviderType', () => {
  it('is what a newcomer can sign with: what is configured, or the demo identity, which Production does not make', () => {
    const card = [
      '--Signing:Pkcs11:0:ProviderId=card',
      '--Signing:Pkcs11:0:Name=Card',
      '--Signing:Pkcs11:0:ModulePath=/card.so',
    ];
    const of = (...argv: string[]) => firstProviderType(load({ argv }));
    expect(of('--Environment=Development')).toBe('Pfx');
    expect(of('--Environment=Production')).toBeUndefined();
    expect(of('--Environment=Production', ...card)).toBe('Pkcs11');
    expect(of('--Environment=Development', ...card)).toBe('Pkcs11');
    expect(of('--Environment=Production', '--Signing:Pfx:Path=key.p12', ...card)).toBe('Pfx');
  });
});

describe('configuredProviders', () => {
  it('gives the entries that token-hosts take', () => {
    const { Signing } = load({
      argv: [
        '--Signing:Pfx:Path=demo.p12',
        '--Signing:SmartCard:AutoDetect=true',
        '--Signing:Hsm:ModulePath=/hsm.so',
        '--Signing:Hsm:MaxConcurrentSessions=16',
        '--Signing:Pkcs11:0:ProviderId=soft',
        '--Signing:Pkcs11:0:Name=Soft',
        '--Signing:Pkcs11:0:ModulePath=/soft.so',
        '--Signing:Pkcs11:0:TokenSerial=01',
        '--Signing:Pkcs11:0:Tenants:0=acme',
        '--Signing:Pkcs11:0:Tenants:1=beta',
      ],
    });
    const entries = configuredProviders(Signing).map((entry) => ProviderEntry.parse(entry));
    expect(entries).toMatchObject([
      { type: 'Pfx', path: join(directory, 'demo.p12'), passwordSecretName: 'Signing:Pfx:Password' },
      { type: 'Pkcs11', id: 'soft', serial: '01', maxConcurrentSessions: 4, tenants: ['acme', 'beta'] },
      {
        type: 'SmartCard',
        modulePath: resolve('/no-smart-card-middleware-found'),
        pinSecretName: 'Signing:SmartCard:Pin',
      },
      { type: 'Hsm', maxConcurrentSessions: 16 },
    ]);
    expect(entries.filter((entry) => 'tenants' in entry)).toHaveLength(1);
  });
});
