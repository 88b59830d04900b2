import { expect, it } from 'vitest';
import { loadConfiguration } from './configuration.ts';
import { timestampingFault } from './timestamping.ts';

it.each([
  [null, null, null, false],
  [null, null, 'secret', false],
  ['https://tsa', null, null, false],
  ['https://tsa', 'user', null, false],
  ['https://tsa', 'user', 'secret', false],
  ['https://tsa', null, 'secret', true],
  ['http://tsa', null, null, false],
  ['http://tsa', 'user', 'secret', true],
  ['http://127.0.0.1:8080', 'user', 'secret', false],
])('%s, user %s, password %s: fault %s', (Url, Username, PasswordSecretName, isFault) => {
  const fault = timestampingFault({ Url, Username, PasswordSecretName, AlternativeUrls: [] }, 'Production');
  expect(fault !== null).toBe(isFault);
});

it('looks at every address, and lets a password go in clear where nothing is real', () => {
  const settings = { Url: 'https://a', AlternativeUrls: ['http://b'], Username: 'u', PasswordSecretName: 's' };
  expect(timestampingFault(settings, 'Production')).toContain('https');
  expect(timestampingFault(settings, 'Testing')).toBeNull();
});

it.each([
  ['http://tsa.example,http://other.example', true],
  ['http://tsa.example/a; https://other.example', true],
  ['http://tsa.example/a,b?from=https://c', false],
])('%s is a list where one address belongs: %s', (url, isList) => {
  const load = (): unknown => loadConfiguration({ argv: [`--Timestamping:Url=${url}`], env: {} });
  if (isList) expect(load).toThrow('Timestamping:AlternativeUrls');
  else expect(load).not.toThrow();
});

it.each(['Timestamping:ProxyUrl', 'ValidationData:Proxy'])(
  'refuses a password in %s, says where it belongs, and does not repeat it',
  (key) => {
    const load = (url: string) => (): unknown => loadConfiguration({ argv: [`--${key}=${url}`], env: {} });
    for (const url of [
      'http://clerk:hunter2@proxy.example:3128',
      'http://clerk@proxy.example',
      'http://:hunter2@proxy',
    ]) {
      expect(load(url)).toThrow(/ProxyUsername.*ProxyPasswordSecretName/u);
      expect(load(url)).not.toThrow('hunter2');
    }
    expect(load('http://proxy.example:3128/a@b')).not.toThrow();
    expect(load('no address')).toThrow(key);
  },
);
