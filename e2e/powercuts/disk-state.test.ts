import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../fuzz/random.ts';
import type { DiskRecord } from './disk-log.ts';
import { DiskState } from './disk-state.ts';
import type { Survival } from './file-state.ts';

const [ROOT, FILE, OTHER] = ['/disk', '/disk/file', '/disk/other'];
const opened: DiskRecord = { kind: 'open', file: 1n, path: FILE, isTruncated: false };
const written = (text: string, offset = 0): DiskRecord => ({
  kind: 'write',
  file: 1n,
  offset,
  bytes: Buffer.from(text),
});
const synced = (path: string, file = 1n): DiskRecord[] => [
  { kind: 'sync-begins', file, thread: 1, path },
  { kind: 'sync-ends', file, thread: 1, path },
];

function left(records: readonly DiskRecord[], survival: Survival = 'nothing', seed = 1) {
  const state = new DiskState(ROOT);
  for (const record of records) state.apply(record);
  const image = state.cut(survival, new SeededRandom(seed));
  return Object.fromEntries([...image].flatMap(([name, content]) => (name === ROOT ? [] : [[name, String(content)]])));
}

describe('what a power cut leaves', () => {
  it('is a file whose bytes and name were synced, and neither by itself', () => {
    expect(left([opened, written('text'), ...synced(FILE), ...synced(ROOT, 9n)])).toEqual({ [FILE]: 'text' });
    expect(left([opened, written('text'), ...synced(FILE)])).toEqual({});
    expect(left([opened, written('text'), ...synced(ROOT, 9n)])).toEqual({ [FILE]: '' });
    expect(left([opened, written('text')], 'all')).toEqual({ [FILE]: 'text' });
  });

  it('is nothing of what was written after a sync began', () => {
    const [begins, ends] = synced(FILE) as [DiskRecord, DiskRecord];
    const records = [opened, ...synced(ROOT, 9n), written('one'), begins, written('two'), ends];
    expect(left(records)).toEqual({ [FILE]: 'one' });
    expect(left(records, 'all')).toEqual({ [FILE]: 'two' });
  });

  it('is the old name, the new one, or for a while both, of a file that was renamed', () => {
    const before = [opened, written('text'), ...synced(FILE), ...synced(ROOT, 9n)];
    const renamed: DiskRecord = { kind: 'rename', from: FILE, to: OTHER };
    expect(left([...before, renamed])).toEqual({ [FILE]: 'text' });
    expect(left([...before, renamed, ...synced(ROOT, 9n)])).toEqual({ [OTHER]: 'text' });
  });

  it('is nothing below a folder whose own name is lost', () => {
    const made: DiskRecord = { kind: 'make-folder', path: '/disk/folder' };
    const inside: DiskRecord = { ...opened, path: '/disk/folder/file' };
    const records = [made, inside, written('text'), ...synced('/disk/folder/file'), ...synced('/disk/folder', 8n)];
    expect(left(records)).toEqual({});
    expect(left([...records, ...synced(ROOT, 9n)])).toEqual({ '/disk/folder': 'folder', '/disk/folder/file': 'text' });
  });

  it('is some pages of a write, zeros where none was, and nothing behind a shorter end', () => {
    const pages = [opened, ...synced(ROOT, 9n), written('a'.repeat(4096) + 'b'.repeat(4096))];
    const found = new Set(Array.from({ length: 40 }, (_, seed) => left(pages, 'some', seed)[FILE]));
    expect(found).toEqual(
      new Set(['', 'a'.repeat(4096), '\0'.repeat(4096) + 'b'.repeat(4096), 'a'.repeat(4096) + 'b'.repeat(4096)]),
    );
    const shorter: DiskRecord = { kind: 'truncate', file: 1n, size: 1 };
    expect(left([...pages, shorter, written('c', 3)], 'all')).toEqual({ [FILE]: 'a\0\0c' });
  });
});
