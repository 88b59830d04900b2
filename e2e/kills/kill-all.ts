import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Fault } from '../faults/fault.ts';
import type { Member, TwoStations } from '../faults/two-stations.ts';
import type { StationChild } from '../actors/station/running-station.ts';
import { serverKillPlan, victimAmong, type ServerKillTurn } from './kill-plan.ts';

/** A job whose worker has died so often is left in peace until it is done: after ten times it is taken for the cause. */
const ENOUGH_INTERRUPTIONS = 5;
const STARTS = 3;
const LOOK_MILLISECONDS = 50;
/** Some jobs always wait; many more of them cost the time of further kills and show nothing. */
const PAUSE_BETWEEN_REQUESTS_MILLISECONDS = 300;
/** Not a measure of speed: what is never done by then never will be. */
const PATIENCE_MILLISECONDS = 240_000;

/**
 * So many processes are killed at random moments, of both stations and of all three servers, while requests keep coming.
 * Servers and hosts are started again at once. `killed` is told what each was.
 */
export function killAll(kills: number, killed: (what: string) => void): Fault {
  return {
    name: `${String(kills)} processes of stations and servers are killed`,
    isQuick: false,
    pauseMilliseconds: PAUSE_BETWEEN_REQUESTS_MILLISECONDS,
    async begin(stations, random) {
      let done = 0;
      for (const turn of serverKillPlan(random)) {
        if (done >= kills) break;
        await delay(turn.pauseMilliseconds);
        const what = await killOne(stations, turn);
        if (what === undefined) continue;
        done += 1;
        killed(what);
      }
      return () => Promise.resolve();
    },
  };
}

/** What was killed; undefined where it had died by itself a moment before. */
async function killOne(stations: TwoStations, { member: index, victim }: ServerKillTurn): Promise<string | undefined> {
  const member = stations.members[index];
  switch (victim) {
    case 'host':
      await member.station.killHost();
      await startAgain(member);
      return 'host';
    case 'Postgres':
      await stations.postgres.kill();
      await stations.postgres.start();
      return 'Postgres';
    case 'RabbitMQ':
      await stations.rabbit.kill();
      await stations.rabbit.start();
      return 'RabbitMQ';
    case 'S3':
      if (stations.killStorage === undefined) return killChild(stations, member, 'worker');
      await stations.killStorage();
      return 'S3';
    default:
      return killChild(stations, member, victim);
  }
}

/** On a busy machine a start may take longer than it is waited for; whoever looks after a host starts it anew then. */
async function startAgain(member: Member): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await member.startAgain();
      return;
    } catch (fault) {
      if (tried === STARTS) throw fault;
      console.error(`A host is started once more: ${String(fault)}`);
    }
  }
}

async function killChild(
  stations: TwoStations,
  { station }: Member,
  meant: StationChild['role'],
): Promise<string | undefined> {
  const victim = victimAmong(station.children(), meant);
  if (victim === undefined) return undefined;
  const { pid, role } = victim;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return undefined;
  }
  if (role === 'worker') await jobsGoOn(stations);
  return role;
}

/** On a slow machine a worker that is killed faster than it completes anything would be every job's undoing. */
async function jobsGoOn({ postgres }: TwoStations): Promise<void> {
  const { socketFolder: host, user, password } = postgres;
  const client = new Client({ host, user, password, database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  const figures = async (): Promise<{ done: string; worn: string }> => {
    const { rows } = await client.query<{ done: string; worn: string }>(
      `SELECT count(*) FILTER (WHERE status = 'Completed') AS done,
         count(*) FILTER (WHERE status <> 'Completed' AND interruptions >= ${String(ENOUGH_INTERRUPTIONS)}) AS worn
       FROM signing_station.signing_jobs`,
    );
    return rows[0] ?? { done: '0', worn: '0' };
  };
  try {
    const before = await figures();
    const giveUpAt = performance.now() + PATIENCE_MILLISECONDS;
    for (let now = before; now.done === before.done || now.worn !== '0'; now = await figures()) {
      if (performance.now() > giveUpAt) throw new Error('No job was completed after a worker was killed.');
      await delay(LOOK_MILLISECONDS);
    }
  } finally {
    await client.end();
  }
}
