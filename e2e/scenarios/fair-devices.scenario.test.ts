import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient, type StationClient } from '../actors/station/station-client.ts';
import { buildMisbehavingModule, type MisbehavingModule } from '../actors/tokens/misbehaving-module.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../actors/tokens/softhsm.ts';

const PIN = '24681357';
/** More than the station has slots in all. */
const MANY = 100;

let folder: string;
let token: SoftHsmToken;
let module: MisbehavingModule;
let station: RunningStation;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'fair-devices-'));
  const keys = [{ type: 'P-256', id: '01', label: 'one' }] as const;
  token = await makeSoftHsmToken({ dir: path.join(folder, 'hsm'), label: 'fair', pin: PIN, keys });
  module = await buildMisbehavingModule(path.join(folder, 'module'), token.modulePath);
});
afterEach(() => station.dispose());
afterAll(async () => {
  await token.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function start(section: 'Hsm' | 'SmartCard', settings: Readonly<Record<string, string>>): Promise<StationClient> {
  station = await startStation({
    settings: {
      [`Signing:${section}:ModulePath`]: module.modulePath,
      [`Signing:${section}:TokenLabel`]: 'fair',
      [`Signing:${section}:PinSecretName`]: 'Fair:Pin',
      ...settings,
    },
    environment: { ...token.environment, SERVICE_SECRET_FAIR_PIN: PIN },
  });
  return createStationClient(station.url);
}

/** Answers the ids of `count` documents that were accepted for the provider. */
function send(client: StationClient, signingProvider: string, count: number): Promise<string[]> {
  const one = async (): Promise<string> =>
    (await client.create(Buffer.from('text'), { format: 'CAdES', signingProvider })).id;
  return Promise.all(Array.from({ length: count }, one));
}

describe('devices that share a station', () => {
  it.each([
    ['by its own slots', {}],
    ['of the few that are configured', { 'Worker:Concurrency': '3' }],
  ])('sign for others while one of them hangs under a queue, %s', async (_, settings) => {
    const client = await start('SmartCard', settings);
    const before = await module.callCount('C_Sign');
    await module.misbehave('hang-sign');
    const stuck = await send(client, 'SmartCard', MANY);
    await expect.poll(() => module.callCount('C_Sign')).toBeGreaterThan(before);
    const others = await send(client, 'Pfx', 10);
    for (const id of others) expect((await client.finished(id)).status).toBe('Completed');
    const states = await Promise.all(stuck.map(async (id) => (await client.status(id)).status));
    expect(states.filter((status) => status === 'Completed')).toEqual([]);
    await module.misbehave('none');
  });

  it('has as many signatures of an HSM under way as it has sessions', async () => {
    const client = await start('Hsm', { 'Signing:Hsm:MaxConcurrentSessions': '16' });
    // So slow that all sixteen have begun before the first has ended, on any machine.
    await module.misbehave('slow-hsm 4000');
    const ids = await send(client, 'Hsm', 20);
    await expect.poll(() => module.mostAtOnce(), { timeout: 60_000 }).toBe(16);
    await module.misbehave('none');
    for (const id of ids) expect((await client.finished(id)).status).toBe('Completed');
    expect(await module.mostAtOnce()).toBe(16);
  });
});
