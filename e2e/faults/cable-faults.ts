import { setTimeout as delay } from 'node:timers/promises';
import { OUTAGE_MILLISECONDS, type Fault } from './fault.ts';
import type { Lines } from './two-stations.ts';

/** Longer than the system sends a packet again without asking who is there, and than every time limit waits. */
const LONG_MILLISECONDS = 70_000;

/**
 * The cable of one station, or those of both, is pulled and put back: packets are lost, as no proxy loses them, new
 * connections hang until the system gives them up, and what was sent meanwhile comes late.
 */
function pulled(server: keyof Lines, name: string, isLong: boolean): Fault {
  return {
    name: isLong ? `the cables to ${name} are out for 70 s` : `the cable between one station and ${name} is pulled`,
    ...{ isQuick: !isLong, isOfCables: true },
    async begin({ members }, random) {
      const one = random.pick(members);
      const cables = (isLong ? members : [one]).flatMap((member) => member.cables?.[server] ?? []);
      if (cables.length === 0) throw new Error('There are no cables.');
      for (const cable of cables) cable.pull();
      await delay(isLong ? LONG_MILLISECONDS : OUTAGE_MILLISECONDS + random.natural(2 * OUTAGE_MILLISECONDS));
      return () => {
        for (const cable of cables) cable.plug();
        return Promise.resolve();
      };
    },
  };
}

export const CABLE_FAULTS: readonly Fault[] = [false, true].flatMap((isLong) => [
  pulled('postgres', 'Postgres', isLong),
  pulled('rabbit', 'RabbitMQ', isLong),
  pulled('bucket', 'S3', isLong),
]);
