import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeDebianPackage, makeTarball } from './archives.ts';
import { arrangeProgram, ROOT, version } from './program-files.ts';

/**
 * `npm run package:server`: the station for servers, without Electron and with its own Node, as a tarball and a Debian
 * package below `dist/packages`, or the folder that is named.
 */
function main(folder: string): void {
  if (process.platform !== 'linux')
    throw new Error('The server package is made on Linux, of the files of this machine.');
  const work = mkdtempSync(path.join(tmpdir(), 'server-package-'));
  try {
    mkdirSync(folder, { recursive: true });
    const program = path.join(work, `signing-station-${version()}`);
    arrangeProgram(program);
    for (const made of [makeTarball(program, folder), makeDebianPackage(program, work, folder)]) {
      const megabytes = (statSync(made).size / 1e6).toFixed(1);
      process.stdout.write(`${made} ${megabytes} MB\n`);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

main(path.resolve(process.argv[2] ?? path.join(ROOT, 'dist/packages')));
