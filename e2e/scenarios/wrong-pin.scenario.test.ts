import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../actors/station/command-line.ts';
import type { SignatureView } from '../../service/contract/http/signatures.ts';
import { freePort, startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient, type StationClient } from '../actors/station/station-client.ts';
import { buildSpiedModule } from '../actors/tokens/misbehaving-module.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../actors/tokens/softhsm.ts';

const [RIGHT_PIN, WRONG_PIN] = ['86420975', '13579086'];
const JOBS = 100;

describe('a station with a wrong PIN', () => {
  let dir: string;
  let token: SoftHsmToken;
  let modulePath: string;
  let port: number;
  let station: RunningStation;
  let client: StationClient;

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'station-wrong-pin-'));
    const keys = [{ type: 'P-256', id: '01', label: 'signer' }] as const;
    token = await makeSoftHsmToken({ dir: path.join(dir, 'hsm'), label: 'station', pin: RIGHT_PIN, keys });
    ({ modulePath } = await buildSpiedModule(path.join(dir, 'module'), token.modulePath, path.join(dir, 'spy.log')));
    port = await freePort();
    await start(WRONG_PIN);
  });
  afterAll(async () => {
    await station.stop();
    await rm(dir, { recursive: true, force: true });
  });

  async function start(pin: string): Promise<void> {
    station = await startStation({
      ...{ dataDirectory: path.join(dir, 'data'), port },
      settings: { 'Signing:SmartCard:ModulePath': modulePath, 'Signing:SmartCard:TokenLabel': 'station' },
      environment: { ...token.environment, SERVICE_SECRET_SIGNING_SMARTCARD_PIN: pin },
    });
    client = createStationClient(station.url);
  }

  async function restart(pin: string): Promise<void> {
    await station.stop();
    await start(pin);
  }

  const failed: string[] = [];
  const waiting: string[] = [];

  const loginCount = (): number => readFileSync(path.join(dir, 'spy.log'), 'utf8').match(/: C_Login\b/g)?.length ?? 0;

  async function create(index: number): Promise<string> {
    const fields = { format: 'CAdES', signingProvider: 'SmartCard', fileName: `contract-${index}.txt` };
    return (await client.create(Buffer.from(`contract ${index}`), fields)).id;
  }

  async function health(): Promise<unknown> {
    return (await fetch(`${station.url}/api/v1/providers/smartcard/health`)).json();
  }

  /**
   * What has become of a request once it is not being worked on: signed, failed, or waiting for a person. On a shared queue
   * it may stand in line behind the others first.
   */
  async function settled(id: string): Promise<SignatureView> {
    for (let tries = 0; tries < 1_200; tries += 1) {
      const view = await client.status(id);
      const waitsForPerson = view.waitReason !== null && view.waitReason !== 'PROVIDER_BUSY';
      if (waitsForPerson || view.status === 'Completed' || view.status === 'Failed') return view;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${id} is not settled.\n${station.output().slice(-4_000)}`);
  }

  it(`logs in once, for ${JOBS} documents, listings, health polls and two restarts`, async () => {
    const created = Array.from({ length: JOBS }, (_, index) => create(index));
    const asked = Array.from({ length: 20 }, async () => {
      await Promise.all([client.certificates(), health(), fetch(`${station.url}/api/v1/providers`)]);
    });
    const ids = await Promise.all(created);
    await Promise.all(asked);
    await restart(WRONG_PIN);
    for (const id of ids) {
      const view = await settled(id);
      // The one whose PIN the token refused has failed, unless it was a listing's; the others wait for a person.
      if (view.status === 'Failed') failed.push(id);
      else waiting.push(id);
      if (view.status !== 'Failed') expect(view.waitReason).toMatch(/^PIN_(REFUSED|TRIES_LOW)$/);
      expect(view.errorMessage).not.toContain(WRONG_PIN);
    }
    expect(failed.length).toBeLessThanOrEqual(1);
    await restart(WRONG_PIN);
    const [certificate] = await client.listedCertificates();
    expect(certificate).toMatchObject({ canSign: false });
    expect(await health()).toMatchObject({ status: 'Degraded' });
    const another = await create(JOBS);
    expect((await settled(another)).waitReason).toMatch(/^PIN_(REFUSED|TRIES_LOW)$/);
    waiting.push(another);
    expect(loginCount()).toBe(1);
    expect(station.output()).not.toContain(WRONG_PIN);
  });

  it('tries the right one only once a person says so, as the token says that tries are low', async () => {
    await restart(RIGHT_PIN);
    waiting.push(await create(JOBS + 1));
    const refused = await settled(waiting.at(-1) ?? '');
    expect(refused.waitReason).toBe('PIN_TRIES_LOW');
    expect(refused.errorMessage).toMatch(/A wrong PIN was entered before.*token unlock-guard --provider smartcard/);
    expect(loginCount()).toBe(1);

    const command = [
      'token',
      'unlock-guard',
      '--provider',
      'smartcard',
      `--Signing:SmartCard:ModulePath=${modulePath}`,
    ];
    const dataDirectory = path.join(dir, 'data');
    const warned = await runCommand(dataDirectory, ...command);
    expect([warned.exitCode, warned.stdout]).toEqual([0, expect.stringContaining('Nothing was changed.')]);
    waiting.push(await create(JOBS + 2));
    expect((await settled(waiting.at(-1) ?? '')).waitReason).toBe('PIN_TRIES_LOW');
    expect((await runCommand(dataDirectory, ...command, '--yes')).exitCode).toBe(0);
    const signed = await Promise.all(Array.from({ length: 10 }, (_, index) => create(JOBS + 3 + index)));
    // A look comes every minute at the latest.
    for (const id of [...signed, ...waiting]) expect((await client.finished(id, 120_000)).status).toBe('Completed');
    expect(loginCount()).toBe(2);
  });
});
