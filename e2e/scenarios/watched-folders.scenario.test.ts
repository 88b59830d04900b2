import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { makeWatchedPair } from '../actors/station/watched-pair.ts';
import { smallPdfs } from '../documents/pdf/make-pdfs.ts';

const Requests = z.object({ items: z.array(z.object({ id: z.string(), status: z.string() })) });
const Events = z.object({ items: z.array(z.object({ eventType: z.string(), actor: z.string() })) });
const Verdict = z.object({ reasonCodes: z.array(z.string()), signature: z.object({ cryptoValid: z.boolean() }) });
const Health = z.object({ checks: z.array(z.object({ name: z.string(), status: z.string() })) });
const COUNT = 12;
/** `npm run bench -- --folders=10000` drops more of them. */
const DROPPED = 300;

let folder: string;
let station: RunningStation;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'watched-'));
  for (const name of ['in', 'out', 'done', 'failed']) mkdirSync(path.join(folder, name));
  station = await start();
});
afterAll(async () => {
  await station.stop();
  rmSync(folder, { recursive: true, force: true });
});

function start(): Promise<RunningStation> {
  return startStation({
    dataDirectory: path.join(folder, 'data'),
    settings: {
      Environment: 'Testing',
      'WatchedFolders:0:Name': 'post',
      ...Object.fromEntries(
        ['In', 'Out', 'Done', 'Failed'].map((key) => [`WatchedFolders:0:${key}`, path.join(folder, key.toLowerCase())]),
      ),
      'WatchedFolders:0:SigningProvider': 'Pfx',
      'WatchedFolders:0:QuietMilliseconds': '50',
      'WatchedFolders:0:IntervalMilliseconds': '50',
      'WatchedFolders:0:MaxInFlight': '4',
    },
  });
}

const files = (name: string): string[] =>
  readdirSync(path.join(folder, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.relative(path.join(folder, name), path.join(entry.parentPath, entry.name)))
    .sort();

async function read<T>(schema: z.ZodType<T>, address: string, init?: RequestInit): Promise<T> {
  return schema.parse(await (await fetch(`${station.url}${address}`, init)).json());
}

it('signs what lies in the folder once each, over a killed host, and reports what cannot be signed', async () => {
  const pdf = Object.values(smallPdfs())[0] ?? new Uint8Array();
  mkdirSync(path.join(folder, 'in', 'march'));
  for (let n = 0; n < COUNT; n += 1) writeFileSync(path.join(folder, 'in', 'march', `${String(n)}.pdf`), pdf);
  writeFileSync(path.join(folder, 'in', 'broken.pdf'), 'no PDF at all');
  await expect.poll(() => files('out').length).toBeGreaterThan(0);
  await station.killHost();
  station = await start();

  await expect.poll(() => files('done')).toHaveLength(COUNT);
  await expect.poll(() => existsSync(path.join(folder, 'failed', 'broken.pdf'))).toBe(true);
  expect(files('out')).toEqual(files('done').map((name) => name.replace('.pdf', '-signed.pdf')));
  expect(files('failed')).toEqual(['broken.pdf', 'broken.pdf.report.json', 'broken.pdf.report.txt']);
  const { items } = await read(Requests, '/api/v1/signatures?limit=200');
  expect(items.filter(({ status }) => status === 'Completed')).toHaveLength(COUNT);
  expect(items).toHaveLength(COUNT + 1);

  const events = await read(Events, `/api/v1/signatures/${items[0]?.id ?? ''}/audit-events`);
  expect(events.items.find(({ eventType }) => eventType === 'SignatureRequested')?.actor).toBe('folder post');
  const form = new FormData();
  form.set('file', new Blob([readFileSync(path.join(folder, 'out', 'march', '0-signed.pdf'))]), 'a.pdf');
  form.set('format', 'PAdES');
  const verdict = await read(Verdict, '/api/v1/verifications', { method: 'POST', body: form });
  expect(verdict.signature.cryptoValid).toBe(true);
  const health = await read(Health, '/health');
  expect(health.checks.find(({ name }) => name === 'watched-folders')?.status).toBe('Healthy');
});

it('signs each of many documents that are dropped at once', async () => {
  const pair = makeWatchedPair();
  const other = await startStation({ settings: pair.settings });
  try {
    pair.drop(Object.values(smallPdfs())[0] ?? new Uint8Array(), DROPPED);
    await expect.poll(() => pair.files('done'), { interval: 500, timeout: 360_000 }).toHaveLength(DROPPED);
    expect(pair.files('out')).toEqual(pair.files('done').map((name) => name.replace('.pdf', '-signed.pdf')));
    expect(new Set(pair.files('done')).size).toBe(DROPPED);
    expect([...pair.files('failed'), ...pair.files('in')]).toEqual([]);
  } finally {
    await other.dispose();
    pair.dispose();
  }
});
