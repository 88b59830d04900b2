import { createHash } from 'node:crypto';
import type { StagedSignature } from '../domain/staged-signature.ts';
import type { RowSource } from '../persistence/row-transfer.ts';
import { copyObject } from '../storage/copy-object.ts';
import { ObjectNotFound, type ObjectStore } from '../storage/object-store.ts';

/** What has become of the documents of a station that is moved. */
export interface MovedDocuments {
  readonly copied: number;
  /** Those that an earlier run had copied, or that lie where they stay; read and compared, too. */
  readonly present: number;
  /** Storage keys of documents that are not there, or are not what was recorded. */
  readonly damaged: readonly string[];
}

interface Document {
  readonly key: string;
  /** Where its bytes may lie still, if not under the key. */
  readonly otherKey: string | null;
  readonly sha256: string;
}

/** Copies that are under way at a time. */
const AT_A_TIME = 8;

/**
 * Copies every document that the rows name and that is not there yet from one store to the other, and reads each of them
 * back: its SHA-256 is the recorded one, or it is named. The source is only read; the target keeps nothing else. Now and
 * then `onProgress` hears how many documents are done.
 */
export async function moveDocuments(ports: {
  readonly rows: RowSource;
  readonly from: ObjectStore;
  readonly to: ObjectStore;
  readonly onProgress: (done: number) => void;
}): Promise<MovedDocuments> {
  const moved = { copied: 0, present: 0 };
  const damaged: string[] = [];
  for await (const page of documents(ports.rows)) {
    for (let start = 0; start < page.length; start += AT_A_TIME) {
      const group = page.slice(start, start + AT_A_TIME);
      const outcomes = await Promise.all(group.map((document) => moveDocument(ports, document)));
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome === 'damaged') damaged.push(group[index]?.key ?? '');
        else moved[outcome] += 1;
      }
      ports.onProgress(moved.copied + moved.present + damaged.length);
    }
  }
  return { ...moved, damaged };
}

async function* documents(rows: RowSource): AsyncGenerator<readonly Document[]> {
  for await (const page of rows.pages('storedFiles')) {
    const kept = page.filter(({ deletedAt }) => deletedAt === null);
    yield kept.map(({ storageKey, stagedKey, sha256 }) => ({
      ...{ key: String(storageKey), sha256: String(sha256) },
      otherKey: typeof stagedKey === 'string' ? stagedKey : null,
    }));
  }
  const ended = new Set<unknown>();
  for await (const page of rows.pages('signatureRequests')) {
    for (const { id, endedAt } of page) if (endedAt !== null) ended.add(id);
  }
  for await (const page of rows.pages('signingJobs')) {
    yield page.flatMap(({ signatureRequestId, stagedSignature }) => {
      if (stagedSignature === null || ended.has(signatureRequestId)) return [];
      const { storageKey, sha256 } = stagedSignature as StagedSignature; // As the row's table has it.
      return [{ key: storageKey, sha256, otherKey: null }];
    });
  }
}

async function moveDocument(
  { from, to }: { readonly from: ObjectStore; readonly to: ObjectStore },
  { key, otherKey, sha256 }: Document,
): Promise<'copied' | 'present' | 'damaged'> {
  if ((await to.size(key)) !== undefined) return (await sha256Of(to, key)) === sha256 ? 'present' : 'damaged';
  // What is staged is the winner's; in its place another attempt's bytes may lie until it is promoted.
  const copied =
    (otherKey === null ? undefined : await copyIfThere({ store: from, key: otherKey }, { store: to, key })) ??
    (await copyIfThere({ store: from, key }, { store: to, key }));
  if (copied === undefined) return 'damaged';
  if (copied === sha256 && (await sha256Of(to, key)) === sha256) return 'copied';
  await to.delete(key);
  return 'damaged';
}

async function copyIfThere(...places: Parameters<typeof copyObject>): Promise<string | undefined> {
  try {
    return await copyObject(...places);
  } catch (fault) {
    if (fault instanceof ObjectNotFound) return undefined;
    throw fault;
  }
}

async function sha256Of(store: ObjectStore, key: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await store.read(key)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}
