import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { makePfx } from '../actors/tokens/make-pfx.ts';
import { makeSoftHsmToken } from '../actors/tokens/softhsm.ts';
import { withoutKoffi } from '../documents/package-files.ts';
import { smallPdfs } from '../documents/pdf/make-pdfs.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const NODE = path.join(ROOT, 'node_modules/node/bin/node');
const PASSWORD = 'password of the file';

/** The package for servers, made as its command makes it, installed into an empty root, and run from there. */
describe.skipIf(process.platform !== 'linux')('the server package', () => {
  let folder: string;
  let root: string;
  let installed: string;
  let files: string[];
  const made = (pattern: RegExp): string => {
    const name = readdirSync(path.join(folder, 'out')).find((each) => pattern.test(each));
    if (name === undefined) throw new Error(`Nothing was made like ${String(pattern)}.`);
    return path.join(folder, 'out', name);
  };

  function install(file: string): void {
    // Its scripts see an empty root: they run outside of it and know.
    const options = ['--force-script-chrootless', '--force-depends', '--force-not-root'];
    execFileSync('dpkg', [`--root=${root}`, '--log=/dev/null', ...options, '--install', file], { stdio: 'pipe' });
  }

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'server-'));
    execFileSync(NODE, [path.join(ROOT, 'resources/package/main.ts'), path.join(folder, 'out')], { stdio: 'pipe' });
    root = path.join(folder, 'root');
    mkdirSync(path.join(root, 'var/lib/dpkg/info'), { recursive: true });
    mkdirSync(path.join(root, 'var/lib/dpkg/updates'));
    for (const file of ['status', 'available']) execFileSync('touch', [path.join(root, 'var/lib/dpkg', file)]);
    install(made(/\.deb$/));
    installed = path.join(root, 'opt/signing-station');
    files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    // Two archives of 50 MB are packed: a busy machine takes minutes.
  }, 900_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('installs a program, a command, a unit, a user and a manual page', () => {
    for (const file of [
      'usr/lib/systemd/system/signing-station.service',
      'usr/lib/sysusers.d/signing-station.conf',
      'usr/share/man/man1/signing-station.1.gz',
      'usr/share/bash-completion/completions/signing-station',
      'usr/share/doc/signing-station-server/copyright',
    ]) {
      expect(existsSync(path.join(root, file))).toBe(true);
    }
    const unit = readFileSync(path.join(root, 'usr/lib/systemd/system/signing-station.service'), 'utf8');
    const program = /^ExecStart=(\S+) \S+ (\S+) /m.exec(unit);
    for (const file of [program?.[1], program?.[2], /^Documentation=file:\/\/(\S+)/m.exec(unit)?.[1]]) {
      expect(existsSync(path.join(root, file ?? 'nothing'))).toBe(true);
    }
    // A station without usable settings says so once, and not every two seconds for ever.
    expect(unit).toMatch(/^RestartPreventExitStatus=78$/m);
    const [, kibibytes] =
      /^Installed-Size: (\d+)$/m.exec(readFileSync(path.join(root, 'var/lib/dpkg/status'), 'utf8')) ?? [];
    const bytes = files.reduce((sum, file) => sum + statSync(path.join(installed, file)).size, 0);
    expect(Number(kibibytes) / (bytes / 1024)).toBeCloseTo(1, 1);
    // Debian installs as root: what others could change would not be theirs alone to run.
    const writable = files.filter((file) => (statSync(path.join(installed, file)).mode & 0o022) !== 0);
    expect(writable).toEqual([]);
  });

  it.skipIf(!existsSync('/usr/bin/systemd-analyze'))(
    'brings a unit in which systemd finds nothing wrong and little open',
    () => {
      const units = path.join(root, 'usr/lib/systemd/system');
      // What every system has, and an empty root does not.
      for (const name of ['sysinit', 'basic', 'shutdown', 'multi-user', 'network-online'])
        writeFileSync(path.join(units, `${name}.target`), '[Unit]\n');
      const analyze = (...args: readonly string[]): readonly [number | null, string] => {
        const unit = [`--root=${root}`, '--no-pager', 'signing-station.service'];
        const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, ...unit], { encoding: 'utf8' });
        return [status, `${stdout}${stderr}`];
      };
      expect(analyze('verify')).toEqual([0, '']);
      const [status, table] = analyze('security', '--offline=true', '--threshold=14');
      expect(table).toContain('Overall exposure level');
      expect(status, 'at most 1.4 of 10').toBe(0);
    },
  );

  it('holds nothing of the workshop, of Electron, or of other machines', () => {
    const stray = withoutKoffi(files).filter((file) =>
      /\.map$|\.ts$|\.(test|suite)\.|main\.js$|preload|\.(cc|cpp|hh|gyp)$|(^|\/)(tests?|src)(\/|$)|(darwin|win32|android).*\.node$/.test(
        file,
      ),
    );
    expect(stray).toEqual([]);
    const modules = readdirSync(path.join(installed, 'node_modules'));
    expect(modules.toSorted()).toEqual(['@koromix', 'better-sqlite3', 'koffi', 'node-gyp-build', 'pkcs11js', 'usb']);
    expect(readdirSync(installed).toSorted()).toEqual([
      ...['THIRD-PARTY.md', 'bin', 'dist', 'docs', 'node_modules', 'package.json', 'samples', 'sbom.cdx.json'],
    ]);
  });

  it('names the works of others that it ships, Node among them', () => {
    const licences = readFileSync(path.join(installed, 'THIRD-PARTY.md'), 'utf8');
    const bom = JSON.parse(readFileSync(path.join(installed, 'sbom.cdx.json'), 'utf8')) as {
      readonly components: readonly { readonly name: string; readonly version: string }[];
    };
    const node = bom.components.find(({ name }) => name === 'node');
    const version = execFileSync(path.join(installed, 'bin/node'), ['--version'], { encoding: 'utf8' }).trim();
    expect(`v${node?.version ?? ''}`).toBe(version);
    expect(bom.components.map(({ name }) => name)).not.toContain('electron');
    for (const { name, version: each } of bom.components) {
      expect(licences).toContain(`## ${name === 'node' ? 'Node.js' : name} ${each}`);
    }
  });

  it('signs, verifies and ends as a station for real signatures, from where it was installed', async () => {
    await makePfx(path.join(folder, 'signer.p12'), PASSWORD);
    const station = await startStation({
      installedAt: installed,
      settings: { 'Signing:Pfx:Path': path.join(folder, 'signer.p12') },
      environment: { SERVICE_SECRET_SIGNING_PFX_PASSWORD: PASSWORD },
    });
    try {
      const client = createStationClient(station.url);
      await client.listedCertificates();
      const { classic = Buffer.alloc(0) } = smallPdfs();
      const { id } = await client.create(classic, {});
      expect(await client.finished(id)).toMatchObject({ status: 'Completed', errorMessage: null });
      // Nobody has trusted this certificate: the arithmetic and the document are right.
      expect(await client.verification(id)).toMatchObject({ overallStatus: 'INDETERMINATE' });
      const own: unknown = await (await fetch(`${station.url}/api/v1/stations`)).json();
      expect(own).toMatchObject([{ isThis: true, commandLine: 'signing-station' }]);
      const page = await fetch(`${station.url}/`);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<html')]);
      expect((await fetch(`${station.url}/openapi/v1.json`)).status).toBe(404);
    } finally {
      expect(await station.stop()).toBe(0);
      await station.dispose();
    }
  }, 240_000);

  it('signs with a token', async () => {
    const keys = [{ type: 'P-256', id: '01', label: 'one' }] as const;
    const token = await makeSoftHsmToken({ dir: path.join(folder, 'hsm'), label: 'packed', pin: '24681357', keys });
    const station = await startStation({
      installedAt: installed,
      settings: { 'Signing:SmartCard:ModulePath': token.modulePath, 'Signing:SmartCard:TokenLabel': 'packed' },
      environment: { ...token.environment, SERVICE_SECRET_SIGNING_SMARTCARD_PIN: '24681357' },
    });
    try {
      const client = createStationClient(station.url);
      await client.listedCertificates();
      const { id } = await client.create(Buffer.from('text'), { format: 'CAdES', signingProvider: 'SmartCard' });
      expect(await client.finished(id)).toMatchObject({ status: 'Completed', errorMessage: null });
    } finally {
      await station.dispose();
      await token.remove();
    }
  }, 240_000);

  it('unpacks from the tarball to the same program, whose command runs from anywhere', () => {
    const other = path.join(folder, 'unpacked');
    mkdirSync(other);
    execFileSync('tar', ['-xzf', made(/\.tar\.gz$/), '-C', other]);
    const [name = ''] = readdirSync(other);
    expect(readdirSync(path.join(other, name), { recursive: true }).toSorted()).toEqual(files.toSorted());
    const command = path.join(root, 'usr/bin/signing-station');
    const shown = execFileSync(command, ['print-config', `--Data:Directory=${folder}/data`], {
      ...{ encoding: 'utf8', cwd: folder, env: { PATH: '/usr/bin:/bin', HOME: folder } },
    });
    expect(JSON.parse(shown)).toMatchObject({ Environment: 'Production' });
  });

  it('is replaced by a newer one that is installed over it, and what people keep stays', async () => {
    await makePfx(path.join(folder, 'signer.p12'), PASSWORD);
    const [settings, data] = [path.join(root, 'etc/signing-station/config.json'), path.join(root, 'var/lib/data')];
    mkdirSync(path.dirname(settings), { recursive: true });
    writeFileSync(settings, JSON.stringify({ Signing: { Pfx: { Path: path.join(folder, 'signer.p12') } } }));
    const start = () =>
      startStation({
        ...{ installedAt: installed, dataDirectory: data, settings: { config: settings } },
        environment: { SERVICE_SECRET_SIGNING_PFX_PASSWORD: PASSWORD },
      });
    const older = await start();
    const { id } = await createStationClient(older.url).create(Buffer.from('text'), { format: 'CAdES' });
    expect((await createStationClient(older.url).finished(id)).status).toBe('Completed');
    const output = await createStationClient(older.url).content(id);
    await older.stop();
    install(newerPackage());
    expect(existsSync(path.join(installed, 'docs/using.md')), 'what the newer one does not have').toBe(false);
    expect(readFileSync(path.join(installed, 'package.json'), 'utf8')).toContain('"99.0.0"');
    const newer = await start();
    try {
      const client = createStationClient(newer.url);
      expect((await client.content(id)).equals(output)).toBe(true);
      const next = await client.create(Buffer.from('text'), { format: 'CAdES' });
      expect((await client.finished(next.id)).status).toBe('Completed');
    } finally {
      await newer.stop();
    }
  }, 900_000);

  /** The same package as version 99 with a file less. */
  function newerPackage(): string {
    const [raw, file] = [path.join(folder, 'newer'), path.join(folder, 'newer.deb')];
    execFileSync('dpkg-deb', ['--raw-extract', made(/\.deb$/), raw]);
    rmSync(path.join(raw, 'opt/signing-station/docs/using.md'));
    for (const [name, pattern] of [
      ['DEBIAN/control', /(?<=^Version: )\S+/m],
      ['opt/signing-station/package.json', /(?<="version": ?")[^"]+/],
    ] as const) {
      const text = readFileSync(path.join(raw, name), 'utf8');
      expect(text).toMatch(pattern);
      writeFileSync(path.join(raw, name), text.replace(pattern, '99.0.0'));
    }
    execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', raw, file], { stdio: 'pipe' });
    return file;
  }
});
