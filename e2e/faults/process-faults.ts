import { setTimeout as delay } from 'node:timers/promises';
import type { RunningStation, StationChild } from '../actors/station/running-station.ts';
import { nothing, OUTAGE_MILLISECONDS, seen, type Fault } from './fault.ts';
import type { Lines } from './two-stations.ts';

const TEN_MINUTES = 600;

/** A name in every message of a job. */
const JOB = '"signatureId"';

/** The worker of a station is killed at the moment at which a piece of data that tells of a step goes over a line. */
function killedAt(step: string, server: keyof Lines, direction: 'to-server' | 'to-client', sign: string): Fault {
  return {
    name: `a worker is killed when it ${step}`,
    isQuick: false,
    async begin({ members }, random) {
      const { station, lines } = random.pick(members);
      const killed = lines[server].once(direction, (piece) => {
        if (!piece.includes(sign)) return undefined;
        killChild(station, 'worker');
        return piece;
      });
      await seen(killed);
      return nothing;
    },
  };
}

function killChild(station: RunningStation, role: StationChild['role']): void {
  const pid = station.children().find((child) => child.role === role)?.pid;
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
}

/** A process of one station stands still for longer than its jobs' leases (20 s here). */
function asleep(name: string, role: StationChild['role']): Fault {
  return {
    name,
    isQuick: false,
    async begin({ members }, random) {
      const { station } = random.pick(members);
      const pid = station.children().find((child) => child.role === role)?.pid;
      if (pid === undefined) throw new Error(`There is no ${role}.`);
      process.kill(pid, 'SIGSTOP');
      await delay(25_000);
      return () => {
        wake(pid);
        return Promise.resolve();
      };
    },
  };
}

/** Its supervisor may have ended it by now. */
function wake(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault && fault.code === 'ESRCH')) throw fault;
  }
}

const OF_WORKERS: readonly Fault[] = [
  killedAt('has been given a job', 'rabbit', 'to-client', JOB),
  killedAt('asks for the document', 'bucket', 'to-server', 'GET /'),
  killedAt('has the document', 'bucket', 'to-client', 'x-amz-meta-'),
  killedAt('puts the output', 'bucket', 'to-server', 'PUT /'),
  killedAt('completes the job', 'postgres', 'to-server', 'SigningCompleted'),
];

const OF_HOSTS: readonly Fault[] = [
  asleep('a worker sleeps for longer than its lease and wakes', 'worker'),
  asleep('a device takes longer for a signature than the lease lasts', 'token-host'),
  {
    name: 'a job is given to the other worker, too, while one is at work on it',
    isQuick: false,
    async begin({ members }, random) {
      const { rabbit } = random.pick(members).lines;
      const given = rabbit.once('to-client', (piece) => (piece.includes(JOB) ? piece : undefined));
      await seen(given);
      // What is not acknowledged is delivered again; its worker knows nothing of that.
      rabbit.cut();
      return nothing;
    },
  },
  {
    name: 'the clocks of the stations are ten minutes apart',
    isQuick: true,
    async begin({ clock }, random) {
      clock.setOff(random.pick([-TEN_MINUTES, TEN_MINUTES]));
      await delay(OUTAGE_MILLISECONDS);
      return () => {
        clock.setOff(0);
        return Promise.resolve();
      };
    },
  },
  {
    name: 'the disk of one station is full',
    isQuick: true,
    async begin({ disk }) {
      const free = disk?.fill() ?? (() => undefined);
      await delay(OUTAGE_MILLISECONDS);
      return () => {
        free();
        return Promise.resolve();
      };
    },
  },
];

/** What goes wrong with the stations themselves, not with their servers. */
export const PROCESS_FAULTS: readonly Fault[] = [...OF_WORKERS, ...OF_HOSTS];
