import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDesks } from '../actors/station/desks.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { buildMisbehavingModule } from '../actors/tokens/misbehaving-module.ts';
import { makeSoftHsmToken } from '../actors/tokens/softhsm.ts';
import { multipartBody, openLoadClient } from './load-client.ts';
import type { Row } from './row.ts';

const PIN = '24681357';
const DEVICE_MILLISECONDS = 100;
const WORKERS = [1, 2, 4] as const;
const JOBS_A_WORKER = 60;

/**
 * Jobs/s of 1, 2 and 4 hosts that sign, each with one session of a device that takes its time, behind one host that takes
 * requests. As long as the processors have time left each adds its whole device.
 */
export async function workerRows(pdf: Uint8Array): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'station-bench-workers-'));
  const keys = [{ type: 'P-256', id: '01', label: 'bench' }] as const;
  const token = await makeSoftHsmToken({ dir: path.join(folder, 'hsm'), label: 'bench', pin: PIN, keys });
  const module = await buildMisbehavingModule(path.join(folder, 'module'), token.modulePath);
  await module.misbehave(`slow-hsm ${DEVICE_MILLISECONDS}`);
  const desks = await openDesks({ ...token.environment, SERVICE_SECRET_BENCH_PIN: PIN });
  const thumbprint = createHash('sha1')
    .update(token.certificates.get('bench') ?? '')
    .digest('hex')
    .toUpperCase();
  const signing = {
    ...{ Roles: 'api,worker,token-host', Environment: 'Testing', 'Signing:Hsm:ModulePath': module.modulePath },
    ...{ 'Signing:Hsm:TokenLabel': 'bench', 'Signing:Hsm:PinSecretName': 'Bench:Pin' },
    'Signing:Hsm:MaxConcurrentSessions': '1',
  };
  try {
    const door = await desks.start('door', { Roles: 'api,publisher' });
    const rates: number[] = [];
    let started = 0;
    for (const workers of WORKERS) {
      for (; started < workers; started++) await desks.start(`signer-${String(started)}`, signing);
      await shownBy(door.url, thumbprint, workers);
      rates.push(await rateThrough(door.url, thumbprint, pdf, workers));
    }
    return WORKERS.slice(1).map((workers, index) => rowFor(workers, rates[index + 1] ?? 0, rates[0] ?? 0));
  } finally {
    await desks.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Until the certificate is listed by that many hosts. */
async function shownBy(url: string, thumbprint: string, workers: number): Promise<void> {
  const client = createStationClient(url);
  const listed = async (): Promise<number> =>
    (await client.certificates()).filter((each) => each.thumbprint === thumbprint).length;
  for (let tries = 0; (await listed()) < workers; tries++) {
    if (tries > 300) throw new Error(`Not all of ${workers} hosts show their certificate.`);
    await delay(200);
  }
}

/** Without the first round of every device, while the queue fills, and without its last, while it empties. */
async function rateThrough(url: string, certificateThumbprint: string, pdf: Uint8Array, workers: number) {
  const fields = { format: 'PAdES', profile: 'B', signingProvider: 'Hsm', certificateThumbprint };
  const client = await openLoadClient(url, multipartBody(fields, pdf), 16);
  try {
    const signed = async (): Promise<number> => {
      const status = await client.ended(await client.create());
      if (status !== 'Completed') throw new Error(`A job of the benchmark ended as ${status}.`);
      return performance.now();
    };
    const queue = Array.from({ length: JOBS_A_WORKER * workers }, signed);
    const ends = (await Promise.all(queue)).sort((left, right) => left - right);
    const [from, to] = [Math.floor(ends.length / 4), ends.length - 1 - workers];
    return ((to - from) * 1_000) / ((ends[to] ?? 0) - (ends[from] ?? 0));
  } finally {
    client.close();
  }
}

function rowFor(workers: number, rate: number, one: number): Row {
  const factor = rate / one / workers;
  return {
    what: `${workers} hosts that sign, each with a device of ${DEVICE_MILLISECONDS} ms, on shared servers: jobs/s for each against one host's`,
    measured: factor,
    unit: 'x',
    better: 'higher',
    limit: 'at least 0.9 x',
    isReached: factor >= 0.9,
    limitedBy: 'the devices, then the processors that stations and servers share',
    note: `${rate.toFixed(1)} jobs/s together, ${one.toFixed(1)} with one host`,
  };
}
