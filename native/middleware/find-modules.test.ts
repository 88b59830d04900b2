import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cardFamiliesOf } from './card-families.ts';
import { findModules } from './find-modules.ts';
import type { Machine } from './machine.ts';
import { PRODUCTS } from './products.ts';
import { usbTokenOf } from './usb-tokens.ts';

let root: string;
let machine: Machine;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'middleware-'));
  machine = { platform: 'linux', architecture: 'x64', environment: {}, home: path.join(root, 'home'), root };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(file: string, content: string | Buffer): string {
  const full = path.join(root, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, content);
  return full;
}

function library(file: string, elfMachine = 0x3e): string {
  const header = Buffer.alloc(64);
  header.writeUInt32BE(0x7f454c46, 0);
  header.writeUInt16LE(elfMachine, 18);
  return put(file, header);
}

const register = (name: string, ...lines: string[]): string =>
  put(`/usr/share/p11-kit/modules/${name}.module`, `# a comment: ignored\n${lines.join('\n')}\n`);
const found = (configured: string | null = null): string[] =>
  findModules(configured, machine).candidates.map((candidate) => candidate.path.replace(root, ''));

describe('findModules', () => {
  it('goes from the configured one over registered and known ones to OpenSC, each real file once', () => {
    const openSc = library('/usr/lib/x86_64-linux-gnu/opensc-pkcs11.so');
    mkdirSync(path.join(root, '/usr/lib/x86_64-linux-gnu/pkcs11'));
    symlinkSync(openSc, path.join(root, '/usr/lib/x86_64-linux-gnu/pkcs11/opensc-pkcs11.so'));
    library('/usr/lib/libeToken.so');
    linkSync(path.join(root, '/usr/lib/libeToken.so'), path.join(root, '/usr/lib/libeTPkcs11.so'));
    library('/usr/lib/libIDPrimePKCS11.so');
    library('/opt/vendor/one.so');
    library('/opt/vendor/two.so');
    register('opensc', 'module: opensc-pkcs11.so', 'priority: 9');
    register('one', 'module: /opt/vendor/one.so');
    register('two', 'module: /opt/vendor/two.so', 'priority: 1');
    const own = library('/own/mine.so');
    expect(found(own)).toEqual([
      ...['/own/mine.so', '/opt/vendor/two.so', '/opt/vendor/one.so', '/usr/lib/libeToken.so'],
      ...['/usr/lib/libIDPrimePKCS11.so', '/usr/lib/x86_64-linux-gnu/pkcs11/opensc-pkcs11.so'],
    ]);
    const { candidates } = findModules(path.join(root, '/usr/lib/libeTPkcs11.so'), machine);
    expect(candidates[0]).toMatchObject({ foundBy: 'configuration', productId: 'safenet', outcome: 'ready' });
    expect(candidates[0]?.alsoAt).toEqual([path.join(root, '/usr/lib/libeToken.so')]);
    expect(candidates.at(-1)?.alsoAt).toEqual([openSc]);
  });

  it('honours what p11-kit registrations say', () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) library(`/opt/${name}.so`);
    register('a', 'module: /opt/a.so', 'enable-in: firefox, signing-station');
    register('b', 'module: /opt/b.so', 'enable-in: firefox');
    register('c', 'module: /opt/c.so', 'disable-in: signing-station firefox');
    register('d', 'module: /opt/d.so', 'trust-policy: yes');
    register('e', 'module: /opt/e.so', 'remote: |ssh host p11-kit remote');
    register('f', 'module: /opt/f.so');
    put('/etc/pkcs11/modules/f.module', 'module: /opt/g.so\r\n');
    put('/home/.config/pkcs11/modules/a.module', 'module:\n');
    expect(found()).toEqual(['/opt/g.so']);
    put('/etc/pkcs11/pkcs11.conf', 'user-config: none\n');
    expect(found()).toEqual(['/opt/a.so', '/opt/g.so']);
    put('/etc/pkcs11/pkcs11.conf', 'user-config: only\n');
    expect(found()).toEqual([]);
  });

  it('reads the header of each file and never hides a configured one', () => {
    library('/usr/lib/libeToken.so', 0xb7);
    register('gone', 'module: /opt/gone.so');
    put('/usr/lib/libaetpkss.so', 'INPUT(libaetpkss.so.3)'.padEnd(80));
    const outcomes = (file: string): unknown[] => findModules(file, machine).candidates.map(({ outcome }) => outcome);
    const others = ['missing', 'wrong-architecture', 'not-a-library'];
    expect(outcomes(root)).toEqual(['directory', ...others]);
    expect(outcomes('relative.so')).toEqual(['path-refused', ...others]);
    expect(outcomes('//server/share/x.so')).toEqual(['path-refused', ...others]);
    expect(findModules(null, machine).candidates[1]).toMatchObject({ architectures: ['arm64'], productId: 'safenet' });
  });

  it('names modules that it leaves out and never tries them, unless configured', () => {
    const cloud = library('/opt/birdid/vault-pkcs11.so');
    library('/usr/local/lib/libneoidp11.so');
    register('birdid', `module: /opt/birdid/vault-pkcs11.so`);
    const { candidates, leftOut } = findModules(null, machine);
    expect(candidates).toEqual([]);
    expect(leftOut.map(({ product }) => product)).toEqual(['BirdID', 'SERPRO NeoID']);
    expect(findModules(cloud, machine).candidates).toMatchObject([{ path: cloud, outcome: 'ready' }]);
  });

  it('fills in versions and the variables of Windows', () => {
    library('/opt/ePass2003-Castle-1.0/x64/redist/libcastle.so.1.0.0');
    library('/opt/ePass2003-Castle-2.0/x64/redist/libcastle.so.1.0.0');
    expect(found()).toEqual(['/opt/ePass2003-Castle-2.0/x64/redist/libcastle.so.1.0.0']);
    const windows = { ...machine, platform: 'win32' as const, environment: { SYSTEMROOT: '/windows' } };
    writeFileSync(`${root}/windows\\System32\\eTPKCS11.dll`, 'MZ'.padEnd(80));
    expect(findModules(null, windows).candidates).toMatchObject([{ productId: 'safenet', outcome: 'not-a-library' }]);
  });

  it('finds nothing on an empty machine', () => {
    expect(findModules(null, machine)).toEqual({ candidates: [], leftOut: [] });
  });
});

