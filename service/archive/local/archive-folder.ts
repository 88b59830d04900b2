import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { removeUnfinished, syncFolder, writeDurably } from '../../files/durable-file.ts';
import type { Archive, ArchiveKind } from '../archive.ts';
import { archiveText, readArchive, type Follows, type ReadArchive } from './archive-lines.ts';

/** One sequence of numbers for files of all kinds, since they are one chain. */
const FILE = /^(audit|requests)-(\d{6,})\.jsonl$/;

/** An archive of numbered files in a folder that only its owner may read. */
export function createArchiveFolder(folder: string): Archive {
  return {
    async add(kind, records) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      syncFolder(path.dirname(folder));
      // Only one station writes here, and one file at a time: nobody is at work on them.
      removeUnfinished(folder, (name) => FILE.test(name));
      const newest = (await archiveFiles(folder)).at(-1);
      const follows = newest === undefined ? null : { file: newest, sha256: (await read(folder, newest)).sha256 };
      const file = nameAfter(kind, newest);
      const { text, sha256 } = archiveText(kind, follows, records);
      writeDurably(path.join(folder, file), text);
      return { file, sha256 };
    },
    async newest(kind) {
      const file = (await archiveFiles(folder)).findLast((name) => name.startsWith(`${kind}-`));
      if (file === undefined) return null;
      const { ids, sha256 } = await read(folder, file);
      return { file, sha256, ids };
    },
  };
}

export interface ArchiveVerdict {
  readonly files: number;
  readonly events: number;
  readonly requests: number;
  /** Of the newest file's last line; null where there is none that could be read. */
  readonly sha256: string | null;
  /** A sentence for each thing that is not as it was written. */
  readonly faults: readonly string[];
}

/** Reads every file and follows the chain from the first to the last. */
export async function verifyArchiveFolder(folder: string): Promise<ArchiveVerdict> {
  const files = await archiveFiles(folder);
  const faults: string[] = [];
  const ids = { audit: new Set<string>(), requests: new Set<string>() };
  let before: Follows = null;
  let isBroken = false;
  for (const file of files) {
    const found: ReadArchive | undefined = await read(folder, file).catch((fault: unknown) => {
      faults.push(fault instanceof Error ? fault.message : `${file}: it cannot be read`);
      return undefined;
    });
    if (found !== undefined && !isBroken && JSON.stringify(found.follows) !== JSON.stringify(before)) {
      faults.push(`${file}: it was written after ${nameOf(found.follows)}, and comes after ${nameOf(before)}`);
    }
    if (found !== undefined) for (const id of found.ids) ids[found.kind].add(id);
    isBroken = found === undefined;
    before = found === undefined ? before : { file, sha256: found.sha256 };
  }
  const sha256 = isBroken ? null : (before?.sha256 ?? null);
  return { files: files.length, events: ids.audit.size, requests: ids.requests.size, sha256, faults };
}

function nameOf(follows: Follows): string {
  return follows === null ? 'no other file' : `${follows.file} that ended with ${follows.sha256}`;
}

async function read(folder: string, file: string): Promise<ReadArchive> {
  try {
    return readArchive(await readFile(path.join(folder, file), 'utf8'));
  } catch (fault) {
    throw new Error(`${file}: ${fault instanceof Error ? fault.message : 'it cannot be read'}.`, { cause: fault });
  }
}

/** From the oldest to the newest. */
async function archiveFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((fault: unknown) => {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return [];
    throw fault;
  });
  return names.filter((name) => FILE.test(name)).sort((left, right) => numberOf(left) - numberOf(right));
}

function nameAfter(kind: ArchiveKind, newest: string | undefined): string {
  const number = newest === undefined ? 1 : numberOf(newest) + 1;
  return `${kind}-${String(number).padStart(6, '0')}.jsonl`;
}

function numberOf(name: string): number {
  return Number(FILE.exec(name)?.[2]);
}
