import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CopyObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgresServer, type PostgresServer } from '../actors/postgres/postgres-server.ts';
import { bucketClient, makeBucket, type BucketServer } from '../actors/servers/bucket.ts';
import { HAS_RADOSGW, radosGateway } from '../actors/servers/radosgw.ts';
import type { SharedServer } from '../actors/servers/shared-servers.ts';
import { makeApiKey, runCommand, type CommandOutcome } from '../actors/station/command-line.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { smallPdfs } from '../documents/pdf/make-pdfs.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TEXT = Buffer.from('Pay 100 to Alice.\n');
const XML = Buffer.from('<?xml version="1.0"?>\n<order xmlns="urn:order"><amount>100</amount></order>\n');
const OPEN_JOBS = 6;

/** A station on a file and a folder that is taken to a real Postgres and a real S3 gateway, with everything it has. */
describe.skipIf(!HAS_RADOSGW)('a station that is moved to servers', () => {
  let postgres: PostgresServer;
  let gateway: SharedServer<BucketServer>;
  let root: string;
  let station: RunningStation;
  let bucket: string;
  const signed = new Map<string, Buffer>();
  const open: string[] = [];
  let keyId: string;

  const data = (): string => path.join(root, 'data');
  const target = (): string => path.join(root, 'servers.json');
  const migrate = (...more: readonly string[]): Promise<CommandOutcome> =>
    runCommand(data(), 'migrate', '--to', target(), ...more);

  beforeAll(async () => {
    [postgres, gateway] = await Promise.all([startPostgresServer(), radosGateway()]);
    bucket = await makeBucket(gateway.address);
    root = await mkdtemp(path.join(tmpdir(), 'moving-'));
    await writeFile(target(), JSON.stringify(settings()), { mode: 0o600 });
    keyId = (await makeApiKey(data(), '--name', 'Moved')).id;
    await giveSecrets();
    station = await startStation({ dataDirectory: data() });
    await sign();
  }, 240_000);
  afterAll(async () => {
    await station.stop();
    await gateway.release();
    await postgres.dispose();
    await rm(root, { recursive: true, force: true });
  }, 120_000);

  function settings() {
    return {
      Environment: 'Development',
      Data: { Directory: data() },
      Server: { DangerouslyAllowUnauthenticatedAccess: true },
      Database: { Provider: 'postgres', ConnectionString: postgres.connectionString },
      Storage: { Provider: 's3', Endpoint: gateway.address.endpoint, Bucket: bucket, ForcePathStyle: true },
    };
  }

  async function giveSecrets(): Promise<void> {
    const secrets = path.join(data(), 'secrets');
    await mkdir(secrets, { recursive: true, mode: 0o700 });
    const all = {
      DATABASE_PASSWORD: postgres.password,
      STORAGE_ACCESSKEYID: gateway.address.accessKeyId,
      STORAGE_SECRETACCESSKEY: gateway.address.secretAccessKey,
    };
    for (const [name, value] of Object.entries(all)) {
      await writeFile(path.join(secrets, `SERVICE_SECRET_${name}`), value, { mode: 0o600 });
    }
  }

  /** Some documents that are signed, and some that a worker that stands still has left undone. */
  async function sign(): Promise<void> {
    const client = createStationClient(station.url);
    const { classic: pdf = TEXT } = smallPdfs();
    for (const [format, document] of Object.entries({ PAdES: pdf, XAdES: XML, CAdES: TEXT, ASiC_E: TEXT })) {
      const { id } = await client.create(document, { format, idempotencyKey: `first-${format}` });
      expect(await client.finished(id)).toMatchObject({ status: 'Completed' });
      signed.set(id, await client.content(id));
    }
    const workers = station.children().filter(({ role }) => role === 'worker');
    for (const { pid } of workers) process.kill(pid, 'SIGSTOP');
    for (let n = 0; n < OPEN_JOBS; n += 1) open.push((await client.create(TEXT, { format: 'CAdES' })).id);
    const running = await migrate();
    expect([running.exitCode, running.stderr]).toEqual([1, expect.stringContaining('Another station is running')]);
    await station.killHost();
    for (const { pid } of workers) process.kill(pid, 'SIGKILL');
  }

  async function objects(): Promise<number> {
    const { Contents = [] } = await bucketClient(gateway.address).send(new ListObjectsV2Command({ Bucket: bucket }));
    return Contents.filter(({ Key = '' }) => Key.startsWith('tenants/')).length;
  }

  it('refuses what is no move', async () => {
    const nothing = await runCommand(data(), 'migrate');
    expect([nothing.exitCode, nothing.stderr]).toEqual([2, expect.stringContaining('--to')]);
    const same = path.join(root, 'same.json');
    await writeFile(same, JSON.stringify({ Data: { Directory: data() } }), { mode: 0o600 });
    const useless = await runCommand(data(), 'migrate', '--to', same);
    expect([useless.exitCode, useless.stderr]).toEqual([1, expect.stringContaining('the same database')]);
    const elsewhere = await runCommand(path.join(root, 'nowhere'), 'migrate', '--to', target());
    expect([elsewhere.exitCode, elsewhere.stderr]).toEqual([1, expect.stringContaining('There is no station')]);
    expect(existsSync(path.join(root, 'nowhere'))).toBe(false);
  });

  it('goes on where it was killed, and says what is there', async () => {
    const node = path.join(ROOT, 'node_modules', 'node', 'bin', 'node');
    const args = [path.join(ROOT, 'dist', 'cli.js'), 'migrate', '--to', target(), `--Data:Directory=${data()}`];
    const killed = spawn(node, args, { stdio: 'ignore' });
    const ended = once(killed, 'exit');
    while ((await objects()) === 0 && killed.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5));
    killed.kill('SIGKILL');
    await ended;

    const { exitCode, stdout } = await migrate();
    expect(exitCode).toBe(0);
    const documents = 2 * signed.size + OPEN_JOBS;
    expect(stdout).toContain(`Documents: ${String(documents)} there with the recorded SHA-256`);
    expect(stdout).toContain(`signatureRequests: ${String(signed.size + OPEN_JOBS)} rows`);
    expect(stdout).toContain('apiKeys: 1 rows');
    expect(await objects()).toBe(documents);

    const again = await migrate();
    expect(again.exitCode).toBe(0);
    expect(again.stdout.match(/ 0 of them copied now/g)).toHaveLength(12);
    expect(again.stdout).not.toMatch(/ [1-9]\d* of them copied now/);
    expect(again.stdout).toContain('got a message for it: 0');
  }, 240_000);

  it('goes on at the target: old documents, keys and history are there, open jobs are signed once', async () => {
    station = await startStation({ dataDirectory: data(), settings: { config: target() } });
    const client = createStationClient(station.url);
    for (const [id, bytes] of signed) {
      expect((await client.content(id)).equals(bytes)).toBe(true);
      const verdict = await client.verification(id);
      expect(verdict).toMatchObject({ overallStatus: 'VALID' });
      const { format } = await client.status(id);
      const { items } = await client.auditEvents(id);
      expect(items.map(({ eventType }) => eventType)).toContain('SigningCompleted');
      expect((await client.create(TEXT, { format, idempotencyKey: `first-${format}` })).id).toBe(id);
    }
    for (const id of open) {
      expect(await client.finished(id, 120_000)).toMatchObject({ status: 'Completed', errorMessage: null });
      const { items } = await client.auditEvents(id);
      expect(items.filter(({ eventType }) => eventType === 'SigningCompleted')).toHaveLength(1);
    }
    const keys = await runCommand(data(), 'api-key', 'list', '--config', target());
    expect(keys.stdout).toContain(keyId);
  }, 240_000);

  it('is not moved over a station that has gone on', async () => {
    await station.stop();
    const late = await migrate();
    expect([late.exitCode, late.stderr]).toEqual([1, expect.stringContaining('The target is in use')]);
  });

  async function expectDocuments(restored: RunningStation): Promise<void> {
    const client = createStationClient(restored.url);
    try {
      for (const [id, bytes] of signed) {
        expect((await client.content(id)).equals(bytes)).toBe(true);
        expect(await client.verification(id)).toMatchObject({ overallStatus: 'VALID' });
      }
    } finally {
      await restored.stop();
    }
  }

  it('comes back from a copy of the data directory, as it was before the move', async () => {
    const copy = path.join(root, 'copy');
    cpSync(data(), copy, { recursive: true });
    await expectDocuments(await startStation({ dataDirectory: copy }));
  });

  it('comes back from a dump of the database and the objects of the bucket', async () => {
    const dump = postgres.run('pg_dump', ['--schema=signing_station', 'postgres']);
    postgres.run('createdb', ['--template=template0', '--encoding=UTF8', 'restored']);
    postgres.run('psql', ['--set=ON_ERROR_STOP=1', '--quiet', 'restored'], dump);
    const other = await makeBucket(gateway.address);
    await copyObjects(other);
    const Database = {
      Provider: 'postgres',
      ConnectionString: postgres.connectionString.replace('/postgres?', '/restored?'),
    };
    const { Storage, ...rest } = settings();
    const config = path.join(root, 'restored.json');
    await writeFile(config, JSON.stringify({ ...rest, Database, Storage: { ...Storage, Bucket: other } }), {
      mode: 0o600,
    });
    await expectDocuments(await startStation({ dataDirectory: data(), settings: { config } }));
  });

  async function copyObjects(to: string): Promise<void> {
    const client = bucketClient(gateway.address);
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
    for (const { Key = '' } of Contents) {
      await client.send(new CopyObjectCommand({ Bucket: to, Key, CopySource: `${bucket}/${Key}` }));
    }
  }
});
