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
