import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Promises } from './promises.ts';
import { sha256Of } from './record-station.ts';

interface FileRow {
  readonly key: string;
  readonly staged: string | null;
  readonly sha256: string;
}

interface RequestRow {
  readonly id: string;
  readonly status: string;
}

/**
 * What of the promises is not on this disk, one sentence each; none where all is well. SQLite reads its own log first, as the
 * next start does. It asks that the database is whole; that each request that was answered with 202 is in it under its
 * key, with its input; that files of no request are marked for the next start; and that each one that was told to be Completed still is, with the bytes that were handed out.
 */
export function checkFiles(dataDirectory: string, { accepted, completed }: Promises): string[] {
  const file = path.join(dataDirectory, 'station.db');
  if (!existsSync(file)) return accepted.size === 0 ? [] : ['There is no database.'];
  const database = new BetterSqlite3(file);
  try {
    const state = String(database.pragma('integrity_check', { simple: true }));
    if (state !== 'ok') return [`The database is damaged: ${state}`];
    const unknown = unknownInputs(dataDirectory, database).filter((id) => !isMarked(dataDirectory, id));
    if (unknown.length > 0) return [`Nobody will ever remove the input of ${unknown[0] ?? ''}.`];
    if (accepted.size === 0) return [];
    return [...accepted].flatMap(([key, { id, sha256 }]) =>
      checkRequest({ database, dataDirectory }, { key, id, input: sha256, output: completed.get(id) }),
    );
  } catch (fault) {
    return [`The database can't be read: ${String(fault)}`];
  } finally {
    database.close();
  }
}

/** Ids of requests whose inputs are stored and that are in no row. */
export function unknownInputs(dataDirectory: string, database: BetterSqlite3.Database): string[] {
  const folder = path.join(dataDirectory, 'files', 'tenants');
  const stored = existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
  const ids = stored.filter((name) => name.endsWith('/input.bin')).map((name) => path.basename(path.dirname(name)));
  // A station that has just begun has no table yet, and no input either.
  if (ids.length === 0) return [];
  const known = database.prepare<[string]>('SELECT 1 FROM signature_requests WHERE id = ?');
  return ids.filter((id) => known.get(id) === undefined);
}

function isMarked(dataDirectory: string, id: string): boolean {
  const folder = path.join(dataDirectory, 'accepting');
  return (
    existsSync(folder) && readdirSync(folder).some((name) => readFileSync(path.join(folder, name), 'utf8').includes(id))
  );
}

interface Place {
  readonly database: BetterSqlite3.Database;
  readonly dataDirectory: string;
}

interface PromisedRequest {
  readonly key: string;
  readonly id: string;
  /** The hash of what was sent. */
  readonly input: string;
  /** The hash of what was handed out, if anything was. */
  readonly output: string | undefined;
}

function checkRequest(place: Place, { key, id, input, output }: PromisedRequest): string[] {
  const row = place.database
    .prepare<[string], RequestRow>('SELECT id, status FROM signature_requests WHERE idempotency_key = ?')
    .get(key);
  if (row === undefined) return [`${key} was accepted and is not there.`];
  if (row.id !== id) return [`${key} was accepted as ${id} and is ${row.id} now.`];
  if (!holds(place, id, 'input_file_id', input)) return [`${key}: its input is not what was sent.`];
  if (row.status === 'Completed') {
    return holds(place, id, 'output_file_id', output) ? [] : [`${key} is Completed without its file.`];
  }
  return output === undefined ? [] : [`${key} was Completed and is ${row.status}.`];
}

/** Whether the request's file is there as its row says, and has this hash. */
function holds(
  { database, dataDirectory }: Place,
  id: string,
  column: 'input_file_id' | 'output_file_id',
  sha256: string | undefined,
): boolean {
  const row = database
    .prepare<[string], FileRow>(
      `SELECT f.storage_key AS key, f.staged_key AS staged, f.sha256 FROM signature_requests r
       JOIN stored_files f ON f.id = r.${column} WHERE r.id = ?`,
    )
    .get(id);
  if (row === undefined || (sha256 !== undefined && row.sha256 !== sha256)) return false;
  return [row.key, row.staged].some((key) => {
    const file = key === null ? '' : path.join(dataDirectory, 'files', key);
    return key !== null && existsSync(file) && sha256Of(readFileSync(file)) === row.sha256;
  });
}
