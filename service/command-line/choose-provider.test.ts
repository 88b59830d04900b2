import { expect, it } from 'vitest';
import { chooseProvider } from './choose-provider.ts';
import { stationFailure } from './command-failure.ts';
import type { StationApi } from './station-api.ts';

it('names the option that does without asking, where the API key may not ask which keys there are', async () => {
  const answering = (code: string): StationApi => ({
    ...({} as StationApi),
    read: () => Promise.reject(stationFailure(code, 'The API key lacks the permission ProvidersRead.')),
  });
  await expect(chooseProvider(answering('PERMISSION_DENIED'), {})).rejects.toMatchObject({
    exitCode: 37,
    message: expect.stringMatching(/ProvidersRead.*--signing-provider/) as string,
  });
  await expect(chooseProvider(answering('AUTHENTICATION_REQUIRED'), {})).rejects.not.toThrow('--signing-provider');
});

it('asks for no kind of key where a certificate is named: its holder is one of a kind', async () => {
  const asked: string[] = [];
  const two = (certificate: () => Promise<unknown>): StationApi => ({
    ...({} as StationApi),
    read: ((_schema, { path }) => {
      asked.push(path);
      if (path !== '/api/v1/providers') return certificate();
      return Promise.resolve([{ type: 'Pfx' }, { type: 'Pkcs11' }]);
    }) as StationApi['read'],
  });
  const found = two(() => Promise.resolve({ providerType: 'Pkcs11' }));
  expect(await chooseProvider(found, {}, 'A/B')).toBe('Pkcs11');
  expect(asked).toEqual(['/api/v1/providers', '/api/v1/certificates/A%2FB']);
  await expect(chooseProvider(found, {})).rejects.toThrow('several kinds of keys');
  const unknown = two(() => Promise.reject(stationFailure('CERTIFICATE_NOT_FOUND', 'No such certificate.')));
  await expect(chooseProvider(unknown, {}, 'C')).rejects.toThrow('No such certificate.');
  const refused = two(() => Promise.reject(stationFailure('PERMISSION_DENIED', 'The API key lacks CertificatesRead.')));
  await expect(chooseProvider(refused, {}, 'C')).rejects.toThrow('--signing-provider');
});
