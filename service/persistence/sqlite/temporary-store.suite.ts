import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlitePersistence, type SqlitePersistence } from './sqlite-persistence.ts';

const migrationsFolder = join(import.meta.dirname, 'migrations');

/** A database file with its tables and no rows; made once, since that takes longer than most tests. */
let empty: Promise<Buffer> | undefined;

interface TemporaryStore {
  readonly persistence: SqlitePersistence;
  readonly databasePath: string;
  readonly dispose: () => Promise<void>;
}

/** The station's own driver on a file that goes with it: for tests of what stands on the port. */
export async function openTemporaryStore(): Promise<TemporaryStore> {
  empty ??= inFolder(async (folder) => {
    const databasePath = join(folder, 'empty.db');
    await (await openSqlitePersistence({ databasePath, migrationsFolder })).close();
    return readFile(databasePath);
  });
  const folder = await newFolder();
  const databasePath = join(folder, 'station.db');
  await writeFile(databasePath, await empty);
  const persistence = await openSqlitePersistence({ databasePath, migrationsFolder });
  const dispose = async (): Promise<void> => {
    await persistence.close();
    await rm(folder, { recursive: true });
  };
  return { persistence, databasePath, dispose };
}

function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'temporary-store-'));
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await newFolder();
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
