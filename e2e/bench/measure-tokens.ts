import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ProviderEntry } from '../../service/providers/token-host/protocol.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { buildMisbehavingModule, type MisbehavingModule } from '../actors/tokens/misbehaving-module.ts';
import { startTokenHost } from '../actors/tokens/running-token-host.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../actors/tokens/softhsm.ts';
import { multipartBody, openLoadClient } from './load-client.ts';
import type { Row } from './row.ts';

const PIN = '24681357';
const CARD_MILLISECONDS = 200;
const HSM_MILLISECONDS = 50;
const POOL_SIZES = [4, 16] as const;
const WARM_UP_ROUNDS = 10;

/** How well slow devices are kept busy: a card of 200 ms a signature, an HSM of 50 ms with pools of sessions. */
export async function measureTokens(pdf: Uint8Array): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'station-bench-tokens-'));
  try {
    const keys = [{ type: 'P-256', id: '01', label: 'bench' }] as const;
    const token = await makeSoftHsmToken({ dir: path.join(folder, 'hsm'), label: 'bench', pin: PIN, keys });
    const module = await buildMisbehavingModule(path.join(folder, 'module'), token.modulePath);
    const rows = [await measureCard(token, module, pdf)];
    for (const sessions of POOL_SIZES) {
      rows.push(await measurePoolAlone(token, module, sessions));
      rows.push(await measurePool(token, module, pdf, sessions));
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureCard(token: SoftHsmToken, module: MisbehavingModule, pdf: Uint8Array): Promise<Row> {
  await module.misbehave(`slow-card ${CARD_MILLISECONDS}`);
  const station = await stationWith('SmartCard', token, module, {});
  const jobs = 30;
  const elapsed = await queueThrough(station, 'SmartCard', pdf, { jobs, sessions: 1 });
  const busy = (100 * jobs * CARD_MILLISECONDS) / elapsed;
  return {
    what: `card of ${CARD_MILLISECONDS} ms a signature busy while it has a queue`,
    measured: busy,
    unit: '%',
    better: 'higher',
    limit: 'at least 99 %',
    isReached: busy >= 99,
    limitedBy: 'the card',
  };
}

async function measurePool(
  token: SoftHsmToken,
  module: MisbehavingModule,
  pdf: Uint8Array,
  sessions: number,
): Promise<Row> {
  await module.misbehave(`slow-hsm ${HSM_MILLISECONDS}`);
  const settings = { 'Signing:Hsm:MaxConcurrentSessions': String(sessions) };
  const station = await stationWith('Hsm', token, module, settings);
  const jobs = 20 * sessions;
  const elapsed = await queueThrough(station, 'Hsm', pdf, { jobs, sessions });
  const speedUp = (jobs * HSM_MILLISECONDS) / elapsed;
  return {
    what: `HSM of ${HSM_MILLISECONDS} ms a signature with ${sessions} sessions, the whole station, against one session`,
    measured: speedUp,
    unit: 'x',
    better: 'higher',
    limit: `about ${sessions} x (90 %)`,
    isReached: speedUp >= 0.9 * sessions,
    limitedBy: 'the device, and from about 300 jobs/s on the processors',
    note: `${((jobs / elapsed) * 1_000).toFixed(0)} jobs/s through the whole station, of ${(1_000 * sessions) / HSM_MILLISECONDS} that the device could make`,
  };
}

/** The token-host by itself, asked for signatures as fast as it answers. */
async function measurePoolAlone(token: SoftHsmToken, module: MisbehavingModule, sessions: number): Promise<Row> {
  await module.misbehave(`slow-hsm ${HSM_MILLISECONDS}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'station-bench-guard-'));
  const entry: ProviderEntry = {
    type: 'Hsm',
    ...{ id: 'hsm', name: 'HSM', modulePath: module.modulePath, tokenLabel: 'bench', slotId: null },
    ...{ serial: null, pinSecretName: 'Pin', preferFirstSlotWhenAmbiguous: false, maxConcurrentSessions: sessions },
  };
  const host = startTokenHost({
    entries: [entry],
    pinGuardDirectory: folder,
    environment: { ...token.environment, SERVICE_SECRET_PIN: PIN },
  });
  try {
    const keyId = createHash('sha256')
      .update(token.certificates.get('bench') ?? '')
      .digest('hex')
      .toUpperCase();
    const sign = async (): Promise<void> => {
      const dataToBeSigned = randomBytes(40);
      const digest = createHash('sha256').update(dataToBeSigned).digest();
      const algorithm = { scheme: 'ECDSA', hash: 'SHA-256' } as const;
      await host.directory.sign({ providerId: 'hsm', keyId, algorithm, dataToBeSigned, digest });
    };
    await Promise.all(Array.from({ length: sessions }, sign));
    const rounds = 20;
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: rounds * sessions }, sign));
    const speedUp = (rounds * sessions * HSM_MILLISECONDS) / (performance.now() - startedAt);
    return {
      what: `HSM of ${HSM_MILLISECONDS} ms a signature with ${sessions} sessions, the token-host alone, against one session`,
      measured: speedUp,
      unit: 'x',
      better: 'higher',
      limit: `about ${sessions} x (90 %)`,
      isReached: speedUp >= 0.9 * sessions,
      limitedBy: 'the device',
    };
  } finally {
    await host.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function stationWith(
  section: 'SmartCard' | 'Hsm',
  token: SoftHsmToken,
  module: MisbehavingModule,
  settings: Readonly<Record<string, string>>,
): Promise<RunningStation> {
  return startStation({
    settings: {
      [`Signing:${section}:ModulePath`]: module.modulePath,
      [`Signing:${section}:TokenLabel`]: 'bench',
      [`Signing:${section}:PinSecretName`]: 'Bench:Pin',
      ...settings,
    },
    environment: { ...token.environment, SERVICE_SECRET_BENCH_PIN: PIN },
  });
}

/**
 * Milliseconds that a queue of `jobs` takes, counted from the end of the first `sessions` jobs of it (the first round of
 * the device) to the last one's end.
 */
async function queueThrough(
  station: RunningStation,
  signingProvider: 'SmartCard' | 'Hsm',
  pdf: Uint8Array,
  { jobs, sessions }: { readonly jobs: number; readonly sessions: number },
): Promise<number> {
  const fields = { format: 'PAdES', profile: 'B', signingProvider };
  const client = await openLoadClient(station.url, multipartBody(fields, pdf), 16);
  try {
    const end = async (id: string): Promise<number> => {
      const status = await client.ended(id);
      if (status !== 'Completed') throw new Error(`A job of the benchmark ended as ${status}.`);
      return performance.now();
    };
    const signed = async (): Promise<number> => end(await client.create());
    // A station that has just started compiles while it works; what is measured is the pool.
    await Promise.all(Array.from({ length: WARM_UP_ROUNDS * sessions }, signed));
    const queue = Array.from({ length: jobs + sessions }, signed);
    const ends = (await Promise.all(queue)).sort((left, right) => left - right);
    return (ends.at(-1) ?? Number.NaN) - (ends[sessions - 1] ?? Number.NaN);
  } finally {
    client.close();
    await station.dispose();
  }
}
