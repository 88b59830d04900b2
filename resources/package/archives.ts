import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT, version } from './program-files.ts';

/** The same files make the same archive: no times, no users of the machine that packs. */
const REPRODUCIBLE = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
const DEBIAN_ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
const SERVER = path.join(import.meta.dirname, 'server');

/** `signing-station-VERSION-linux-ARCH.tar.gz` in `folder`, which unpacks into one folder; answers its path. */
export function makeTarball(program: string, folder: string): string {
  const file = path.join(folder, `signing-station-${version()}-linux-${process.arch}.tar.gz`);
  execFileSync('tar', [...REPRODUCIBLE, ...['-czf', file, '-C', path.dirname(program), path.basename(program)]]);
  return file;
}

/** The Debian package in `folder`: the program below /opt, a command, a unit, a system user. Answers its path. */
export function makeDebianPackage(program: string, work: string, folder: string): string {
  const root = path.join(work, 'deb');
  const at = (place: string): string => {
    mkdirSync(path.join(root, path.dirname(place)), { recursive: true });
    return path.join(root, place);
  };
  cpSync(program, at('opt/signing-station'), { recursive: true });
  symlinkSync('../../opt/signing-station/bin/signing-station', at('usr/bin/signing-station'));
  cpSync(
    path.join(ROOT, 'resources/deployment/signing-station.service'),
    at('usr/lib/systemd/system/signing-station.service'),
  );
  cpSync(path.join(SERVER, 'sysusers.conf'), at('usr/lib/sysusers.d/signing-station.conf'));
  writeFileSync(at('usr/share/man/man1/signing-station.1.gz'), gzipSync(printed(program, 'manual')));
  writeFileSync(at('usr/share/bash-completion/completions/signing-station'), printed(program, 'completion', 'bash'));
  cpSync(path.join(program, 'THIRD-PARTY.md'), at('usr/share/doc/signing-station-server/copyright'));
  for (const script of ['postinst', 'prerm', 'postrm']) {
    cpSync(path.join(SERVER, script), at(`DEBIAN/${script}`));
    chmodSync(at(`DEBIAN/${script}`), 0o755);
  }
  const architecture = DEBIAN_ARCHITECTURES[process.arch] ?? process.arch;
  const control = readFileSync(path.join(SERVER, 'control'), 'utf8')
    .replace('VERSION', version())
    .replace('ARCHITECTURE', architecture)
    .replace('KIBIBYTES', String(kibibytesOf(root)));
  writeFileSync(at('DEBIAN/control'), control);
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', root]);
  const file = path.join(folder, `signing-station-server_${version()}_${architecture}.deb`);
  const environment = { ...process.env, SOURCE_DATE_EPOCH: '0' };
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', root, file], {
    env: environment,
    stdio: 'pipe',
  });
  return file;
}

/** What the files below a folder take on a disk, each in whole KiB as Debian counts them, so that apt can say what is needed. */
function kibibytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => Math.ceil(statSync(path.join(entry.parentPath, entry.name)).size / 1024))
    .reduce((sum, size) => sum + size, 0);
}

/** What a command of the program prints. */
function printed(program: string, ...args: readonly string[]): string {
  return execFileSync(path.join(program, 'bin/node'), [path.join(program, 'dist/cli.js'), ...args], {
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  });
}
