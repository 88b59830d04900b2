import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { buildMisbehavingModule, type MisbehavingModule } from '../actors/tokens/misbehaving-module.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../actors/tokens/softhsm.ts';

const PIN = '24681357';
/** What a person at the desk may have to wait. */

let folder: string;
let token: SoftHsmToken;
let module: MisbehavingModule;
let station: RunningStation;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'token-events-'));
  const keys = [{ type: 'P-256', id: '01', label: 'one' }] as const;
  token = await makeSoftHsmToken({ dir: path.join(folder, 'hsm'), label: 'desk', pin: PIN, keys });
  module = await buildMisbehavingModule(path.join(folder, 'module'), token.modulePath);
  station = await startStation({
    settings: {
      'Signing:SmartCard:ModulePath': module.modulePath,
      'Signing:SmartCard:TokenLabel': 'desk',
      'Signing:SmartCard:PinSecretName': 'Desk:Pin',
    },
    environment: { ...token.environment, SERVICE_SECRET_DESK_PIN: PIN },
  });
});

afterAll(async () => {
  await station.dispose();
  await token.remove();
  await module.remove();
  rmSync(folder, { recursive: true, force: true });
});

it('tells open pages that a token was taken out, and put in again', async () => {
  const client = createStationClient(station.url);
  const onCard = async (): Promise<number> =>
    (await client.certificates()).filter(({ providerType }) => providerType === 'SmartCard').length;
  await expect.poll(onCard).toBe(1);
  const events = await openEvents();
  for (const [how, expected] of [
    ['removed', 0],
    ['none', 1],
  ] as const) {
    const heard = events.nextTokens();
    await module.misbehave(how);
    await heard;
    await expect.poll(onCard).toBe(expected);
  }
  await events.close();
});

async function openEvents(): Promise<{ nextTokens(): Promise<void>; close(): Promise<void> }> {
  const answer = await fetch(`${station.url}/api/v1/events`);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('The stream has no body.');
  return {
    async nextTokens() {
      for (let text = ''; !text.includes('event: tokens\n');) {
        const { value, done } = await reader.read();
        if (done) throw new Error('The stream ended.');
        text += value;
      }
    },
    close: () => reader.cancel(),
  };
}
