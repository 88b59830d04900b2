import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive, startStation, until, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { onePage } from '../documents/pdf/one-page.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';

describe('starting and stopping', () => {
  const pdf = buildPdf({ pieces: onePage() });
  let dataDirectory: string;
  const stations: RunningStation[] = [];

  beforeEach(async () => {
    dataDirectory = await mkdtemp(path.join(tmpdir(), 'station-life-'));
  });
  afterEach(async () => {
    for (const station of stations.splice(0)) await station.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  });

  async function start(settings: Record<string, string> = {}): Promise<RunningStation> {
    const station = await startStation({ dataDirectory, settings });
    stations.push(station);
    return station;
  }

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
    expect(readdirSync(path.join(dataDirectory, 'files/uploads'))).toEqual([]);

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
    const file = path.join(dataDirectory, 'station.db');
    await writeFile(file, 'This is no database, and long enough to be looked at as one. '.repeat(20));
    const fault = await start().then(
      () => '',
      (error: unknown) => String(error),
    );
    expect(fault).toContain('The database is damaged.');
    expect(fault).not.toMatch(/^\s+at /m);
  });

  it('leaves no child behind when the host is killed', async () => {
    const station = await start();
    // The worker is there from the first document on.
    expect(station.children().map((child) => child.role)).toEqual(['token-host']);
    const client = createStationClient(station.url);
    expect((await client.finished((await client.create(pdf, {})).id)).status).toBe('Completed');
    const children = station.children();
    expect(children).toHaveLength(2);
    await station.killHost();
    await until(() => children.every((child) => !isAlive(child.pid)));
  });

  it('does not share a data directory with another station', async () => {
    await start();
    await expect(start()).rejects.toThrow(/Another station is running with the data directory/);
  });

  it('says which key is wrong and which one may be meant', async () => {
    await expect(start({ 'Server:Prot': '1' })).rejects.toThrow(/Server:Prot.*Server:Port/s);
    await expect(start({ 'Signatures:MaxUploadBytes': 'plenty' })).rejects.toThrow(/Signatures:MaxUploadBytes/);
  });

  it('makes no demo identity in Production', async () => {
    const station = await start({ Environment: 'Production' });
    expect(existsSync(path.join(dataDirectory, 'demo'))).toBe(false);
    expect(await createStationClient(station.url).certificates()).toEqual([]);
    expect((await fetch(`${station.url}/openapi/v1.json`)).status).toBe(404);
  });
});
