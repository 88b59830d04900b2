import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { endOnSignals } from '../actors/ended-with-us.ts';
import { buildOfCommit } from '../actors/station/build-of-commit.ts';
import { openDesks, type Desks } from '../actors/station/desks.ts';
import type { RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { makePfx } from '../actors/tokens/make-pfx.ts';
import { readToolOptions } from '../actors/tool-options.ts';

/**
 * `npm run rolling -- --from=COMMIT [--jobs=40]`: an upgrade without a stop. A station of the commit's build works on one
 * Postgres, RabbitMQ and bucket, one of this build comes to it and brings the tables to its own state, both sign, fail and
 * list side by side with the same key, the older one is started again beside the new tables, and then only the new one is
 * left. Each accepted document has to be signed once and to be shown alike by both. Ends with 1 where that is not so.
 */
const { values } = readToolOptions({
  name: 'rolling',
  options: {
    from: { type: 'string', meaning: 'commit of the build that was there before; needed' },
    jobs: { type: 'string', default: '40', meaning: 'documents of a step' },
  },
});
if (values.from === undefined) throw new Error('Say which build there was before: --from=COMMIT.');
endOnSignals();
const jobs = Number(values.jobs);
const checkout = buildOfCommit(values.from);
const PASSWORD = 'the password';
const CADES = { format: 'CAdES' };
const PADES = { format: 'PAdES' };
const View = z.looseObject({ status: z.string(), errorMessage: z.string().nullable() });
const BROKEN = Buffer.from('%PDF-1.7\nno document\n');

const folder = await mkdtemp(path.join(tmpdir(), 'rolling-'));
const key = path.join(folder, 'common.p12');
await makePfx(key, PASSWORD);
const desks = await openDesks({ SERVICE_SECRET_SIGNING_PFX_PASSWORD: PASSWORD });
try {
  await upgrade(desks);
} finally {
  await desks.dispose();
  await rm(folder, { recursive: true });
}

async function upgrade({ start }: Pick<Desks, 'start'>): Promise<void> {
  const settings = { Environment: 'Testing', 'Signing:Pfx:Path': key };
  const startOld = () => start('old', settings, checkout);
  const ids = new Set<string>();
  let old = await startOld();
  await work([old], ids, 'the older build alone');
  const next = await start('next', settings);
  await work([old, next], ids, 'both side by side');
  await old.stop();
  old = await startOld();
  await work([old, next], ids, 'the older one started again');
  await compare(old, next, ids);
  await old.stop();
  await work([next], ids, 'the new build alone');
  const signed = await Promise.all([...ids].map((id) => timesSigned(next, id)));
  say(
    signed.every((times) => times === 1),
    `${String(signed.length)} documents were accepted, each was signed once`,
  );
}

/** Half of the documents come in at each station; one that cannot be signed fails at each. */
async function work(stations: readonly RunningStation[], ids: Set<string>, when: string): Promise<void> {
  const all = Array.from({ length: jobs }, (_, n) =>
    createStationClient(stationOf(stations, n).url).create(Buffer.from('text'), CADES),
  );
  const accepted = (await Promise.all(all)).map(({ id }) => id);
  const states = await Promise.all(accepted.map((id, n) => finished(stationOf(stations, n + 1), id)));
  for (const id of accepted) ids.add(id);
  const broken = await Promise.all(
    stations.map((_, n) => createStationClient(stationOf(stations, n).url).create(BROKEN, PADES)),
  );
  const failed = await Promise.all(broken.map(({ id }, n) => finished(stationOf(stations, n + 1), id)));
  const isGood =
    states.every(({ status }) => status === 'Completed') &&
    failed.every(({ status, errorMessage }) => status === 'Failed' && errorMessage !== null);
  say(isGood, `${when}: ${String(accepted.length)} signed, ${String(failed.length)} broken ones failed`);
}

function stationOf(stations: readonly RunningStation[], n: number): RunningStation {
  const station = stations[n % stations.length];
  if (station === undefined) throw new Error('There is no station.');
  return station;
}

/** The fields of one build need not all be there in the answers of the other. */
async function viewAt(station: RunningStation, id: string): Promise<z.infer<typeof View>> {
  return View.parse(await (await fetch(`${station.url}/api/v1/signatures/${id}`)).json());
}

async function finished(station: RunningStation, id: string): Promise<z.infer<typeof View>> {
  for (;;) {
    const view = await viewAt(station, id);
    if (view.status === 'Completed' || view.status === 'Failed') return view;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** What both say of each document, but for what only one of them knows. */
async function compare(old: RunningStation, next: RunningStation, ids: ReadonlySet<string>): Promise<void> {
  const differing = new Set<string>();
  for (const id of ids) {
    const [before, now] = await Promise.all([old, next].map((each) => viewAt(each, id)));
    const shown: Readonly<Record<string, unknown>> = { ...now };
    for (const [name, value] of Object.entries({ ...before })) {
      if (JSON.stringify(value) !== JSON.stringify(shown[name])) differing.add(name);
    }
  }
  say(
    differing.size === 0,
    `both show the same of each document${differing.size > 0 ? `, not ${[...differing].join(', ')}` : ''}`,
  );
}

async function timesSigned(station: RunningStation, id: string): Promise<number> {
  const { items } = await createStationClient(station.url).auditEvents(id);
  return items.filter(({ eventType }) => eventType === 'SigningCompleted').length;
}

function say(isGood: boolean, what: string): void {
  console.log(`${isGood ? 'good ' : 'WRONG'}  ${what}`);
  if (!isGood) process.exitCode = 1;
}