describe('the middleware list', () => {
  it('names each product once, with its sources and absolute paths', () => {
    expect(new Set(PRODUCTS.map(({ id }) => id)).size).toBe(PRODUCTS.length);
    for (const { id, sources, paths } of PRODUCTS) {
      expect(sources.length, id).toBeGreaterThan(0);
      for (const each of Object.values(paths).flat()) expect(each, id).toMatch(/^(\/|\{(system32|programFiles)|C:\\)/);
    }
    expect(PRODUCTS.at(-1)?.id).toBe('opensc');
  });

  it('knows products behind every card and USB id', () => {
    const known = new Set(PRODUCTS.map(({ id }) => id));
    const card = cardFamiliesOf('3b:d5:18:00:81:31:3a:7d:80:73:c8:21:10:30');
    expect(card).toEqual([{ card: 'SafeNet eToken 5110', products: ['safenet', 'idprime'] }]);
    expect(cardFamiliesOf('3B00')).toEqual([]);
    expect(usbTokenOf(0x1050, 0x0407)).toMatchObject({ name: 'YubiKey', products: ['ykcs11', 'opensc'] });
    expect(usbTokenOf(0x1050, 0x0001)).toBeUndefined();
    for (const [vendor, product] of [
      [0x0529, 0x0600],
      [0x096e, 0x0807],
      [0x25dd, 0x3111],
      [0x058f, 0x9540],
    ] as const) {
      for (const id of usbTokenOf(vendor, product)?.products ?? ['?']) expect(known).toContain(id);
    }
  });
});
