import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';

/** Stored documents and secrets are where they belong; nothing else may hold either. */
const OWN_PLACES = [/^files\/tenants\/.*\/(input|signed|appearance)[^/]*$/, /^secrets\//];

/** Files of a data directory that hold one of the markers as text, UTF-16 or base64, beside the places made for them. */
export async function filesHolding(dataDirectory: string, markers: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, bytes } of filesBelow(dataDirectory)) {
    if (OWN_PLACES.some((place) => place.test(name))) continue;
    for (const marker of markers) if (holds(bytes, marker)) found.push(`${name}: ${marker}`);
  }
  return found;
}

/** Files below a folder, in any place, that hold a PIN as text. Parts of its base64 are too short not to be met by chance. */
export async function filesWithPin(folder: string, pin: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, bytes } of filesBelow(folder)) if (bytes.includes(pin)) found.push(name);
  return found;
}

/** Every file below a folder. A station that runs removes what it no longer needs: what has gone meanwhile holds nothing that stays. */
async function* filesBelow(folder: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file).catch(unlessGone);
    if (bytes !== undefined) yield { name: path.relative(folder, file), bytes };
  }
}

function unlessGone(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

/** Tables of a database that hold one of the markers, whatever the pages of its file look like. */
export function tablesHolding(databaseFile: string, markers: readonly string[]): string[] {
  const database = new BetterSqlite3(databaseFile, { readonly: true });
  try {
    const tables = database
      .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map((row) => row.name);
    return tables.flatMap((table) => {
      const rows = database.prepare<[], Record<string, unknown>>(`SELECT * FROM "${table}"`).all();
      const cells = rows.flatMap((row) => Object.values(row)).map(asBytes);
      return markers
        .filter((marker) => cells.some((cell) => holds(cell, marker)))
        .map((marker) => `${table}: ${marker}`);
    });
  } finally {
    database.close();
  }
}

export function holds(bytes: Uint8Array, marker: string): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Three base64 texts, one for each place that the marker can begin at within a group; its ends belong to neighbours.
  const inBase64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), Buffer.from(marker)])
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  );
  const texts = [marker, ...inBase64, Buffer.from(marker).toString('hex')];
  return texts.some((text) => buffer.includes(text)) || buffer.includes(Buffer.from(marker, 'utf16le'));
}

function asBytes(cell: unknown): Uint8Array {
  return cell instanceof Uint8Array ? cell : Buffer.from(String(cell));
}
