import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HealthReport } from '../../service/contract/http/health.ts';
import { HAS_RABBITMQ } from '../actors/servers/rabbitmq.ts';
import { HAS_RADOSGW } from '../actors/servers/radosgw.ts';
import { openDesks, type Desks } from '../actors/station/desks.ts';
import type { RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { makePfx } from '../actors/tokens/make-pfx.ts';

const PATIENCE = { timeout: 150_000, interval: 200 };
const TEXT = Buffer.from('Pay 100 to Alice.\n');
const SIGNED = 3;

/** Each role by itself: two hosts that take requests, one that hands them over, one that signs. */
describe.skipIf(!HAS_RABBITMQ || !HAS_RADOSGW)('a station in parts', () => {
  let folder: string;
  let desks: Desks;
  let doors: readonly RunningStation[];
  let publisher: RunningStation;
  let signer: RunningStation;
  const signerSettings = () => ({
    ...{ Roles: 'worker,token-host', Environment: 'Testing' },
    'Signing:Pfx:Path': path.join(folder, 'key.p12'),
  });

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'split-roles-'));
    await makePfx(path.join(folder, 'key.p12'), 'the password');
    desks = await openDesks({ SERVICE_SECRET_SIGNING_PFX_PASSWORD: 'the password' });
    doors = [await desks.start('door', { Roles: 'api' }), await desks.start('second door', { Roles: 'api' })];
    publisher = await desks.start('publisher', { Roles: 'publisher' });
    signer = await desks.start('signer', signerSettings());
  }, 240_000);
  afterAll(async () => {
    await desks.dispose();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  const create = (door: RunningStation | undefined, idempotencyKey: string) =>
    createStationClient(door?.url ?? '').create(TEXT, { format: 'CAdES', signingProvider: 'Pfx', idempotencyKey });

  async function expectKey(door: RunningStation | undefined): Promise<void> {
    const shown = await createStationClient(door?.url ?? '').certificates();
    expect(shown.filter(({ isDemo }) => !isDemo)).toHaveLength(1);
  }

  it('signs what either host took, once for the same key at both at once', async () => {
    await vi.waitFor(async () => {
      for (const door of doors) await expectKey(door);
    }, PATIENCE);
    for (let n = 0; n < SIGNED; n += 1) {
      const key = `order-${String(n)}`;
      const [one, other] = await Promise.all(doors.map((door) => create(door, key)));
      expect(one?.id).toBe(other?.id);
      const client = createStationClient(doors[0]?.url ?? '');
      expect(await client.finished(one?.id ?? '', 120_000)).toMatchObject({ status: 'Completed' });
    }
  }, 240_000);

  it('says of each part how it is and what it counts, and of those that take none, nothing else', async () => {
    for (const part of [publisher, signer]) {
      const ready = HealthReport.parse(await (await fetch(`${part.url}/health/ready`)).json());
      const names = ready.checks.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['database', 'storage', 'broker']));
      expect(names).toContain(part === signer ? 'worker' : 'outbox-publisher');
      expect((await fetch(`${part.url}/api/v1/signatures`)).status).toBe(404);
    }
    const counted = async (part: RunningStation): Promise<string> => (await fetch(`${part.url}/metrics`)).text();
    expect(await counted(signer)).toMatch(
      new RegExp(`^provider_sign_operations_total\\{.*\\} ${String(SIGNED)}$`, 'm'),
    );
    expect(await counted(publisher)).toMatch(/^rabbitmq_messages_total\{direction="published"\} [1-9]/m);
  });

  it('takes nothing for wrong that the part that signs, and is started again, will sign', async () => {
    await signer.stop();
    const client = createStationClient(doors[0]?.url ?? '');
    await vi.waitFor(async () => expect(await client.certificates()).toEqual([]), PATIENCE);
    await expect(create(doors[0], 'meanwhile')).rejects.toMatchObject({ status: 503 });
    signer = await desks.start('signer', signerSettings());
    await vi.waitFor(() => expectKey(doors[0]), PATIENCE);
    const { id } = await create(doors[0], 'meanwhile');
    expect(await client.finished(id, 120_000)).toMatchObject({ status: 'Completed' });
  }, 240_000);
});
