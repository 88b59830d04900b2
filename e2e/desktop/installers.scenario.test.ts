import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeStandInDistribution } from './stand-in-distribution.ts';
import { makeInstallerTools } from './stand-in-tools/make-tools.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const NODE = path.join(ROOT, 'node_modules/node/bin/node');
const DOCUMENTS = [
  ...['application/pdf', 'application/xml', 'text/xml', 'application/pkcs7-mime', 'application/pkcs7-signature'],
  ...['application/vnd.etsi.asic-e+zip', 'application/vnd.etsi.asic-s+zip', 'x-scheme-handler/signing-station'],
];

/** The installers as electron-builder makes them, around stand-ins for Electron and for the tools that it would download. */
describe('the installers', () => {
  let folder: string;
  const made = (pattern: RegExp): string => {
    const name = readdirSync(path.join(folder, 'out')).find((each) => pattern.test(each));
    if (name === undefined) throw new Error(`Nothing was made like ${String(pattern)}.`);
    return path.join(folder, 'out', name);
  };

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'station-installers-'));
    makeStandInDistribution(path.join(folder, 'electron'));
    const tools = makeInstallerTools(path.join(folder, 'tools'));
    for (const target of [
      ['--linux', 'deb', 'AppImage'],
      // The stand-in has no version that could be written over, so no place for the archive's hash either.
      ['--win', 'nsis', '-c.win.signAndEditExecutable=false', '-c.disableAsarIntegrity=true'],
    ]) {
      const builder = path.join(ROOT, 'node_modules/electron-builder/cli.js');
      const settings = [`-c.electronDist=${folder}/electron`, `-c.directories.output=${folder}/out`];
      execFileSync(NODE, [builder, ...target, '--x64', '--publish', 'never', ...settings], {
        ...{ cwd: ROOT, stdio: 'pipe' },
        // A proxy where nobody listens: what is not here is not fetched.
        env: { ...tools, HOME: folder, HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' },
      });
    }
  }, 600_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The entry of a menu, which Debian's validator has found in order, by its keys. */
  function menuEntry(file: string): Readonly<Record<string, string>> {
    execFileSync('desktop-file-validate', [file]);
    const lines = [...readFileSync(file, 'utf8').matchAll(/^([^=\n]+)=(.*)$/gm)];
    return Object.fromEntries(lines.map(([, key = '', value = '']) => [key, value] as const));
  }

  function offers(entry: Readonly<Record<string, string>>): readonly string[] {
    // electron-builder names a type once for each target that it has made.
    return [...new Set((entry['MimeType'] ?? '').split(';').filter(Boolean))].toSorted();
  }

  it('put a Debian package into an empty root, from which it goes again without a file of anybody else', () => {
    const root = path.join(folder, 'root');
    mkdirSync(path.join(root, 'var/lib/dpkg/info'), { recursive: true });
    mkdirSync(path.join(root, 'var/lib/dpkg/updates'));
    mkdirSync(path.join(root, 'home/anna/.local/share/signing-station'), { recursive: true });
    const kept = path.join(root, 'home/anna/.local/share/signing-station/station.db');
    for (const file of [kept, path.join(root, 'var/lib/dpkg/status'), path.join(root, 'var/lib/dpkg/available')])
      writeFileSync(file, '');
    const dpkg = (...args: readonly string[]): unknown => {
      const options = ['--log=/dev/null', '--force-depends', '--force-not-root'];
      // Its scripts link, start and load into the machine that they run on: they are read below.
      return execFileSync('dpkg', [`--root=${root}`, ...options, '--no-triggers', ...args], { stdio: 'pipe' });
    };
    dpkg('--unpack', made(/\.deb$/));
    const installed = path.join(root, 'opt/Signing Station');
    for (const file of ['signing-station', 'resources/app.asar', 'resources/apparmor-profile'])
      expect(existsSync(path.join(installed, file)), file).toBe(true);

    const entry = menuEntry(path.join(root, 'usr/share/applications/signing-station.desktop'));
    expect(entry).toMatchObject({
      Exec: '"/opt/Signing Station/signing-station" %U',
      // Electron names its windows by desktopName, so that the desktop finds this entry for them.
      StartupWMClass: 'signing-station',
      Icon: 'signing-station',
    });
    expect(offers(entry)).toEqual(DOCUMENTS.toSorted());
    const icon = path.join(root, 'usr/share/icons/hicolor/512x512/apps/signing-station.png');
    expect(readFileSync(icon).equals(readFileSync(path.join(ROOT, 'resources/package/icon.png')))).toBe(true);
    // Types that every system knows keep the names and icons that it has for them.
    const types = readFileSync(path.join(root, 'usr/share/mime/packages/signing-station.xml'), 'utf8');
    expect(
      [...types.matchAll(/mime-type type="([^"]+)"|glob pattern="([^"]+)"/g)].map((each) => each[1] ?? each[2]),
    ).toEqual(['application/vnd.etsi.asic-e+zip', '*.asice', 'application/vnd.etsi.asic-s+zip', '*.asics']);

    const scripts = ['postinst', 'postrm'].map((name) =>
      readFileSync(path.join(root, `var/lib/dpkg/info/signing-station.${name}`), 'utf8'),
    );
    expect(scripts.join('\n')).not.toMatch(/no-sandbox|\/home|\.local\/share|systemctl/);
    expect(scripts[0]).toContain('apparmor_parser --replace');
    rmSync(path.join(root, 'var/lib/dpkg/info/signing-station.postrm'));
    dpkg('--purge', 'signing-station');
    expect(existsSync(installed)).toBe(false);
    expect(existsSync(kept)).toBe(true);
  });

  it('make an AppImage whose menu entry starts it with the sandbox and offers it for the same documents', () => {
    const image = made(/\.AppImage$/);
    // What stands before the file system is the program that mounts it.
    const offset = readFileSync(image).indexOf('hsqs');
    execFileSync('unsquashfs', ['-q', '-n', '-d', path.join(folder, 'image'), '-o', String(offset), image], {
      stdio: 'pipe',
    });
    const entry = menuEntry(path.join(folder, 'image/signing-station.desktop'));
    expect(entry['Exec']).toMatch(/^AppRun (?!.*no-sandbox).*%U$/);
    expect(offers(entry)).toEqual(DOCUMENTS.toSorted());
    expect(existsSync(path.join(folder, 'image/resources/app.asar'))).toBe(true);
  });

  it('compile the one for Windows, in which a warning is a fault', () => {
    expect(
      readFileSync(made(/Setup .*\.exe$/))
        .subarray(0, 2)
        .toString(),
    ).toBe('MZ');
    // Made of the program's picture, which is not Electron's own.
    expect(existsSync(path.join(folder, 'out/.icon-ico/icon.ico'))).toBe(true);
  });
});
