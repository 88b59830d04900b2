import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createArchiveFolder, verifyArchiveFolder } from '../archive/local/archive-folder.ts';
import { newUuidV7 } from '../ids/uuid-v7.ts';
import { at } from '../persistence/sample-records.suite.ts';
import { openSqlitePersistence, type SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts';
import type { ArchivePorts } from '../use-cases/archive-records.ts';

/** A station's database and archive on a real disk, a day after the policy has let go of the samples. */

export const POLICY = { days: 30, tenantId: 'acme' };
export const LATER = new Date(at(0).getTime() + 31 * 86_400_000);
const MIGRATIONS = path.join(import.meta.dirname, '..', 'persistence', 'sqlite', 'migrations');

export interface ArchivingStation {
  /** The one that is open. */
  readonly store: SqlitePersistence;
  readonly archiveFolder: string;
  ports(): ArchivePorts;
  verdict(): ReturnType<typeof verifyArchiveFolder>;
  /** As a restart does it. */
  reopen(): Promise<void>;
  /** Of the database once it is closed; it is opened again. */
  closedSize(): Promise<number>;
  remove(): Promise<void>;
}

export async function openArchivingStation(): Promise<ArchivingStation> {
  const folder = mkdtempSync(path.join(tmpdir(), 'archiving-'));
  const [databasePath, archiveFolder] = [path.join(folder, 'station.db'), path.join(folder, 'archive')];
  const open = (): Promise<SqlitePersistence> => openSqlitePersistence({ databasePath, migrationsFolder: MIGRATIONS });
  let store = await open();
  return {
    get store() {
      return store;
    },
    archiveFolder,
    ports: () => ({
      ...{ persistence: store, archive: createArchiveFolder(archiveFolder) },
      ...{ clock: () => LATER, newId: newUuidV7 },
    }),
    verdict: () => verifyArchiveFolder(archiveFolder),
    async reopen() {
      await store.close();
      store = await open();
    },
    async closedSize() {
      await store.close();
      const { size } = statSync(databasePath);
      store = await open();
      return size;
    },
    async remove() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}
