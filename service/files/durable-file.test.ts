import * as fs from 'node:fs';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeDurably, type FileSystem } from './durable-file.ts';

const FILE = '/data/installation-id';

class PowerCut extends Error {}

interface Inode {
  content: string;
  /** What is on the disk whatever happens. */
  synced: string;
}

/** A disk that keeps nothing but what was synced, and loses power before its `allowed + 1`st operation. */
class Disk implements FileSystem {
  operations = 0;
  readonly names = new Map<string, Inode>();
  /** Names as they may be found after a power cut: what the folder's last sync saw, and each later state of it. */
  readonly found: Map<string, Inode>[] = [];
  readonly #open = new Map<number, { readonly inode: Inode | null }>();
  readonly #allowed: number;
  readonly #bytesATime: number;

  constructor(before: string | null, allowed: number, bytesATime: number) {
    if (before !== null) this.names.set(FILE, { content: before, synced: before });
    this.found.push(new Map(this.names));
    this.#allowed = allowed;
    this.#bytesATime = bytesATime;
  }

  /** Every content that the file may have after a power cut now; null where it may be missing. */
  contents(): (string | null)[] {
    return this.found.flatMap((names) => {
      const inode = names.get(FILE);
      return inode === undefined ? [null] : [inode.synced, inode.content];
    });
  }

  openSync = (file: string): number => {
    this.#step();
    const descriptor = this.operations;
    if (file === path.dirname(FILE)) {
      this.#open.set(descriptor, { inode: null });
      return descriptor;
    }
    const inode = { content: '', synced: '' };
    this.names.set(file, inode);
    this.#renamed();
    this.#open.set(descriptor, { inode });
    return descriptor;
  };

  writeSync = (descriptor: number, bytes: Uint8Array, offset: number): number => {
    this.#step();
    const part = bytes.subarray(offset, offset + this.#bytesATime);
    const inode = this.#open.get(descriptor)?.inode;
    if (inode != null) inode.content += new TextDecoder().decode(part);
    return part.length;
  };

  fsyncSync = (descriptor: number): void => {
    this.#step();
    const opened = this.#open.get(descriptor);
    if (opened?.inode != null) opened.inode.synced = opened.inode.content;
    else this.found.splice(0, this.found.length, new Map(this.names));
  };

  closeSync = (): void => this.#step();

  renameSync = (from: string, to: string): void => {
    this.#step();
    const inode = this.names.get(from);
    if (inode === undefined) throw new Error(`${from} is not there.`);
    this.names.delete(from);
    this.names.set(to, inode);
    this.#renamed();
  };

  rmSync = (file: string): void => {
    this.#step();
    this.names.delete(file);
    this.#renamed();
  };

  #renamed(): void {
    this.found.push(new Map(this.names));
  }

  #step(): void {
    if (this.operations >= this.#allowed) throw new PowerCut();
    this.operations++;
  }
}

describe.runIf(process.platform !== 'win32')('a power cut while a file is written durably', () => {
  it.each([null, 'old'])('leaves all of the old content (%s) or all of the new, whenever it comes', (before) => {
    for (const bytesATime of [1, 3, 100]) {
      let isDone = false;
      for (let allowed = 0; !isDone; allowed++) {
        const disk = new Disk(before, allowed, bytesATime);
        try {
          writeDurably(FILE, 'new content', disk);
          isDone = true;
        } catch (fault) {
          expect(fault).toBeInstanceOf(PowerCut);
        }
        for (const content of disk.contents()) expect([before, 'new content']).toContain(content);
        if (isDone) expect(disk.contents()).toEqual(['new content', 'new content']);
      }
    }
  });

  it('would be seen by this test, were a sync missing', () => {
    const withoutSync = (skipped: 'file' | 'folder') => {
      const disk = new Disk('old', 1_000, 100);
      const { fsyncSync } = disk;
      let count = 0;
      disk.fsyncSync = (descriptor) => {
        count++;
        if ((skipped === 'file') !== (count === 1)) fsyncSync(descriptor);
      };
      writeDurably(FILE, 'new content', disk);
      return disk.contents();
    };
    expect(withoutSync('file')).toContain('');
    expect(withoutSync('folder')).toContain('old');
  });
});

describe('writeDurably', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'station-durable-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('replaces a file with one that its owner alone may read, and leaves nothing else', () => {
    const file = path.join(folder, 'id');
    writeFileSync(file, 'a much longer content than the new one', { mode: 0o644 });
    writeDurably(file, new Uint8Array([0x61, 0xff, 0x00]));
    expect([...readFileSync(file)]).toEqual([0x61, 0xff, 0x00]);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['id']);
  });

  it('leaves the old file and no temporary one when the system refuses', () => {
    const file = path.join(folder, 'id');
    writeDurably(file, 'old');
    const system: Partial<FileSystem> = {
      renameSync: () => {
        throw new Error('EROFS');
      },
    };
    const mounted = { ...fs, ...system };
    expect(() => writeDurably(file, 'new', mounted)).toThrow('EROFS');
    const full = { ...fs, fsyncSync: () => expect.fail('ENOSPC') };
    expect(() => writeDurably(file, 'new', full)).toThrow('ENOSPC');
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['id']);
  });
});
