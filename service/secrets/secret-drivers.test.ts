import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeEnvironmentSecrets } from './environment/environment-secret-store.ts';
import { createFileSecretStore, secretFileName } from './file/file-secret-store.ts';
import { layeredSecretStore } from './layered/layered-secret-store.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'secrets-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('environment secrets', () => {
  it('are read by name and gone from the environment', async () => {
    const environment: Record<string, string | undefined> = {
      SERVICE_SECRET_SIGNING_SMARTCARD_PIN: '42',
      PATH: '/bin',
    };
    const store = takeEnvironmentSecrets(environment);
    expect(environment).toEqual({ PATH: '/bin' });
    expect(await store.read('Signing:SmartCard:Pin')).toBe('42');
    expect(await store.read('Signing:Hsm:Pin')).toBeUndefined();
  });
});

describe('file secrets', () => {
  it.each([
    ['plain', 'plain'],
    ['with a line end\n', 'with a line end'],
    ['with a Windows line end\r\n', 'with a Windows line end'],
    ['two\n\n', 'two\n'],
    ['  spaces stay  ', '  spaces stay  '],
    ['', ''],
    ['pässwörd €', 'pässwörd €'],
  ])('%j is %j', async (content, expected) => {
    writeFileSync(join(dir, 'SERVICE_SECRET_TIMESTAMPING_PASSWORD'), content);
    expect(await createFileSecretStore(dir).read('Timestamping:Password')).toBe(expected);
  });

  it('are undefined when missing, also when the folder is', async () => {
    expect(await createFileSecretStore(dir).read('A')).toBeUndefined();
    expect(await createFileSecretStore(join(dir, 'none')).read('A')).toBeUndefined();
  });

  it.skipIf(process.platform === 'win32').each([0o666, 0o620, 0o602])('are refused with mode %o', async (mode) => {
    const file = join(dir, secretFileName('Pin'));
    writeFileSync(file, '1234');
    chmodSync(file, mode);
    await expect(createFileSecretStore(dir).read('Pin')).rejects.toThrow('can be changed by other users');
    chmodSync(file, 0o600);
    expect(await createFileSecretStore(dir).read('Pin')).toBe('1234');
  });

  it.skipIf(process.platform === 'win32')('do not wait for whoever writes into a pipe in their place', async () => {
    execFileSync('mkfifo', ['-m', '600', join(dir, secretFileName('Pin'))]);
    await expect(createFileSecretStore(dir).read('Pin')).rejects.toThrow('is no file');
  });

  it('cannot be read from outside the folder', () => {
    expect(secretFileName('../../etc/passwd')).toBe('SERVICE_SECRET_______ETC_PASSWD');
  });

  it('are refused when they are no text or no secret by their size', async () => {
    writeFileSync(join(dir, secretFileName('Binary')), Buffer.of(0xff, 0xfe, 0xfd));
    writeFileSync(join(dir, secretFileName('Large')), 'x'.repeat(20_000));
    await expect(createFileSecretStore(dir).read('Binary')).rejects.toThrow();
    await expect(createFileSecretStore(dir).read('Large')).rejects.toThrow();
  });
});

describe('layered secrets', () => {
  it('come from the first store that has them, an empty one included', async () => {
    writeFileSync(join(dir, secretFileName('A')), 'file');
    writeFileSync(join(dir, secretFileName('B')), 'file');
    const store = layeredSecretStore([takeEnvironmentSecrets({ SERVICE_SECRET_A: '' }), createFileSecretStore(dir)]);
    expect([await store.read('A'), await store.read('B'), await store.read('C')]).toEqual(['', 'file', undefined]);
  });
});
