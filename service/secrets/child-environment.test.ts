import { describe, expect, it } from 'vitest';
import type { ChildEnvironment } from '../processes/launcher.ts';
import { childEnvironment } from './child-environment.ts';
import { SECRET_READERS } from './secret-readers.ts';

const SECRETS = {
  SERVICE_SECRET_STORAGE_ACCESSKEYID: 'marker-key',
  SERVICE_SECRET_TIMESTAMPING_PASSWORD: 'marker-password',
  service_secret_signing_pfx_password: 'marker-pfx',
};
const HOST = { ...SECRETS, PATH: '/bin', NODE_OPTIONS: '--inspect' };

describe('of the secrets of the host', () => {
  it.each(['publisher', 'verifier', 'trusted-lists'] as const)('%s gets none, whatever is called its own', (child) => {
    expect(childEnvironment(child, HOST, ['Storage:AccessKeyId'])).toEqual({ PATH: '/bin' });
  });

  it.each(['worker', 'timestamp-client'] as const)('%s gets those that are named as its own', (child) => {
    expect(childEnvironment(child, HOST)).toEqual({ PATH: '/bin' });
    expect(childEnvironment(child, HOST, ['Timestamping:Password'])).toEqual({
      PATH: '/bin',
      SERVICE_SECRET_TIMESTAMPING_PASSWORD: 'marker-password',
    });
  });

  it('the launcher alone has all', () => {
    const all = Object.entries(SECRET_READERS).filter(([, rule]) => rule === 'all');
    expect(all.map(([reader]) => reader)).toEqual(['host']);
  });
});

it('is made for one child, and is no other one', () => {
  const worker: ChildEnvironment<'worker'> = childEnvironment('worker', HOST);
  // @ts-expect-error -- what is the worker's, and may hold the keys of its storage
  const verifier: ChildEnvironment<'verifier'> = worker;
  // @ts-expect-error -- what is at hand, with everything in it
  const anybody: ChildEnvironment = { ...SECRETS };
  expect([verifier, anybody]).toHaveLength(2);
});
