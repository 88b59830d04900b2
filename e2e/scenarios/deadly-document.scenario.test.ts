import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkoutWithDeadlyWorker, DEADLY } from '../actors/station/deadly-worker.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';

const BYSTANDERS = 40;

let folder: string;
let station: RunningStation | undefined;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'station-deadly-'));
});
afterEach(async () => {
  await station?.stop();
  await rm(folder, { recursive: true, force: true });
});

it('gives up a document over which every worker dies at once, and signs all those beside it', async () => {
  const checkout = path.join(folder, 'checkout');
  checkoutWithDeadlyWorker(checkout);
  const dataDirectory = path.join(folder, 'data');
  station = await startStation({ dataDirectory, checkout });
  const client = createStationClient(station.url);
  const create = async (document: Buffer): Promise<string> => (await client.create(document, { format: 'CAdES' })).id;
  const deadly = await create(DEADLY);
  const others: string[] = [];
  for (let number = 0; number < BYSTANDERS; number += 1) others.push(await create(Buffer.from(String(number))));
  for (const id of others) expect(await client.finished(id, 200_000)).toMatchObject({ status: 'Completed' });
  expect(await client.finished(deadly, 200_000)).toMatchObject({
    status: 'Failed',
    errorMessage: 'The signing process died too often while it worked on this document.',
  });
  const database = new BetterSqlite3(path.join(dataDirectory, 'station.db'), { readonly: true });
  const most = database.prepare('SELECT max(interruptions) FROM signing_jobs WHERE signature_request_id <> ?').pluck();
  // The first death tells nothing of who was the cause.
  expect(most.get(deadly)).toBeLessThanOrEqual(1);
  database.close();
});
