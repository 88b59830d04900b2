import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectModuleFile, libraryArchitectures, requireLoadableModule } from './module-file.ts';

function elf(machine: number): Buffer {
  const header = Buffer.alloc(64);
  header.writeUInt32BE(0x7f454c46, 0);
  header.writeUInt16LE(machine, 18);
  return header;
}

function portableExecutable(machine: number): Buffer {
  const header = Buffer.alloc(256);
  header.write('MZ', 0, 'latin1');
  header.writeUInt32LE(0x80, 0x3c);
  header.write('PE\0\0', 0x80, 'latin1');
  header.writeUInt16LE(machine, 0x84);
  return header;
}

function machO(cpuType: number): Buffer {
  const header = Buffer.alloc(64);
  header.writeUInt32LE(0xfeedfacf, 0);
  header.writeUInt32LE(cpuType, 4);
  return header;
}

function universal(...cpuTypes: readonly number[]): Buffer {
  const header = Buffer.alloc(8 + 20 * cpuTypes.length + 64);
  header.writeUInt32BE(0xcafebabe, 0);
  header.writeUInt32BE(cpuTypes.length, 4);
  cpuTypes.forEach((type, index) => header.writeUInt32BE(type, 8 + 20 * index));
  return header;
}

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'module-file-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('libraryArchitectures', () => {
  it.each([
    ['ELF x64', elf(0x3e), ['x64']],
    ['ELF arm64', elf(0xb7), ['arm64']],
    ['ELF of an unknown machine', elf(0x1234), []],
    ['PE x64', portableExecutable(0x8664), ['x64']],
    ['PE ia32', portableExecutable(0x14c), ['ia32']],
    ['Mach-O arm64', machO(0x0100000c), ['arm64']],
    ['universal binary', universal(0x01000007, 0x0100000c), ['x64', 'arm64']],
  ])('%s', (_, header, expected) => {
    expect(libraryArchitectures(header)).toEqual(expected);
  });

  it('is undefined for what is no library', () => {
    expect(libraryArchitectures(Buffer.alloc(100, 'text'))).toBeUndefined();
    expect(libraryArchitectures(Buffer.alloc(3))).toBeUndefined();
  });
});

describe('requireLoadableModule', () => {
  const refusal = (kind: string): Error =>
    expect.objectContaining({ code: 'SIGNING_PROVIDER_UNAVAILABLE', kind }) as Error;

  it('accepts a library for this processor', () => {
    writeFileSync(join(dir, 'good.so'), elf(0x3e));
    requireLoadableModule(join(dir, 'good.so'), 'x64');
  });

  it.each(['relative.so', './x.so', '//server/share/x.so', '\\\\server\\share\\x.dll', ''])(
    'refuses the path %s',
    (path) => {
      expect(() => requireLoadableModule(path, 'x64')).toThrow(refusal('permanent'));
    },
  );

  it('refuses a library for another processor and a text file, and waits for a missing one', () => {
    writeFileSync(join(dir, 'arm.so'), elf(0xb7));
    writeFileSync(join(dir, 'readme.txt'), 'x'.repeat(200));
    expect(() => requireLoadableModule(join(dir, 'arm.so'), 'x64')).toThrow(refusal('permanent'));
    expect(() => requireLoadableModule(join(dir, 'readme.txt'), 'x64')).toThrow(refusal('permanent'));
    expect(() => requireLoadableModule(join(dir, 'missing.so'), 'x64')).toThrow(refusal('transient'));
  });
});

describe('inspectModuleFile', () => {
  it.skipIf(process.platform === 'win32')('does not wait for whoever writes into a pipe', () => {
    const pipe = join(dir, 'pipe.so');
    execFileSync('mkfifo', [pipe]);
    expect(inspectModuleFile(pipe, process.arch)).toEqual({ outcome: 'not-a-library', architectures: null });
  });

  it.skipIf(process.platform === 'win32')('tells a link that leads to itself from a file that may not be read', () => {
    const loop = join(dir, 'loop.so');
    symlinkSync(loop, loop);
    expect(inspectModuleFile(loop, process.arch)).toEqual({ outcome: 'link-loop', architectures: null });
    expect(() => requireLoadableModule(loop, 'x64')).toThrow('not installed');
  });
});
