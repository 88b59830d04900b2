import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../actors/tokens/softhsm.ts';

const PIN = '24681357';

let folder: string;
let token: SoftHsmToken;
let station: RunningStation;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'same-token-'));
  const keys = [{ type: 'P-256', id: '01', label: 'one' }] as const;
  token = await makeSoftHsmToken({ dir: path.join(folder, 'hsm'), label: 'shared', pin: PIN, keys });
  const settings = (section: string) => ({
    [`${section}:ModulePath`]: token.modulePath,
    [`${section}:TokenLabel`]: 'shared',
    [`${section}:PinSecretName`]: 'Shared:Pin',
  });
  station = await startStation({
    settings: {
      ...settings('Signing:Pkcs11:0'),
      ...{ 'Signing:Pkcs11:0:ProviderId': 'first', 'Signing:Pkcs11:0:Name': 'First' },
      ...settings('Signing:SmartCard'),
    },
    environment: { ...token.environment, SERVICE_SECRET_SHARED_PIN: PIN },
  });
});

afterAll(async () => {
  await station.dispose();
  await token.remove();
  rmSync(folder, { recursive: true, force: true });
});

it('signs with one certificate through two providers, each with a record of its own', async () => {
  const client = createStationClient(station.url);
  for (const signingProvider of ['Pkcs11', 'SmartCard', 'Pkcs11', 'SmartCard']) {
    const { id } = await client.create(Buffer.from('text'), { format: 'CAdES', signingProvider });
    expect(await client.finished(id)).toMatchObject({ status: 'Completed', errorMessage: null, signingProvider });
  }
});
