import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeRecordedDisk } from '../actors/disk/recorded-disk.ts';
import { makeSlowDisk } from '../actors/disk/slow-disk.ts';
import { startStation } from '../actors/station/running-station.ts';
import { createStationClient, type StationClient } from '../actors/station/station-client.ts';
import { smallPdfs } from '../documents/pdf/make-pdfs.ts';
import { SeededRandom } from '../fuzz/random.ts';
import type { Promised } from './promises.ts';

const CLIENTS = 6;
/** Long enough that a request that is sent again meets the first one while that one waits for the disk. */
const MOST_SYNC_MILLISECONDS = 15;
/** Of a hundred requests so many are sent a second time before the first answer is there. */
const SENT_TWICE_PERCENT = 40;

export interface Recording {
  readonly log: string;
  /** Everything that was recorded lies below it. */
  readonly root: string;
  readonly dataDirectory: string;
}

/**
 * Has a station on a recorded disk sign `requests` documents that come from several clients, and stops it. The order of
 * events is the machine's; `seed` decides how long syncs take and what is sent twice. `folder` is an empty one.
 */
export async function recordStation(folder: string, requests: number, seed: number): Promise<Recording> {
  const [tools, root] = [path.join(folder, 'tools'), path.join(folder, 'disk')];
  for (const made of [tools, root]) mkdirSync(made);
  const dataDirectory = path.join(root, 'data');
  const slow = makeSlowDisk(tools);
  const disk = makeRecordedDisk(tools, root);
  const libraries = [slow, disk].map(({ environment }) => environment['LD_PRELOAD'] ?? '').join(' ');
  const environment = { ...slow.environment, ...disk.environment, LD_PRELOAD: libraries };
  const random = new SeededRandom(seed);
  const station = await startStation({ dataDirectory, environment });
  try {
    await signAll(createStationClient(station.url), requests, {
      random,
      changeDisk: () => slow.delaySyncs(random.natural(MOST_SYNC_MILLISECONDS)),
      note: (told) => disk.note(told),
    });
  } finally {
    await station.dispose();
  }
  return { log: disk.log, root, dataDirectory };
}

interface Load {
  readonly random: SeededRandom;
  readonly changeDisk: () => void;
  readonly note: (told: Promised) => void;
}

async function signAll(client: StationClient, requests: number, { random, changeDisk, note }: Load): Promise<void> {
  const documents = Object.values(smallPdfs());
  let next = 0;
  const one = async (): Promise<void> => {
    const key = `document-${String(next++)}`;
    const document = random.pick(documents);
    const sha256 = sha256Of(document);
    const send = async (): Promise<string> => {
      const { id } = await sentAgain(() => client.create(document, { idempotencyKey: key }));
      note({ kind: 'accepted', key, id, sha256 });
      return id;
    };
    const again = random.natural(100) < SENT_TWICE_PERCENT ? [delay(random.natural(20)).then(send)] : [];
    changeDisk();
    const [id] = await Promise.all([send(), ...again]);
    const { status } = await sentAgain(() => client.finished(id));
    if (status !== 'Completed') throw new Error(`${id} is ${status}.`);
    note({ kind: 'completed', id, sha256: sha256Of(await sentAgain(() => client.content(id))) });
  };
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (next < requests) await one();
    }),
  );
}

/**
 * On a machine that has much else to do a connection that rested is closed in the moment in which it is used again: whoever
 * gets no answer sends the same again. A station that has ended refuses the next connection.
 */
async function sentAgain<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (fault) {
    if (!isCutOff(fault)) throw fault;
    return send();
  }
}

function isCutOff(fault: unknown): boolean {
  const cause = fault instanceof TypeError ? fault.cause : undefined;
  return cause instanceof Error && 'code' in cause && ['ECONNRESET', 'UND_ERR_SOCKET'].includes(String(cause.code));
}

/** Lower-case hex. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
