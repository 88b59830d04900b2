import { expect, it } from 'vitest';
import { loadConfiguration } from '../config/configuration.ts';
import { FetchFault } from '../validation-data/online/fetch-fault.ts';
import { evidenceProxy } from './evidence-proxy.ts';

const configured = (ValidationData: Record<string, unknown>) =>
  loadConfiguration({ argv: [], env: {}, defaults: { Data: { Directory: '/none' }, ValidationData } });
const secrets = new Map([['Proxies:Password', 'wörd:1']]);
const store = { read: (name: string) => Promise.resolve(secrets.get(name)) };
const Proxy = 'http://proxy.example:8080';

it('is shown the user of the settings with the password of the secret as it is then', async () => {
  const named = { Proxy, ProxyUsername: 'station', ProxyPasswordSecretName: 'Proxies:Password' };
  const way = evidenceProxy(configured(named), store);
  const shown = async (): Promise<string> =>
    Buffer.from((await way?.authorization())?.replace('Basic ', '') ?? '', 'base64').toString();
  expect(way?.url.host).toBe('proxy.example:8080');
  expect(await shown()).toBe('station:wörd:1');
  secrets.set('Proxies:Password', 'new');
  expect(await shown()).toBe('station:new');
});

it('is shown nothing where the settings name no user, and there is none where they name no proxy', async () => {
  expect(await evidenceProxy(configured({ Proxy }), store)?.authorization()).toBeNull();
  expect(evidenceProxy(configured({ ProxyUsername: 'station' }), store)).toBeNull();
});

it('is not asked without the password that it is to be shown', async () => {
  const asked = evidenceProxy(configured({ Proxy, ProxyUsername: 'station' }), store)?.authorization();
  await expect(asked).rejects.toBeInstanceOf(FetchFault);
  await expect(asked).rejects.toThrow('the secret ValidationData:ProxyPassword is not there or cannot be read');
});
