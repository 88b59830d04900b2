import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfiguration } from './configuration.ts';
import { unreadSources } from './unread-sources.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'unread-sources-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const CARD = { ProviderId: 'card', Name: 'Card', ModulePath: '/usr/lib/card.so', TokenLabel: 'Card' };

function unread(environment: Record<string, string> = {}, argv: readonly string[] = []): Promise<string[]> {
  const settings = { Signing: { Pkcs11: [{ ...CARD, PinSecretName: 'Card:Pin' }] } };
  const defaults = { Data: { Directory: directory }, ...settings };
  return unreadSources(loadConfiguration({ argv, env: {}, defaults }), environment);
}

describe('what is written for a station and read by nothing', () => {
  it('is nothing usually', async () => {
    const own = { SERVICE_SECRET_CARD_PIN: '1', service_secret_timestamping_password: '2', Server__Port: '3' };
    const others = {
      SERVICES: '1',
      SERVICE_HOST: '2',
      LOGGING__LEVEL: '3',
      Roles: 'api',
      PATH: '/bin',
      __x: '4',
      _: '5',
    };
    expect(await unread({ ...own, ...others }, ['--Timestamping:Url=http://tsa.example'])).toEqual([]);
  });

  it.each([
    ['SERVICE_SECRET_CARD_PNI', 'SERVICE_SECRET_CARD_PIN'],
    ['SERVICE_SECRET_SIGNING_PKCS11_PNI', 'SERVICE_SECRET_SIGNING_PKCS11_PIN'],
    ['SERVICE_SECRTE_CARD_PIN', 'SERVICE_SECRET_CARD_PIN'],
    ['SERVICE_SECRETS_CARD_PIN', 'SERVICE_SECRET_CARD_PIN'],
    ['Severs__Port', 'Server__Port'],
    ['Storag__Root', 'Storage__Root'],
  ])('%s is said to be meant as %s', async (name, meant) => {
    expect(await unread({ [name]: 'marker' })).toEqual([
      `The environment variable ${name} is read by nothing. Did you mean ${meant}?`,
    ]);
  });

  it('is the secret of a provider that is not configured', async () => {
    expect(await unread({ SERVICE_SECRET_SIGNING_HSM_PIN: 'marker' })).toEqual([
      'The environment variable SERVICE_SECRET_SIGNING_HSM_PIN is read by nothing. No provider is configured whose secret it is.',
    ]);
  });

  it('is a file of a secret that nobody asks for', async () => {
    const secrets = path.join(directory, 'secrets');
    mkdirSync(secrets);
    for (const name of ['SERVICE_SECRET_CARD_PIN', 'SERVICE_SECRET_CARDPIN', 'notes.txt']) {
      writeFileSync(path.join(secrets, name), 'marker', { mode: 0o600 });
    }
    const file = path.join(secrets, 'SERVICE_SECRET_CARDPIN');
    expect(await unread()).toEqual([`The file ${file} is read by nothing. Did you mean SERVICE_SECRET_CARD_PIN?`]);
  });

  it('is a secret that no setting in force asks for', async () => {
    const secrets = path.join(directory, 'secrets');
    mkdirSync(secrets);
    const file = path.join(secrets, 'SERVICE_SECRET_VALIDATIONDATA_PROXYPASSWORD');
    writeFileSync(file, 'marker', { mode: 0o600 });
    const environment = {
      SERVICE_SECRET_TIMESTAMPING_PASSWORD: 'marker',
      service_secret_timestamping_proxypassword: 'marker',
    };
    expect(await unread(environment, ['--ValidationData:Proxy=http://proxy.example:3128'])).toEqual([
      'The environment variable SERVICE_SECRET_TIMESTAMPING_PASSWORD is read by nothing: Timestamping:Url is not set.',
      'The environment variable service_secret_timestamping_proxypassword is read by nothing: Timestamping:ProxyUrl is not set.',
      `The file ${file} is read by nothing: ValidationData:ProxyUsername is not set.`,
    ]);
  });

  it('is the usual file of settings where another one is named', async () => {
    const [usual, named] = ['config.json', 'other.json'].map((name) => path.join(directory, name));
    writeFileSync(named ?? '', '{}');
    expect(await unread({}, ['--config', named ?? ''])).toEqual([]);
    writeFileSync(usual ?? '', '{}');
    expect(await unread()).toEqual([]);
    expect(await unread({}, ['--config', named ?? ''])).toEqual([
      `The settings in ${usual ?? ''} are not read: --config names ${named ?? ''}.`,
    ]);
  });
});
