import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SignatureList } from '../../service/contract/http/signatures.ts';
import { IS_ON_SERVERS } from '../actors/servers/places-on-servers.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient, type StationClient } from '../actors/station/station-client.ts';
import { buildMisbehavingModule, type MisbehavingModule } from '../actors/tokens/misbehaving-module.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../actors/tokens/softhsm.ts';
import { smallPdfs } from '../documents/pdf/make-pdfs.ts';

const PIN = '24681357';
const DOCUMENTS = 12;
/** Of stations that share a database none shows the card then. */
const ABSENT = IS_ON_SERVERS ? 'KEY_ABSENT' : 'TOKEN_ABSENT';
const PATIENCE = { timeout: 60_000, interval: 200 };

let folder: string;
let token: SoftHsmToken;
let module: MisbehavingModule;
let station: RunningStation;
let client: StationClient;
/** On servers a station does not guess which certificate is meant while none is there. */
let named: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'waiting-jobs-'));
  const keys = [{ type: 'P-256', id: '01', label: 'one' }] as const;
  token = await makeSoftHsmToken({ dir: path.join(folder, 'hsm'), label: 'desk', pin: PIN, keys });
  module = await buildMisbehavingModule(path.join(folder, 'module'), token.modulePath);
  station = await start();
  client = createStationClient(station.url);
  if (!IS_ON_SERVERS) return;
  const listed = await vi.waitFor(async () => {
    const found = (await client.certificates()).find(({ providerType }) => providerType === 'SmartCard');
    if (found === undefined) throw new Error('The card is not shown.');
    return found;
  }, PATIENCE);
  named = { certificateThumbprint: listed.thumbprint };
});

afterAll(async () => {
  await station.stop();
  await token.remove();
  await module.remove();
  rmSync(folder, { recursive: true, force: true });
});

function start(settings: Readonly<Record<string, string>> = {}): Promise<RunningStation> {
  return startStation({
    dataDirectory: path.join(folder, 'data'),
    settings: {
      'Signing:SmartCard:ModulePath': module.modulePath,
      'Signing:SmartCard:TokenLabel': 'desk',
      'Telemetry:LogLevel': 'debug',
      'Signing:SmartCard:PinSecretName': 'Desk:Pin',
      // Were a missing card a fault of signing, two attempts would not outlast it.
      'SigningJobRetry:MaxAttempts': '2',
      'SigningJobRetry:InitialBackoffMilliseconds': '50',
      ...settings,
    },
    environment: { ...token.environment, SERVICE_SECRET_DESK_PIN: PIN },
  });
}

async function send(count: number): Promise<string[]> {
  const document = Object.values(smallPdfs())[0];
  if (document === undefined) throw new Error('There is no test document.');
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    ids.push((await client.create(document, { signingProvider: 'SmartCard', ...named })).id);
  }
  return ids;
}

type Line = Readonly<Record<string, unknown>>;

function logLines(): Line[] {
  const lines = station.output().split('\n');
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Line);
}

/** Asks until every one of them is as it should be. */
async function until(ids: readonly string[], isSo: (view: Awaited<ReturnType<StationClient['status']>>) => boolean) {
  for (const id of ids) {
    for (let tries = 0; !isSo(await client.status(id)); tries += 1) {
      if (tries > 1_200)
        throw new Error(`${JSON.stringify(await client.status(id))}\n${station.output().slice(-4_000)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

it('lets jobs wait while the card is out, without an attempt used, and goes on when it is back', async () => {
  await module.misbehave('removed');
  const ids = await send(DOCUMENTS);
  await until(ids, (view) => view.waitReason === ABSENT);
  const [first = ''] = ids;
  expect(await client.status(first)).toMatchObject({ status: 'Queued', retryCount: 0, nextAttemptAt: null });
  const cancelled = ids.pop() ?? '';
  const cancelUrl = `${station.url}/api/v1/signatures/${cancelled}/cancel`;
  expect((await fetch(cancelUrl, { method: 'POST' })).ok).toBe(true);

  const isOfJob = (line: Line): boolean => line['signatureId'] === first && line['jobId'] !== undefined;
  const [accepted] = logLines().filter((line) => isOfJob(line) && line['operation'] === 'createSignature');
  await station.killHost();
  station = await start();
  client = createStationClient(station.url);
  expect(await client.status(first)).toMatchObject({ status: 'Queued', waitReason: ABSENT });

  await module.misbehave('none');
  await until(ids, (view) => view.status === 'Completed');
  expect(await client.status(first)).toMatchObject({ waitReason: null, waitingSince: null, retryCount: 0 });
  expect(await client.status(cancelled)).toMatchObject({ status: 'Cancelled', waitReason: null });

  await vi.waitFor(() => expect(logLines().filter((line) => line['message'] === 'Job completed.')).not.toEqual([]));
  const { traceId, jobId } = accepted ?? {};
  const later = logLines().filter(isOfJob);
  expect(later.map((line) => ({ traceId: line['traceId'], jobId: line['jobId'] }))).toEqual(
    later.map(() => ({ traceId, jobId })),
  );
  expect(later.map((line) => line['message'])).toContain('Job completed.');
});

it('takes a request that names a certificate of a card that is out, where it has signed here, and none that nobody knows', async () => {
  const { items } = SignatureList.parse(
    await (await fetch(`${station.url}/api/v1/signatures?status=Completed`)).json(),
  );
  const certificateThumbprint = items[0]?.certificateThumbprint ?? '';
  await module.misbehave('removed');
  await station.stop();
  // What was seen before is forgotten by now; what has signed is recorded.
  station = await start();
  client = createStationClient(station.url);
  const document = Object.values(smallPdfs())[0] ?? new Uint8Array();
  const fields = { signingProvider: 'SmartCard', certificateThumbprint };
  const { id } = await vi.waitFor(() => client.create(document, fields), PATIENCE);
  const unknown = client.create(document, { ...fields, certificateThumbprint: 'AB'.repeat(20) });
  await expect(unknown).rejects.toMatchObject({ status: 400 });
  await until([id], (view) => view.waitReason === ABSENT);
  await module.misbehave('none');
  await until([id], (view) => view.status === 'Completed');
  expect(await client.status(id)).toMatchObject({ certificateThumbprint, retryCount: 0 });
});

it('fails what has waited for longer than Signing:MaxWait, with a dead letter', async () => {
  await station.stop();
  station = await start({ 'Signing:MaxWait': '1s' });
  client = createStationClient(station.url);
  await module.misbehave('removed');
  const ids = await send(1);
  await until(ids, (view) => view.waitReason !== null);
  // The look for what waits too long comes soon after a start.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await station.stop();
  station = await start({ 'Signing:MaxWait': '1s' });
  client = createStationClient(station.url);
  await until(ids, (view) => view.status === 'Failed');
  expect(await client.status(ids[0] ?? '')).toMatchObject({ errorCode: 'SIGNING_PROVIDER_UNAVAILABLE' });
  const metrics = async (): Promise<string> => (await fetch(`${station.url}/metrics`)).text();
  await vi.waitFor(async () => {
    expect(await metrics()).toMatch(/^rabbitmq_messages_total\{direction="dead-lettered"\} 1$/m);
  }, PATIENCE);
  await module.misbehave('none');
});
