import { expect, it } from 'vitest';
import { readDeviceSecret } from './read-device-secret.ts';

it('passes on what is configured, and that nothing is', async () => {
  expect(await readDeviceSecret({ read: () => Promise.resolve('1234') }, 'Signing:Pin')).toBe('1234');
  expect(await readDeviceSecret({ read: () => Promise.resolve(undefined) }, 'Signing:Pin')).toBeUndefined();
});

it('has jobs wait for a person where it cannot be read, and names the secret', async () => {
  const unreadable = { read: () => Promise.reject(new Error('A secret file is larger than 16384 bytes.')) };
  await expect(readDeviceSecret(unreadable, 'Signing:Pin')).rejects.toMatchObject({
    ...{ code: 'SIGNING_OPERATION_FAILED', area: 'pin', waitReason: 'PIN_MISSING' },
    sentence: { code: 'PIN_UNREADABLE', parameters: { secret: 'Signing:Pin' } },
  });
});
