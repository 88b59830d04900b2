import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { ownStations } from '../actors/station/own-stations.ts';
import { isAlive, until } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { onePage } from '../documents/pdf/one-page.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';

describe('starting and stopping', () => {
  const pdf = buildPdf({ pieces: onePage() });
  const { start, inData } = ownStations('life');

  it('ends every child on SIGTERM, frees the port and finds its data at the next start', async () => {
    const first = await start();
    const client = createStationClient(first.url);
    const { id } = await client.create(pdf, {});
    expect((await client.finished(id)).status).toBe('Completed');
    const output = await client.content(id);
    const children = first.children();
    expect(children.map((child) => child.role).sort()).toEqual(['token-host', 'worker']);
    expect(await first.stop()).toBe(0);
    expect(children.filter((child) => isAlive(child.pid))).toEqual([]);
    await expect(fetch(`${first.url}/health/live`)).rejects.toThrow();
    expect(readdirSync(inData('files/uploads'))).toEqual([]);

    const second = createStationClient((await start()).url);
    expect((await second.status(id)).status).toBe('Completed');
    expect((await second.content(id)).equals(output)).toBe(true);
    expect((await second.verification(id)).overallStatus).toBe('VALID');
  });

  it('stops in order when its terminal is closed', async () => {
    const station = await start();
    const children = station.children();
    station.process.kill('SIGHUP');
    await until(() => station.process.exitCode !== null);
    expect(station.process.exitCode).toBe(0);
    expect(station.output()).toContain('"signal":"SIGHUP"');
    expect(children.filter((child) => isAlive(child.pid))).toEqual([]);
  });

  it('says in one sentence what is wrong with its database', async () => {
    const file = inData('station.db');
    await writeFile(file, 'This is no database, and long enough to be looked at as one. '.repeat(20));
    const fault = await start().then(
      () => '',
      (error: unknown) => String(error),
    );
    expect(fault).toContain('The database is damaged.');
    expect(fault).not.toMatch(/^\s+at /m);
  });

  it('refuses data of a newer version in one sentence, and leaves it as it is', async () => {
    const first = await start();
    const client = createStationClient(first.url);
    const { id } = await client.create(pdf, {});
    expect((await client.finished(id)).status).toBe('Completed');
    const output = await client.content(id);
    await first.stop();
    const file = inData('station.db');
    changeDatabase(file, "INSERT INTO schema_migrations VALUES ('9999-future.sql', 'of another text', 0)");
    const before = rowsOf(file);
    expect(before.length).toBeGreaterThan(10);
    const fault = await start().then(
      () => '',
      (error: unknown) => String(error),
    );
    expect(fault).toContain(
      'The database was written by a newer version of this program (migration 9999-future.sql). Start that version, or ' +
        'put back a backup from before it.',
    );
    expect(fault).not.toMatch(/^\s+at /m);
    expect(rowsOf(file)).toEqual(before);
    // The version that wrote it goes on with it.
    changeDatabase(file, "DELETE FROM schema_migrations WHERE name = '9999-future.sql'");
    expect((await createStationClient((await start()).url).content(id)).equals(output)).toBe(true);
  });

  it('leaves no child behind when the host is killed', async () => {
    const station = await start();
    // It comes by itself, before any document does.
    await until(() => station.children().some((child) => child.role === 'worker'));
    const client = createStationClient(station.url);
    expect((await client.finished((await client.create(pdf, {})).id)).status).toBe('Completed');
    const children = station.children();
    expect(children).toHaveLength(2);
    await station.killHost();
    await until(() => children.every((child) => !isAlive(child.pid)));
  });

  it('does not share a data directory with another station', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(
      `Another station is running with the data directory ${inData()} at ${first.url}/.`,
    );
  });

  it('says which key is wrong and which one may be meant', async () => {
    await expect(start({ 'Server:Prot': '1' })).rejects.toThrow(/Server:Prot.*Server:Port/s);
    await expect(start({ 'Signatures:MaxUploadBytes': 'plenty' })).rejects.toThrow(/Signatures:MaxUploadBytes/);
  });

  it('makes no demo identity in Production', async () => {
    const station = await start({ Environment: 'Production' });
    expect(existsSync(inData('demo'))).toBe(false);
    expect(await createStationClient(station.url).certificates()).toEqual([]);
    expect((await fetch(`${station.url}/openapi/v1.json`)).status).toBe(404);
  });
});

/** Every row of every table, with the table's statement. */
function rowsOf(file: string): readonly unknown[] {
  const database = new BetterSqlite3(file, { readonly: true });
  const tables = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").all();
  const rows = tables.map((table) => {
    const { name } = table as { name: string };
    return { table, rows: database.prepare(`SELECT * FROM "${name}"`).raw().all() };
  });
  database.close();
  return rows;
}

function changeDatabase(file: string, statement: string): void {
  const database = new BetterSqlite3(file);
  database.exec(statement);
  database.close();
}
