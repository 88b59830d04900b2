import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Told } from '../../service/contract/vocabulary/sentence.ts';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';

const HEADER_BYTES = 4096;

/** What a module's file alone says about loading it; processor names as in `process.arch`, null when unreadable. */
export interface ModuleFileFacts {
  readonly outcome:
    | 'ready'
    | 'path-refused'
    | 'missing'
    | 'link-loop'
    | 'directory'
    | 'unreadable'
    | 'not-a-library'
    | 'wrong-architecture';
  readonly architectures: readonly string[] | null;
}

/**
 * Looks at a module without loading it. Relative and network paths are refused unread, as a module is code that runs
 * here; nothing may be loaded unless the outcome is `ready`.
 */
export function inspectModuleFile(
  path: string,
  architecture: string,
  platform: NodeJS.Platform = process.platform,
): ModuleFileFacts {
  if (!isAbsolute(path) || path.startsWith('\\\\') || path.startsWith('//')) {
    return { outcome: 'path-refused', architectures: null };
  }
  const header = readHeader(path);
  if (typeof header === 'string') return { outcome: header, architectures: null };
  const architectures = libraryArchitectures(header);
  if (architectures === undefined || !isOfPlatform(header, platform)) {
    return { outcome: 'not-a-library', architectures: null };
  }
  return { outcome: architectures.includes(architecture) ? 'ready' : 'wrong-architecture', architectures };
}

/**
 * Refuses what cannot be loaded before it is loaded. Throws SIGNING_PROVIDER_UNAVAILABLE, permanent except for a file
 * that is missing or cannot be read (drivers are installed and removed while the station runs).
 */
export function requireLoadableModule(path: string, architecture: string): void {
  const { outcome, architectures } = inspectModuleFile(path, architecture);
  switch (outcome) {
    case 'ready':
      return;
    case 'path-refused':
      throw refusal(tell('MODULE_PATH_RELATIVE'));
    case 'not-a-library':
      throw refusal(tell('MODULE_OF_OTHER_SYSTEM'));
    case 'wrong-architecture': {
      const found = architectures?.join(', ') ?? '';
      throw refusal(tell('MODULE_OF_OTHER_PROCESSOR', { found, needed: architecture }));
    }
    case 'missing':
    case 'link-loop':
    case 'directory':
    case 'unreadable':
      throw new StationError('SIGNING_PROVIDER_UNAVAILABLE', tell('MODULE_NOT_INSTALLED'), {
        kind: 'transient',
        waitReason: 'PROVIDER_UNAVAILABLE',
      });
  }
}

function readHeader(path: string): Buffer | 'missing' | 'link-loop' | 'directory' | 'unreadable' {
  try {
    // Without O_NONBLOCK a pipe would keep us waiting for whoever writes into it. Windows has no such flag and needs none.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const status = fstatSync(file);
      if (status.isDirectory()) return 'directory';
      if (!status.isFile()) return Buffer.alloc(0);
      const header = Buffer.alloc(HEADER_BYTES);
      return header.subarray(0, readSync(file, header, 0, HEADER_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EISDIR') return 'directory';
    if (code === 'ELOOP') return 'link-loop';
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable';
  }
}

/** ELF for Linux and the BSDs, PE for Windows, Mach-O for macOS: a file of another system cannot be loaded here. */
function isOfPlatform(header: Buffer, platform: NodeJS.Platform): boolean {
  const isElf = header.readUInt32BE(0) === 0x7f454c46;
  const isPortableExecutable = header.toString('latin1', 0, 2) === 'MZ';
  if (platform === 'win32') return isPortableExecutable;
  return platform === 'darwin' ? !isElf && !isPortableExecutable : isElf;
}

const ELF_MACHINES: Readonly<Record<number, string>> = { 0x03: 'ia32', 0x28: 'arm', 0x3e: 'x64', 0xb7: 'arm64' };
const PE_MACHINES: Readonly<Record<number, string>> = { 0x14c: 'ia32', 0x1c4: 'arm', 0x8664: 'x64', 0xaa64: 'arm64' };
const MACH_CPU_TYPES: Readonly<Record<number, string>> = { 0x01000007: 'x64', 0x0100000c: 'arm64', 7: 'ia32' };

/** Processor names as in `process.arch` that the library was built for; undefined when it is no library. */
export function libraryArchitectures(header: Buffer): string[] | undefined {
  if (header.length < 64) return undefined;
  if (header.readUInt32BE(0) === 0x7f454c46) return named(ELF_MACHINES, [header.readUInt16LE(18)]);
  if (header.toString('latin1', 0, 2) === 'MZ') return portableExecutable(header);
  if (header.readUInt32LE(0) === 0xfeedfacf) return named(MACH_CPU_TYPES, [header.readUInt32LE(4)]);
  if (header.readUInt32BE(0) === 0xcafebabe) return universalBinary(header);
  return undefined;
}

function portableExecutable(header: Buffer): string[] | undefined {
  const offset = header.readUInt32LE(0x3c);
  if (offset + 6 > header.length || header.readUInt32BE(offset) !== 0x50450000) return undefined;
  return named(PE_MACHINES, [header.readUInt16LE(offset + 4)]);
}

function universalBinary(header: Buffer): string[] {
  const count = Math.min(header.readUInt32BE(4), Math.floor((header.length - 8) / 20));
  return named(
    MACH_CPU_TYPES,
    Array.from({ length: count }, (_, index) => header.readUInt32BE(8 + 20 * index)),
  );
}

function named(names: Readonly<Record<number, string>>, values: readonly number[]): string[] {
  return values.flatMap((value) => names[value] ?? []);
}

function refusal(message: Told): StationError {
  return new StationError('SIGNING_PROVIDER_UNAVAILABLE', message, {
    kind: 'permanent',
    waitReason: 'PROVIDER_UNAVAILABLE',
  });
}
