import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Changed, FaultyLine } from '../actors/servers/faulty-line.ts';
import { CABLE_FAULTS } from './cable-faults.ts';
import { DOCUMENT } from './document.ts';
import { nothing, OUTAGE_MILLISECONDS, seen, type Fault } from './fault.ts';
import { PROCESS_FAULTS } from './process-faults.ts';
import type { Lines, TwoStations } from './two-stations.ts';

type Server = keyof Lines;

const NAMES: Readonly<Record<Server, string>> = { postgres: 'Postgres', rabbit: 'RabbitMQ', bucket: 'S3' };
const SERVERS = ['postgres', 'rabbit', 'bucket'] as const;
/** One that every time limit notices. */
const LONG_OUTAGE_MILLISECONDS = 35_000;

function onLines(server: Server, work: (line: FaultyLine) => unknown): (stations: TwoStations) => Promise<void> {
  return async ({ members }) => {
    for (const { lines } of members) await work(lines[server]);
  };
}

function mending(stations: TwoStations, server: Server): () => Promise<void> {
  return () => onLines(server, (line) => line.mend())(stations);
}

/** Both stations lose the server; the cut, silence or slowness lasts a while. */
function away(server: Server, how: 'refuse' | 'stall', milliseconds: number, isQuick: boolean): Fault {
  const words = { refuse: 'refuses connections', stall: 'is silent' };
  return {
    name: `${NAMES[server]} ${words[how]} for ${String(milliseconds / 1000)} s`,
    isQuick,
    async begin(stations) {
      await onLines(server, (line) => line[how]())(stations);
      await delay(milliseconds);
      return mending(stations, server);
    },
  };
}

/** One station of the two, while the other one is as it was. */
function cutBetween(server: Server, isQuick: boolean): Fault {
  return {
    name: `the network between one station and ${NAMES[server]} drops everything`,
    isQuick,
    async begin({ members }, random) {
      const line = random.pick(members).lines[server];
      line.stall();
      await delay(OUTAGE_MILLISECONDS + random.natural(OUTAGE_MILLISECONDS));
      return () => line.mend();
    },
  };
}

function slow(server: Server, isQuick: boolean): Fault {
  return {
    name: `${NAMES[server]} answers 300 ms later`,
    isQuick,
    async begin(stations) {
      await onLines(server, (line) => line.slow(300))(stations);
      await delay(OUTAGE_MILLISECONDS);
      return mending(stations, server);
    },
  };
}

function halfClosed(server: Server): Fault {
  return {
    name: `connections to ${NAMES[server]} are closed in one direction`,
    isQuick: true,
    async begin(stations) {
      await onLines(server, (line) => line.halfClose())(stations);
      return nothing;
    },
  };
}

/** The frame of AMQP 0-9-1 by which a server confirms (class 60, method 80). */
const CONFIRM = Buffer.from([0x00, 0x3c, 0x00, 0x50]);
/** The statements by which a job goes on, each of which is a commit. */
const STEPS_OF_A_JOB = ['accept_request', 'claim_new_job', 'start_job', 'complete_job'] as const;

const holdsDocument = (piece: Buffer): boolean => piece.includes(DOCUMENT);

/** The next piece that fits is lost or changed on each of the two stations' lines, whichever comes first. */
function onNext(
  name: string,
  server: Server,
  direction: 'to-server' | 'to-client',
  change: (piece: Buffer) => Changed | undefined,
): Fault {
  return {
    name,
    isQuick: true,
    async begin({ members }) {
      await seen(Promise.race(members.map(({ lines }) => lines[server].once(direction, change))));
      return nothing;
    },
  };
}

const OF_RABBITMQ: readonly Fault[] = [
  away('rabbit', 'refuse', OUTAGE_MILLISECONDS, false),
  away('rabbit', 'stall', LONG_OUTAGE_MILLISECONDS, false),
  {
    name: 'RabbitMQ is killed and started again',
    isQuick: false,
    async begin({ rabbit }) {
      await rabbit.kill();
      await rabbit.start();
      return nothing;
    },
  },
  {
    name: 'the queue is purged',
    isQuick: false,
    begin({ rabbit }) {
      rabbit.control('purge_queue', 'esign.signature.worker');
      return Promise.resolve(nothing);
    },
  },
  onNext('the connection breaks between a message and its confirmation', 'rabbit', 'to-client', (piece) =>
    piece.includes(CONFIRM) ? 'cut' : undefined,
  ),
];

const OF_POSTGRES: readonly Fault[] = [
  away('postgres', 'refuse', OUTAGE_MILLISECONDS, false),
  away('postgres', 'stall', LONG_OUTAGE_MILLISECONDS, false),
  {
    name: 'Postgres is stopped and started again',
    isQuick: true,
    async begin({ postgres }) {
      await postgres.stop();
      return () => postgres.start();
    },
  },
  {
    name: 'Postgres has no connection left',
    isQuick: true,
    async begin(stations) {
      const { postgres } = stations;
      await onLines('postgres', (line) => line.cut())(stations);
      const { socketFolder: host, user, password } = postgres;
      const clients: Client[] = [];
      for (;;) {
        const client = new Client({ host, user, password, database: 'postgres' });
        client.on('error', () => undefined);
        const isOpen = await client.connect().then(
          () => true,
          () => false,
        );
        if (!isOpen) break;
        clients.push(client);
      }
      await delay(OUTAGE_MILLISECONDS);
      return async () => {
        await Promise.all(clients.map((client) => client.end()));
      };
    },
  },
  {
    name: 'the connection breaks between a commit and its confirmation',
    isQuick: true,
    async begin({ members }) {
      for (const step of STEPS_OF_A_JOB) {
        // As a connection names what it asks for; what it answers has the same form for other statements.
        const named = Buffer.from(`${step}\0`);
        await seen(
          Promise.race(members.map(({ lines }) => lines.postgres.loseAnswer((piece) => piece.includes(named)))),
        );
      }
      return nothing;
    },
  },
];

const OF_S3: readonly Fault[] = [
  away('bucket', 'refuse', OUTAGE_MILLISECONDS, true),
  away('bucket', 'stall', LONG_OUTAGE_MILLISECONDS, false),
  onNext('the connection breaks in the middle of an object', 'bucket', 'to-server', (piece) =>
    holdsDocument(piece) ? { last: piece.subarray(0, -5) } : undefined,
  ),
  onNext('an object arrives at S3 with another byte', 'bucket', 'to-server', (piece) =>
    holdsDocument(piece) ? spoiled(piece) : undefined,
  ),
  onNext('an object comes from S3 with another byte', 'bucket', 'to-client', (piece) =>
    holdsDocument(piece) ? spoiled(piece) : undefined,
  ),
];

/** Another byte of the document. */
function spoiled(piece: Buffer): Buffer {
  const copy = Buffer.from(piece);
  const at = copy.indexOf(DOCUMENT);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

const FAIL_OVER: Fault = {
  name: 'Postgres dies and its synchronous standby takes over',
  isQuick: false,
  async begin(stations) {
    await stations.failOver();
    return nothing;
  },
};

/** In this order: the failover comes last, since what was the server before is gone then. */
export const FAULTS: readonly Fault[] = [
  ...OF_RABBITMQ,
  ...OF_POSTGRES,
  ...OF_S3,
  ...SERVERS.flatMap((server) => [cutBetween(server, server === 'rabbit'), slow(server, false), halfClosed(server)]),
  ...PROCESS_FAULTS,
  FAIL_OVER,
  ...CABLE_FAULTS,
];
