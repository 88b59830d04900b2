import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgresServer, type PostgresServer } from '../actors/postgres/postgres-server.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient, type StationClient } from '../actors/station/station-client.ts';
import { smallPdfs } from '../documents/pdf/make-pdfs.ts';

const XML = Buffer.from('<?xml version="1.0"?>\n<order xmlns="urn:order"><amount>100</amount></order>\n');
const TEXT = Buffer.from('Pay 100 to Alice.\n');

describe('a station whose database is Postgres', () => {
  let server: PostgresServer;
  let station: RunningStation;
  let client: StationClient;

  const options = () => ({
    settings: {
      'Database:Provider': 'postgres',
      'Database:ConnectionString': server.connectionString,
      'Server:DangerouslyAllowUnauthenticatedAccess': 'true',
      Environment: 'Development',
    },
    environment: { SERVICE_SECRET_DATABASE_PASSWORD: server.password },
  });

  beforeAll(async () => {
    server = await startPostgresServer();
    station = await startStation(options());
    client = createStationClient(station.url);
  });
  afterAll(async () => {
    await station.dispose();
    rmSync(station.dataDirectory, { recursive: true, force: true });
    await server.dispose();
  });

  it.each([
    ['PAdES', 'invoice.pdf', Object.values(smallPdfs())[0] ?? TEXT],
    ['CAdES', 'order.txt', TEXT],
    ['XAdES', 'order.xml', XML],
    ['ASiC_S', 'order.txt', TEXT],
    ['ASiC_E', 'order.txt', TEXT],
  ])('signs %s and finds it VALID', async (format, fileName, document) => {
    const { id } = await client.create(document, { format, fileName });
    expect(await client.finished(id)).toMatchObject({ status: 'Completed', errorMessage: null, format });
    expect(await client.verification(id)).toMatchObject({ overallStatus: 'VALID', format });
  });

  it('is the only one on its database', async () => {
    await expect(startStation(options())).rejects.toThrow('Another station uses this database');
  });

  it('says which secret is missing where the server asks for a password, whatever a variable of Postgres says', async () => {
    const { settings } = options();
    const refused = startStation({
      settings: { ...settings, 'Database:PasswordSecretName': 'Database:Other' },
      environment: { PGPASSWORD: server.password },
    });
    await expect(refused).rejects.toThrow(
      'The database asks for a password, and the secret Database:Other is not set. PGPASSWORD and .pgpass are not looked at.',
    );
    await expect(refused).rejects.not.toThrow('at async');
  });

  it('goes on without a restart where the password of its role and its secret are changed', async () => {
    const dataDirectory = mkdtempSync(path.join(tmpdir(), 'rotated-secret-'));
    const secrets = path.join(dataDirectory, 'secrets');
    mkdirSync(secrets, { mode: 0o700 });
    const rotate = (from: string, to: string): void => {
      writeFileSync(path.join(secrets, 'SERVICE_SECRET_DATABASE_PASSWORD'), `${to}\n`, { mode: 0o600 });
      const others = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()';
      const statements = ['-c', `ALTER ROLE ${server.user} PASSWORD '${to}'`, '-c', others];
      server.run('psql', [...statements, `dbname=postgres password='${from}'`]);
    };
    await station.stop();
    rotate(server.password, 'first');
    const { settings } = options();
    const rotated = await startStation({ settings, dataDirectory });
    rotate('first', 'second');
    const { id } = await createStationClient(rotated.url).create(TEXT, { format: 'CAdES' });
    expect(await createStationClient(rotated.url).finished(id)).toMatchObject({ status: 'Completed' });
    await rotated.stop();
    rotate('second', server.password);
    rmSync(dataDirectory, { recursive: true });
    station = await startStation({ ...options(), dataDirectory: station.dataDirectory });
    client = createStationClient(station.url);
  });

  it('loses nothing and signs nothing twice when the server is killed under it', async () => {
    const keys = Array.from({ length: 24 }, (_, n) => `job-${String(n)}`);
    const accepted = new Map<string, string>();
    /** As a client does: the same key until there is an answer. */
    const create = async (key: string): Promise<void> => {
      while (!accepted.has(key)) {
        const fields = { format: 'CAdES', fileName: `${key}.txt`, idempotencyKey: key };
        const created = await client.create(TEXT, fields).catch(() => undefined);
        if (created !== undefined) accepted.set(key, created.id);
        else await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const creating = keys.map(create);
    while (accepted.size < 4) await new Promise((resolve) => setTimeout(resolve, 10));
    await server.kill();
    // Processes that answer its clients notice a moment later that the server is gone.
    await expect.poll(async () => (await fetch(`${station.url}/health/ready`)).status).toBe(503);
    await server.start();
    await Promise.all(creating);
    const ids = new Set(accepted.values());
    expect(ids.size).toBe(keys.length);
    for (const id of ids) {
      expect(await client.finished(id, 120_000)).toMatchObject({ status: 'Completed' });
      const events = (await client.auditEvents(id)).items;
      expect(events.filter((event) => event.eventType === 'SigningCompleted')).toHaveLength(1);
    }
    const listed = (await client.list('limit=200&text=job-')).items.map((item) => item.id);
    expect(new Set(listed)).toEqual(ids);
  });
});
