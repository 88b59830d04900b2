import { join } from 'node:path';
import { openSqlitePersistence, type SqlitePersistence } from './sqlite-persistence.ts';

/** How test processes open the database file whose path they are given. */
export function openInChild(databasePath: string): Promise<SqlitePersistence> {
  return openSqlitePersistence({ databasePath, migrationsFolder: join(import.meta.dirname, 'migrations') });
}
