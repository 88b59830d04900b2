import type Sqlite from 'better-sqlite3';
import { tell } from '../../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../domain/station-error.ts';

/** What SQLite's words say of the file itself: pages that contradict each other, or that are none. Undefined for all else. */
export function damageOf(error: unknown): StationError | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return undefined;
  return new StationError('SERVICE_UNAVAILABLE', tell('DATABASE_DAMAGED'), { cause: error });
}

type Operations<T> = { readonly [K in keyof T]: (...values: never[]) => unknown };

/** The same operations; a damage that one of them meets is told, and rejects it in words that say what to do. */
export function watchingForDamage<T extends Operations<T>>(stores: T, onDamage: (damage: Error) => void): T {
  const explained = (error: unknown): never => {
    const damage = damageOf(error);
    if (damage !== undefined) onDamage(damage);
    throw damage ?? error;
  };
  const watched = Object.entries<(...values: never[]) => unknown>(stores).map(([name, operation]) => [
    name,
    (...values: never[]) => {
      try {
        const result = operation(...values);
        return result instanceof Promise ? result.catch(explained) : result;
      } catch (error) {
        return explained(error);
      }
    },
  ]);
  return Object.fromEntries(watched) as T; // Each operation under its name, as made above.
}

/**
 * Looks through the whole file, which takes its time. Throws as SQLite does where pages contradict each other; most of
 * them a start would not meet.
 */
export function requireSound(database: Sqlite.Database): void {
  const found = database.pragma('integrity_check(1)', { simple: true });
  if (found === 'ok') return;
  throw Object.assign(new Error('The database is damaged.'), { code: 'SQLITE_CORRUPT' });
}

/** The file beside a database that says that it was found damaged while a station ran: the next start looks through all of it. */
export function damagedMark(databasePath: string): string {
  return `${databasePath}-damaged`;
}
