import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MovedRow, RowSource } from '../persistence/row-transfer.ts';
import { openLocalObjectStore } from '../storage/local/local-object-store.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { moveDocuments } from './move-documents.ts';

let folder: string;
let from: ObjectStore;
let to: ObjectStore;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'moved-documents-'));
  from = await openLocalObjectStore(path.join(folder, 'from'));
  to = await openLocalObjectStore(path.join(folder, 'to'));
});
afterEach(() => rm(folder, { recursive: true }));

const nobody = (): void => undefined;
const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');

async function put(store: ObjectStore, key: string, content: string): Promise<void> {
  const staging = await store.stagingPath(key);
  await writeFile(staging, content);
  await store.putFile(key, staging);
}

const file = (key: string, content: string, changes: MovedRow = {}): MovedRow => ({
  ...{ storageKey: key, sha256: sha256(content), stagedKey: null, deletedAt: null },
  ...changes,
});

function rows(tables: Readonly<Record<string, readonly MovedRow[]>>): RowSource {
  return {
    async *pages(table) {
      yield await Promise.resolve(tables[table] ?? []);
    },
    count: (table) => Promise.resolve(tables[table]?.length ?? 0),
    unknownIds: () => Promise.resolve([]),
  };
}

describe('moveDocuments', () => {
  it('copies what the rows name, once, and nothing else', async () => {
    for (const key of ['t/1', 't/2', 't/stray', 't/deleted']) await put(from, key, `content of ${key}`);
    const storedFiles = [
      file('t/1', 'content of t/1'),
      file('t/2', 'content of t/2'),
      file('t/deleted', '', { deletedAt: new Date(0) }),
    ];
    const heard: number[] = [];
    const ports = { rows: rows({ storedFiles }), from, to, onProgress: (done: number) => void heard.push(done) };
    expect(await moveDocuments(ports)).toEqual({ copied: 2, present: 0, damaged: [] });
    expect(await text(await to.read('t/2'))).toBe('content of t/2');
    expect([await to.size('t/stray'), await to.size('t/deleted')]).toEqual([undefined, undefined]);
    expect(await moveDocuments(ports)).toEqual({ copied: 0, present: 2, damaged: [] });
    expect(heard).toEqual([2, 2]);
  });

  it('finds an output that is not promoted yet', async () => {
    await put(from, 't/signed-1.part', 'signed');
    const storedFiles = [file('t/signed.bin', 'signed', { stagedKey: 't/signed-1.part' })];
    expect(await moveDocuments({ rows: rows({ storedFiles }), from, to, onProgress: nobody })).toMatchObject({
      copied: 1,
      damaged: [],
    });
    expect(await text(await to.read('t/signed.bin'))).toBe('signed');
  });

  it('takes the signatures that jobs still have to raise, and not those of requests that have ended', async () => {
    await put(from, 't/unfinished-1.part', 'raw');
    const staged = (id: string, storageKey: string): MovedRow => ({
      signatureRequestId: id,
      stagedSignature: { storageKey, sha256: sha256('raw') },
    });
    const tables = {
      signatureRequests: [
        { id: 'open', endedAt: null },
        { id: 'ended', endedAt: new Date(0) },
      ],
      signingJobs: [
        staged('open', 't/unfinished-1.part'),
        staged('ended', 't/gone'),
        { signatureRequestId: 'open', stagedSignature: null },
      ],
    };
    expect(await moveDocuments({ rows: rows(tables), from, to, onProgress: nobody })).toEqual({
      copied: 1,
      present: 0,
      damaged: [],
    });
  });

  it('names what is missing, spoiled, or another file at the target, and leaves no wrong copy', async () => {
    await put(from, 't/spoiled', 'spoilt');
    await put(from, 't/other', 'right');
    await put(to, 't/other', 'wrong');
    await put(from, 't/good', 'good');
    const storedFiles = [
      file('t/missing', 'missing'),
      file('t/spoiled', 'spoiled'),
      file('t/other', 'right'),
      file('t/good', 'good'),
    ];
    expect(await moveDocuments({ rows: rows({ storedFiles }), from, to, onProgress: nobody })).toEqual({
      ...{ copied: 1, present: 0 },
      damaged: ['t/missing', 't/spoiled', 't/other'],
    });
    expect(await to.size('t/spoiled')).toBeUndefined();
    expect(await text(await to.read('t/other'))).toBe('wrong');
  });
});
