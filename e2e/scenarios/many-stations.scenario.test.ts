import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { StationView } from '../../service/contract/http/stations.ts';
import { HAS_RABBITMQ } from '../actors/servers/rabbitmq.ts';
import { HAS_RADOSGW } from '../actors/servers/radosgw.ts';
import { openDesks, type Desks } from '../actors/station/desks.ts';
import type { RunningStation } from '../actors/station/running-station.ts';
import { createStationClient, type StationClient } from '../actors/station/station-client.ts';
import { makePfx } from '../actors/tokens/make-pfx.ts';

const PATIENCE = { timeout: 150_000, interval: 200 };
const TEXT = Buffer.from('Pay 100 to Alice.\n');
const Resolved = z.object({ thumbprint: z.string() });

/**
 * Four stations on one Postgres, one RabbitMQ and one bucket: a desk with a key of its own, two hosts with the same key,
 * and a host that only takes requests.
 */
describe.skipIf(!HAS_RABBITMQ || !HAS_RADOSGW)('several stations on the same servers', () => {
  let folder: string;
  let desks: Desks;
  let desk: RunningStation;
  let first: RunningStation;
  let second: RunningStation;
  let door: RunningStation;
  /** Thumbprint of the desk's own key, and of the one that two hosts have. */
  let own: string;
  let common: string;
  const at = (station: RunningStation): StationClient => createStationClient(station.url);
  const pfx = (): Readonly<Record<string, string>> => ({ 'Signing:Pfx:Path': path.join(folder, 'common.p12') });
  const signers = { Roles: 'api,worker,token-host', Environment: 'Testing' };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'common-key-'));
    await makePfx(path.join(folder, 'common.p12'), 'the password');
    desks = await openDesks({ SERVICE_SECRET_SIGNING_PFX_PASSWORD: 'the password' });
    desk = await desks.start('desk');
    first = await desks.start('first', { ...signers, ...pfx() });
    second = await desks.start('second', { ...signers, ...pfx() });
    door = await desks.start('door', { Roles: 'api,publisher' });
    const shown = async (): Promise<ReadonlyMap<string, number>> => {
      const listed = await at(door).certificates();
      const count = (thumbprint: string): number => listed.filter((each) => each.thumbprint === thumbprint).length;
      return new Map(listed.map(({ thumbprint }) => [thumbprint, count(thumbprint)]));
    };
    [own = ''] = (await at(desk).listedCertificates()).filter(({ isDemo }) => isDemo).map((each) => each.thumbprint);
    await vi.waitFor(async () => {
      const counts = await shown();
      common = [...counts].find(([, count]) => count === 2)?.[0] ?? '';
      expect(counts.get(own)).toBe(1);
      expect(common).not.toBe('');
    }, PATIENCE);
  }, 300_000);
  afterAll(async () => {
    await desks.dispose();
    await rm(folder, { recursive: true });
  }, 120_000);

  async function stationsAt(station: RunningStation): Promise<readonly StationView[]> {
    return StationView.array().parse(await (await fetch(`${station.url}/api/v1/stations`)).json());
  }

  /** Completed, once, with the key of this thumbprint; asked of a host that need not have it. */
  async function expectSignedOnce(ids: readonly string[], thumbprint: string): Promise<void> {
    for (const id of ids) {
      expect(await at(door).finished(id, PATIENCE.timeout)).toMatchObject({ status: 'Completed', errorMessage: null });
      const { items } = await at(door).auditEvents(id);
      expect(items.filter(({ eventType }) => eventType === 'SigningCompleted')).toHaveLength(1);
      const used = items.filter(({ eventType }) => eventType === 'CertificateResolved');
      expect(new Set(used.map(({ metadata }) => Resolved.parse(metadata).thumbprint))).toEqual(new Set([thumbprint]));
    }
  }

  async function create(station: RunningStation, count: number, certificateThumbprint?: string): Promise<string[]> {
    const ids: string[] = [];
    const fields = { format: 'CAdES', ...(certificateThumbprint !== undefined && { certificateThumbprint }) };
    for (let n = 0; n < count; n += 1) ids.push((await at(station).create(TEXT, fields)).id);
    return ids;
  }

  it('see each other', async () => {
    for (const station of [desk, first, second, door]) {
      const seen = await stationsAt(station);
      expect(seen.map(({ state }) => state)).toEqual(['running', 'running', 'running', 'running']);
      expect(seen.filter(({ isThis }) => isThis)).toHaveLength(1);
    }
    const [withoutKeys] = (await stationsAt(desk)).filter(({ roles }) => !roles.includes('token-host'));
    expect(withoutKeys).toMatchObject({ roles: ['api', 'publisher'], providers: [] });
  });

  it('sign with the key that is meant, whoever takes the request and the message', async () => {
    const [forDesk, forBoth] = await Promise.all([create(door, 10, own), create(door, 20, common)]);
    const atOther = await create(first, 5, own);
    await expectSignedOnce([...forDesk, ...atOther], own);
    await expectSignedOnce(forBoth, common);
    // Only the desk trusts its own demo authority: nobody else can have made them.
    for (const id of forDesk) expect(await at(desk).verification(id)).toMatchObject({ overallStatus: 'VALID' });
  });

  it("sign without a named certificate with the station's own key, and refuse where there are several", async () => {
    await expectSignedOnce(await create(desk, 3), own);
    await expectSignedOnce(await create(second, 3), common);
    await expect(create(door, 1)).rejects.toMatchObject({ status: 422 });
  });

  it('make one job of one idempotency key', async () => {
    const fields = { format: 'CAdES', certificateThumbprint: common, idempotencyKey: 'the-same' };
    const created = await Promise.all([desk, first, second, door].map((host) => at(host).create(TEXT, fields)));
    expect(new Set(created.map(({ id }) => id)).size).toBe(1);
    await expectSignedOnce([created[0]?.id ?? ''], common);
  });

  it('tell of states at every host', async () => {
    const gone = new AbortController();
    const stream = await fetch(`${door.url}/api/v1/events`, { signal: gone.signal });
    let told = '';
    const reading = (async () => {
      for await (const chunk of stream.body ?? []) told += Buffer.from(chunk as Uint8Array).toString();
    })().catch(() => undefined);
    const [id = ''] = await create(desk, 1, own);
    await expectSignedOnce([id], own);
    await vi.waitFor(() => expect(told).toMatch(new RegExp(`${id}[^\\n]*"Completed"`)), PATIENCE);
    gone.abort();
    await reading;
  });

  it('end their event streams where the way by which they hear of each other was cut, so that all is read anew', async () => {
    const streams = await Promise.all([door, desk].map(({ url }) => fetch(`${url}/api/v1/events`)));
    const cut = `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name LIKE '%(presence)'`;
    expect(desks.postgres.run('psql', ['-Atc', cut, 'postgres']).trim()).toBe('4');
    for (const stream of streams) expect(await stream.text()).toMatch(/^retry: /);
    await vi.waitFor(async () => {
      expect((await stationsAt(door)).map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => 'running'));
    }, PATIENCE);
  });

  it('go on with the jobs of one that is killed: nothing lost, nothing twice', async () => {
    const ids = await create(door, 40, common);
    await first.killHost();
    await expectSignedOnce(ids, common);
    await vi.waitFor(async () => {
      const states = (await stationsAt(door)).map(({ state }) => state).toSorted();
      expect(states).toEqual(['running', 'running', 'running', 'silent']);
    }, PATIENCE);
    await vi.waitFor(async () => {
      const listed = await at(door).certificates();
      expect(listed.filter(({ thumbprint }) => thumbprint === common)).toHaveLength(1);
    }, PATIENCE);
  });

  it('keep a job whose key is nowhere, say so, and go on when it is back', async () => {
    desk.process.kill('SIGSTOP');
    const ids = await create(door, 3, own);
    await desk.killHost();
    const reasons = async () =>
      new Set(await Promise.all(ids.map(async (id) => (await at(door).status(id)).waitReason)));
    await vi.waitFor(async () => expect(await reasons()).toEqual(new Set(['KEY_ABSENT'])), PATIENCE);
    desk = await desks.start('desk');
    await expectSignedOnce(ids, own);
  });

  it('refuse a copy of an installation, and a station whose documents lie on its own machine', async () => {
    const copy = path.join(path.dirname(desk.dataDirectory), 'copy');
    await mkdir(copy, { mode: 0o700 });
    await copyFile(path.join(desk.dataDirectory, 'installation-id'), path.join(copy, 'installation-id'));
    await expect(desks.start('copy')).rejects.toThrow('remove the file installation-id');
    const local = { 'Storage:Provider': 'local', 'Storage:Bucket': undefined, 'Storage:Endpoint': undefined };
    await expect(desks.start('alone', local)).rejects.toThrow('Another station uses this database');
  });
});
