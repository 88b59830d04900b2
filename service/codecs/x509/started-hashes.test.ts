import { afterEach, describe, expect, it, vi } from 'vitest';
import type crypto from 'node:crypto';
import type * as hashAlgorithm from './hash-algorithm.ts';
import type { HashName } from './hash-algorithm.ts';

const RUNTIMES = { OpenSSL: (name: string) => name !== '', BoringSSL: (name: string) => !/sha3|ripemd/i.test(name) };

/** FIPS 202, examples of the Cryptographic Standards program, and those of RIPEMD's makers: the empty message, and "abc". */
const DIGESTS: readonly (readonly [HashName, string, string])[] = [
  ['SHA3-256', '', 'a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a'],
  ['SHA3-256', 'abc', '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'],
  [
    'SHA3-384',
    'abc',
    'ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25',
  ],
  [
    'SHA3-512',
    'abc',
    'b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0',
  ],
  ['RIPEMD-160', '', '9c1185a5c5e9fc54612808977ee8f548b2258d31'],
  ['RIPEMD-160', 'abc', '8eb208f7e05d987a9b044a8e98c6b087f15a0bfc'],
];

afterEach(() => {
  vi.doUnmock('node:crypto');
  vi.resetModules();
});

describe.each(Object.entries(RUNTIMES))('startHash on %s', (_name, has) => {
  async function load(): Promise<typeof hashAlgorithm> {
    vi.resetModules();
    vi.doMock('node:crypto', async (original) => {
      const real = await original<typeof crypto>();
      const createHash: typeof real.createHash = (name, options) => {
        if (!has(name)) throw new Error('Digest method not supported');
        return real.createHash(name, options);
      };
      return { ...real, getHashes: () => real.getHashes().filter(has), createHash };
    });
    return import('./hash-algorithm.ts');
  }

  it.each(DIGESTS)('%s of %j', async (name, text, digest) => {
    const { startHash, isNativeHash } = await load();
    expect(isNativeHash(name)).toBe(has(name));
    expect(startHash(name).update(Buffer.from(text)).digest().toString('hex')).toBe(digest);
  });

  it('goes on from a copy, and digests in pieces', async () => {
    const { startHash } = await load();
    const begun = startHash('SHA3-256').update(Buffer.from('a'));
    const copy = begun.copy().update(Buffer.from('b')).update(Buffer.from('c'));
    expect(copy.digest().toString('hex')).toBe(DIGESTS[1]?.[2]);
    expect(begun.update(Buffer.from('bc')).digest().toString('hex')).toBe(DIGESTS[1]?.[2]);
  });

  it('has the others of the runtime', async () => {
    const { startHash } = await load();
    expect(startHash('SHA-256').update(Buffer.from('abc')).digest().toString('hex')).toMatch(/^ba7816bf/);
  });
});
