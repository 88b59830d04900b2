import path from 'node:path';
import type { SeededRandom } from '../fuzz/random.ts';
import type { DiskRecord } from './disk-log.ts';
import { FileState, type Survival } from './file-state.ts';

type Entry = FileState | 'folder';
type SyncRecord = Extract<DiskRecord, { readonly thread: number }>;

/** A change of names that no sync of their folders has confirmed yet; null: the name goes. */
interface NameChange {
  readonly order: number;
  readonly names: Map<string, Entry | null>;
}

/** What a power cut leaves: folders, and files with their content, by path. */
export type DiskImage = ReadonlyMap<string, Buffer | 'folder'>;

/**
 * A disk as POSIX promises it and no better: the bytes of a file are there for certain once a sync of the file that began
 * after they were written is over, and its name once the same is true of its folder. Of everything else any part may be
 * there after a power cut, also a part of what one call wrote.
 */
export class DiskState {
  #order = 0;
  /** As a program sees it. */
  readonly #names = new Map<string, Entry>();
  readonly #certain = new Map<string, Entry>();
  #changes: NameChange[] = [];
  readonly #files = new Map<bigint, FileState>();
  /** What a sync that is under way will have confirmed, by thread. */
  readonly #syncs = new Map<number, number>();
  readonly #ignoresSyncs: boolean;

  /** `root` is an empty folder that is there for certain. With `ignoresSyncs` no sync confirms anything: a disk that lies. */
  constructor(root: string, ignoresSyncs = false) {
    this.#ignoresSyncs = ignoresSyncs;
    for (const names of [this.#names, this.#certain]) names.set(root, 'folder');
  }

  apply(record: DiskRecord): void {
    this.#order += 1;
    switch (record.kind) {
      case 'open':
        this.#open(record);
        break;
      case 'write':
        this.#fileOf(record.file).write(this.#order, record.offset, record.bytes);
        break;
      case 'truncate':
        this.#fileOf(record.file).truncate(this.#order, record.size);
        break;
      case 'sync-begins':
        this.#syncs.set(record.thread, this.#order);
        break;
      case 'sync-ends':
        this.#confirm(record);
        break;
      case 'told':
        break;
      default:
        this.#change(record);
    }
  }

  /** What a power cut now would leave; `random` decides where `survival` leaves something open. */
  cut(survival: Survival, random: SeededRandom): DiskImage {
    const kept = this.#changes.filter(() => survival === 'all' || (survival === 'some' && random.natural(2) === 0));
    const first = survival === 'first' ? this.#changes.slice(0, random.natural(this.#changes.length + 1)) : kept;
    const names = new Map(this.#certain);
    for (const change of first) enter(names, change);
    const image = new Map<string, Buffer | 'folder'>();
    for (const [name, entry] of names) {
      if (!isReachable(names, name)) continue;
      image.set(name, entry === 'folder' ? entry : entry.cut(survival, random));
    }
    return image;
  }

  #open({ file, path: name, isTruncated }: Extract<DiskRecord, { kind: 'open' }>): void {
    const known = this.#names.get(name);
    if (known instanceof FileState && this.#files.get(file) === known) {
      if (isTruncated) known.truncate(this.#order, 0);
      return;
    }
    const made = new FileState();
    this.#files.set(file, made);
    this.#enter([name, made]);
  }

  #fileOf(file: bigint): FileState {
    const found = this.#files.get(file);
    if (found === undefined)
      throw new Error('A file was written that nobody made: the record of the disk is not whole.');
    return found;
  }

  #change(record: Extract<DiskRecord, { from: string } | { kind: 'remove' | 'make-folder' }>): void {
    if (record.kind === 'remove') this.#enter([record.path, null]);
    else if (record.kind === 'make-folder') this.#enter([record.path, 'folder']);
    else if ('from' in record) {
      const entry = this.#names.get(record.from) ?? null;
      if (record.kind === 'link') this.#enter([record.to, entry]);
      else this.#enter([record.from, null], [record.to, entry]);
    }
  }

  #enter(...names: [string, Entry | null][]): void {
    const change = { order: this.#order, names: new Map(names) };
    this.#changes.push(change);
    enter(this.#names, change);
  }

  #confirm({ file, thread, path: name }: SyncRecord): void {
    const until = this.#syncs.get(thread);
    if (this.#ignoresSyncs || until === undefined) return;
    if (this.#names.get(name) === 'folder') this.#confirmNames(name, until);
    else this.#files.get(file)?.confirm(until);
  }

  #confirmNames(name: string, until: number): void {
    for (const change of this.#changes) {
      if (change.order > until) break;
      const here = [...change.names].filter(([changed]) => path.dirname(changed) === name);
      for (const [changed, entry] of here) {
        enter(this.#certain, { names: new Map([[changed, entry]]) });
        change.names.delete(changed);
      }
    }
    this.#changes = this.#changes.filter(({ names }) => names.size > 0);
  }
}

function enter(into: Map<string, Entry>, { names }: Pick<NameChange, 'names'>): void {
  for (const [name, entry] of names) {
    if (entry === null) into.delete(name);
    else into.set(name, entry);
  }
}

/** Names below a folder whose own name is lost are lost with it. The first of all names is the root's. */
function isReachable(names: ReadonlyMap<string, Entry>, name: string): boolean {
  const [root] = names.keys();
  for (let folder = name; folder !== root; folder = path.dirname(folder)) if (!names.has(folder)) return false;
  return true;
}
