import { setTimeout as sleep } from 'node:timers/promises';
import { startStation } from '../actors/station/running-station.ts';
import { makeWatchedPair } from '../actors/station/watched-pair.ts';
import { processorTimes } from './measure-station.ts';
import type { Row } from './row.ts';

const LOOK_MILLISECONDS = 1_000;
/** Without any progress for so long, something hangs. */
const PATIENCE_MILLISECONDS = 120_000;

/**
 * So many documents dropped into a watched folder at once. Rejects unless each of them has exactly one signed file, lies
 * among the done ones, and nothing has failed or is left.
 */
export async function measureFolders(pdf: Uint8Array, count: number): Promise<Row[]> {
  const pair = makeWatchedPair();
  const station = await startStation({ settings: pair.settings });
  try {
    pair.drop(pdf, count);
    const begun = performance.now();
    await allDone(() => pair.files('done').length, count);
    const times = [...processorTimes(station)].map(([role, time]) => `${role} ${(time / count).toFixed(2)}`);
    const seconds = (performance.now() - begun) / 1000;
    const names = Array.from({ length: count }, (_, number) => `dropped/${String(number)}`).sort();
    expectSame(pair.files('done'), names.map((name) => `${name}.pdf`).sort());
    expectSame(pair.files('out'), names.map((name) => `${name}-signed.pdf`).sort());
    expectSame([...pair.files('failed'), ...pair.files('in')], []);
    return [
      {
        what: `documents of a watched folder, ${String(count)} dropped at once, 100 KB, RSA-2048 PFX`,
        measured: count / seconds,
        unit: 'documents/s',
        better: 'higher',
        limit: 'each signed once',
        isReached: true,
        limitedBy: 'syncs of the disk: a document that is moved must not be lost in a power cut',
        note: `${seconds.toFixed(0)} s; milliseconds of a processor a document: ${times.join(', ')}`,
      },
    ];
  } finally {
    await station.dispose();
    pair.dispose();
  }
}

async function allDone(count: () => number, wanted: number): Promise<void> {
  let last = 0;
  let since = performance.now();
  for (let done = count(); done < wanted; done = count()) {
    if (done > last) since = performance.now();
    else if (performance.now() - since > PATIENCE_MILLISECONDS)
      throw new Error(`It stays at ${String(done)} documents.`);
    last = done;
    if (process.stdout.isTTY) process.stdout.write(`\r${String(done)} of ${String(wanted)}`);
    await sleep(LOOK_MILLISECONDS);
  }
}

function expectSame(found: readonly string[], wanted: readonly string[]): void {
  const other = found.find((name, index) => name !== wanted[index]) ?? wanted[found.length];
  if (other !== undefined)
    throw new Error(`${String(found.length)} files for ${String(wanted.length)}, the first other one: ${other}`);
}
