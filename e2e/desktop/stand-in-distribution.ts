import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pluginLibrary } from './stand-in-tools/plugin-library.ts';

/** By which the fuses are found in Electron's binary; their states follow it: version, count, one character each. */
export const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** The files of an Electron distribution for Linux and Windows that packaging touches; its program does nothing. */
export function makeStandInDistribution(folder: string): void {
  const write = (name: string, content: string | Buffer): void => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  };
  // As Electron ships them: run as Node, cookies, NODE_OPTIONS, inspect, integrity, only the archive, snapshot, file.
  const fuses = Buffer.concat([Buffer.from(FUSE_SENTINEL), Buffer.from([1, 8]), Buffer.from('10110001')]);
  write('electron', Buffer.concat([Buffer.from('#!/bin/sh\nexit 0\n'), fuses]));
  // Integrity of the archive is written into a program for Windows: it has to be one by its form.
  write('electron.exe', pluginLibrary([fuses.toString('latin1')]));
  chmodSync(path.join(folder, 'electron'), 0o755);
  write('version', '45.4.1');
  write('LICENSE', 'licence');
  write('LICENSES.chromium.html', 'licences');
  write('locales/en-US.pak', '');
}
