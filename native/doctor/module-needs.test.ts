import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unmetNeeds, type Surroundings } from './module-needs.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'module-needs-'));
  for (const folder of ['etc/softhsm', 'proc/1', 'home', 'tokens']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'proc/1/comm'), 'init\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const needs = (module: string, fields: Partial<Surroundings> = {}) =>
  unmetNeeds(module, { environment: {}, home: join(root, 'home'), userId: 1000, groupIds: [1000], root, ...fields });

describe('what openCryptoki needs', () => {
  const MODULE = '/usr/lib/opencryptoki/libopencryptoki.so.0';

  it('is its daemon, and a user in its group', () => {
    writeFileSync(join(root, 'etc/group'), 'root:x:0:\npkcs11:x:110:root\n');
    expect(needs(MODULE)).toEqual([
      { kind: 'group', name: 'pkcs11' },
      { kind: 'daemon', name: 'pkcsslotd' },
    ]);
    writeFileSync(join(root, 'proc/1/comm'), 'pkcsslotd\n');
    expect(needs(MODULE, { groupIds: [1000, 110] })).toEqual([]);
    expect(needs(MODULE, { userId: 0 })).toEqual([]);
    expect(needs('/usr/lib/pkcs11/PKCS11_API.so')).toEqual([{ kind: 'group', name: 'pkcs11' }]);
  });
});

describe('what SoftHSM needs', () => {
  const MODULE = '/usr/lib/softhsm/libsofthsm2.so';
  const conf = (folder: string): string => `objectstore.backend = file\ndirectories.tokendir = ${folder}\n`;

  it('is its settings, where the variable says or at the usual places', () => {
    const named = join(root, 'named.conf');
    expect(needs(MODULE, { environment: { SOFTHSM2_CONF: named } })).toEqual([{ kind: 'settings', name: named }]);
    expect(needs(MODULE)).toMatchObject([{ kind: 'settings' }]);
    const usual = join(root, 'etc/softhsm/softhsm2.conf');
    writeFileSync(usual, conf(join(root, 'tokens')));
    // The folder is there: what it does not start by is another line of them.
    expect(needs(MODULE)).toEqual([{ kind: 'settings', name: usual }]);
    writeFileSync(named, '# nothing\n');
    expect(needs(MODULE, { environment: { SOFTHSM2_CONF: named } })).toEqual([{ kind: 'settings', name: named }]);
  });

  it('is the folder that they name', () => {
    const gone = join(root, 'gone');
    writeFileSync(join(root, 'etc/softhsm/softhsm2.conf'), conf(gone));
    expect(needs(MODULE)).toEqual([{ kind: 'store', name: gone }]);
    writeFileSync(gone, 'a file');
    chmodSync(gone, 0o700);
    expect(needs(MODULE)).toEqual([{ kind: 'store', name: gone }]);
  });
});

describe('what the module of a TPM needs', () => {
  it('is its store', () => {
    const MODULE = '/usr/lib/pkcs11/libtpm2_pkcs11.so';
    const gone = join(root, 'gone');
    const environment = { TPM2_PKCS11_STORE: gone, TPM2_PKCS11_TCTI: 'tabrmd' };
    expect(needs(MODULE, { environment })).toEqual([{ kind: 'store', name: gone }]);
    expect(needs(MODULE)).toMatchObject([{ kind: 'store' }, { kind: 'device' }]);
    mkdirSync(join(root, 'home/.tpm2_pkcs11'));
    mkdirSync(join(root, 'dev'));
    writeFileSync(join(root, 'dev/tpmrm0'), '');
    expect(needs(MODULE)).toEqual([]);
  });

  it('is the device of a TPM, unless the variable names another one', () => {
    const MODULE = '/usr/lib/pkcs11/libtpm2_pkcs11.so';
    mkdirSync(join(root, 'home/.tpm2_pkcs11'));
    expect(needs(MODULE)).toEqual([{ kind: 'device', name: '/dev/tpmrm0' }]);
    expect(needs(MODULE, { environment: { TPM2_PKCS11_TCTI: 'swtpm:port=2321' } })).toEqual([]);
    mkdirSync(join(root, 'dev'));
    writeFileSync(join(root, 'dev/tpm0'), '');
    expect(needs(MODULE)).toEqual([]);
  });
});

it('says nothing of modules that it does not know', () => {
  expect(needs('/usr/lib/opensc-pkcs11.so')).toEqual([]);
});
