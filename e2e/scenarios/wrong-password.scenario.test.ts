import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignatureView } from '../../service/contract/http/signatures.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient, type StationClient } from '../actors/station/station-client.ts';
import { makePfx } from '../actors/tokens/make-pfx.ts';

const [RIGHT, WRONG] = ['PFX-MARKER-right', 'PFX-MARKER-wrong'];

describe('a station with a wrong password of its PFX file', () => {
  let dir: string;
  let station: RunningStation;
  let client: StationClient;

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'station-wrong-password-'));
    await makePfx(path.join(dir, 'signer.pfx'), RIGHT);
    await setPassword(WRONG);
    station = await startStation({
      dataDirectory: path.join(dir, 'data'),
      settings: { 'Signing:Pfx:Path': path.join(dir, 'signer.pfx') },
    });
    client = createStationClient(station.url);
  });
  afterAll(async () => {
    await station.stop();
    await rm(dir, { recursive: true, force: true });
  });

  async function setPassword(password: string): Promise<void> {
    const folder = path.join(dir, 'data', 'secrets');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path.join(folder, 'SERVICE_SECRET_SIGNING_PFX_PASSWORD'), password, { mode: 0o600 });
  }

  async function until(id: string, isSo: (view: SignatureView) => boolean): Promise<SignatureView> {
    for (let tries = 0; tries < 2_400; tries += 1) {
      const view = await client.status(id);
      if (isSo(view)) return view;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${JSON.stringify(await client.status(id))}\n${station.output().slice(-4_000)}`);
  }

  it('lets its jobs wait, says why, and signs them once the password is right', async () => {
    const { id } = await client.create(Buffer.from('contract'), { format: 'CAdES', signingProvider: 'Pfx' });
    const waiting = await until(id, ({ status, waitReason }) => waitReason !== null || status === 'Failed');
    expect(waiting).toMatchObject({ status: 'Queued', waitReason: 'PIN_REFUSED', retryCount: 0, failureArea: 'pin' });
    expect(waiting.errorMessage).toContain('The password of the PFX file is wrong.');
    await setPassword(RIGHT);
    await until(id, ({ status }) => status === 'Completed');
    expect(station.output()).not.toContain('PFX-MARKER');
  });
});
