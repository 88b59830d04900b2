import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { startStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { smallPdfs } from '../documents/pdf/make-pdfs.ts';
import { unknownInputs } from './check-files.ts';
import type { Promises } from './promises.ts';
import { sha256Of } from './record-station.ts';

/** Not a measure of speed: what is not removed by then never will be. */
const [CLEARING_TRIES, LOOK_MILLISECONDS] = [600, 100];

/**
 * Starts a station on this disk: what of the promises it does not keep, one sentence each. Every accepted request ends
 * Completed, once; the same request sent again is answered as it was; what was handed out is handed out again.
 */
export async function checkStart(dataDirectory: string, { accepted, completed }: Promises): Promise<string[]> {
  const station = await startStation({ dataDirectory });
  const found: string[] = [];
  try {
    const client = createStationClient(station.url);
    const documents = new Map(Object.values(smallPdfs()).map((document) => [sha256Of(document), document]));
    for (const [key, { id, sha256 }] of accepted) {
      const again = await client.create(documents.get(sha256) ?? new Uint8Array(), { idempotencyKey: key });
      if (again.id !== id) found.push(`${key} sent again is ${again.id}, not ${id}.`);
      const { status, errorMessage } = await client.finished(id);
      if (status !== 'Completed') found.push(`${key} ended ${status}: ${String(errorMessage)}`);
      else if (sha256Of(await client.content(id)) !== (completed.get(id) ?? sha256Of(await client.content(id)))) {
        found.push(`${key}: another file is handed out than before.`);
      }
    }
    found.push(...(await neverCleared(dataDirectory)));
  } finally {
    await station.stop();
  }
  return [...found, ...completedTwice(path.join(dataDirectory, 'station.db'))];
}

/** Inputs of requests that were never accepted go soon after the start. */
async function neverCleared(dataDirectory: string): Promise<string[]> {
  const database = new BetterSqlite3(path.join(dataDirectory, 'station.db'), { readonly: true });
  try {
    for (let tries = 0; tries < CLEARING_TRIES; tries += 1) {
      if (unknownInputs(dataDirectory, database).length === 0) return [];
      await delay(LOOK_MILLISECONDS);
    }
    return unknownInputs(dataDirectory, database).map(
      (id) => `The input of ${id}, which nobody accepted, is not removed.`,
    );
  } finally {
    database.close();
  }
}

function completedTwice(file: string): string[] {
  const database = new BetterSqlite3(file, { readonly: true });
  try {
    return database
      .prepare<[], { id: string; times: number }>(
        `SELECT entity_id AS id, count(*) AS times FROM audit_events WHERE event_type = 'SigningCompleted'
         GROUP BY entity_id HAVING count(*) > 1`,
      )
      .all()
      .map(({ id, times }) => `${id} was completed ${String(times)} times.`);
  } finally {
    database.close();
  }
}
