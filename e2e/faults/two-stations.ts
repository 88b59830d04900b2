import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeWanderingClock, type WanderingClock } from '../actors/disk/wandering-clock.ts';
import { mountSmallDisk, type SmallDisk } from '../actors/disk/small-disk.ts';
import { endedWithUs } from '../actors/ended-with-us.ts';
import { startPostgresServer, type PostgresServer } from '../actors/postgres/postgres-server.ts';
import { startStandby } from '../actors/postgres/standby.ts';
import { makeBucket } from '../actors/servers/bucket.ts';
import { openFaultyLine, type FaultyLine } from '../actors/servers/faulty-line.ts';
import { startRabbitMq, type RabbitMqServer } from '../actors/servers/rabbitmq.ts';
import { killGateway, radosGateway } from '../actors/servers/radosgw.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { makePfx } from '../actors/tokens/make-pfx.ts';

const PASSWORD = 'the password of the key';
const DISK_MEGABYTES = 32;

/** What lies between one station and each of its servers. */
export interface Lines {
  readonly postgres: FaultyLine;
  readonly rabbit: FaultyLine;
  readonly bucket: FaultyLine;
}

export interface Member {
  /** The one that runs now. */
  readonly station: RunningStation;
  readonly lines: Lines;
  /** After its host was killed: the same installation again. */
  startAgain(): Promise<void>;
}

/** Two stations with the same key on the same three servers, each with lines of its own. */
export interface TwoStations {
  readonly members: readonly [Member, Member];
  readonly postgres: PostgresServer;
  readonly rabbit: RabbitMqServer;
  /** Of the second station. */
  readonly clock: WanderingClock;
  /** On which the second station's data directory lies; undefined for who may not mount one. */
  readonly disk: SmallDisk | undefined;
  /** Kills the gateway before the bucket and starts it again; undefined where other tests use it, too. */
  readonly killStorage: (() => Promise<void>) | undefined;
  /** Ends the database's server as a broken machine does, and lets its synchronous standby take over. */
  failOver(): Promise<void>;
  dispose(): Promise<void>;
}

/** Port of the test servers that only listen on a Unix socket. */
const socketOf = (server: PostgresServer): string => path.join(server.socketFolder, '.s.PGSQL.5432');

export async function openTwoStations(): Promise<TwoStations> {
  const folder = await mkdtemp(path.join(tmpdir(), 'two-stations-'));
  const [postgres, rabbit, gateway] = await Promise.all([
    // Before the standby is there, nothing could be committed.
    startPostgresServer({ settings: ['wal_level=replica', 'max_wal_senders=4'] }),
    startRabbitMq(),
    radosGateway(),
  ]);
  const bucket = await makeBucket(gateway.address);
  const key = path.join(folder, 'common.p12');
  await makePfx(key, PASSWORD);
  const small = path.join(folder, 'disk');
  await mkdir(small);
  const [disk, clock] = [mountSmallDisk(small, DISK_MEGABYTES), makeWanderingClock(folder)];
  const closed = endedWithUs(() => {
    disk?.unmount();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const servers = { postgres, rabbit, gateway, bucket, key };
  const members = [
    await startMember(servers, path.join(folder, 'first'), {}),
    await startMember(servers, path.join(small, 'second'), clock.environment),
  ] as const;
  const databases = [postgres];
  return {
    ...{ members, postgres, rabbit, clock, disk },
    killStorage: gateway.alone === undefined ? undefined : () => killGateway(gateway),
    failOver: () => failOver(databases, members),
    async dispose() {
      for (const member of members) await disposeOf(member);
      disk?.unmount();
      await Promise.all([rabbit.dispose(), gateway.release(), ...databases.map((server) => server.dispose())]);
      await rm(folder, { recursive: true, force: true });
      closed();
    },
  };
}

/** What both stations share. */
interface Shared {
  readonly postgres: PostgresServer;
  readonly rabbit: RabbitMqServer;
  readonly gateway: Awaited<ReturnType<typeof radosGateway>>;
  readonly bucket: string;
  /** The PFX file of the common key. */
  readonly key: string;
}

async function startMember(
  shared: Shared,
  dataDirectory: string,
  environment: Readonly<Record<string, string>>,
): Promise<Member> {
  const { postgres, rabbit, gateway, bucket, key } = shared;
  const lines = {
    postgres: await openFaultyLine(socketOf(postgres)),
    rabbit: await openFaultyLine(Number(new URL(rabbit.url).port)),
    bucket: await openFaultyLine(Number(new URL(gateway.address.endpoint).port)),
  };
  const settings = {
    ...settingsOf(lines, { bucket, username: rabbit.username, user: postgres.user }),
    'Signing:Pfx:Path': key,
  };
  const secrets = {
    SERVICE_SECRET_DATABASE_PASSWORD: postgres.password,
    SERVICE_SECRET_BROKER_PASSWORD: rabbit.password,
    SERVICE_SECRET_STORAGE_ACCESSKEYID: gateway.address.accessKeyId,
    SERVICE_SECRET_STORAGE_SECRETACCESSKEY: gateway.address.secretAccessKey,
    SERVICE_SECRET_SIGNING_PFX_PASSWORD: PASSWORD,
  };
  const options = { dataDirectory, settings, environment: { ...secrets, ...environment } };
  let station = await startStation(options);
  return {
    get station() {
      return station;
    },
    lines,
    async startAgain() {
      station = await startStation(options);
    },
  };
}

/** The last of `databases` ends as a broken machine does; its standby is added to them. */
async function failOver(databases: PostgresServer[], members: readonly Member[]): Promise<void> {
  const from = databases.at(-1);
  if (from === undefined) throw new Error('There is no database.');
  const synchronous = ["synchronous_standby_names='*'", 'wal_level=replica', 'max_wal_senders=4'];
  const standby = await startStandby(from, synchronous);
  databases.push(standby.server);
  await from.kill();
  for (const { lines } of members) lines.postgres.redirect(socketOf(standby.server));
  await standby.promote();
}

async function disposeOf({ station, lines }: Member): Promise<void> {
  await Promise.all(Object.values(lines).map((line: FaultyLine) => line.mend()));
  await station.dispose();
  await Promise.all(Object.values(lines).map((line: FaultyLine) => line.close()));
}

interface Names {
  readonly bucket: string;
  readonly username: string;
  readonly user: string;
}

function settingsOf({ postgres, rabbit, bucket }: Lines, names: Names): Readonly<Record<string, string>> {
  const at = (line: FaultyLine): string => `127.0.0.1:${String(line.port)}`;
  return {
    // No demo identity: the two have one key, and one certificate is shown.
    Environment: 'Testing',
    'Database:Provider': 'postgres',
    'Database:ConnectionString': `postgresql://${names.user}@${at(postgres)}/postgres`,
    'Database:MaxConnections': '5',
    'Broker:Provider': 'rabbitmq',
    'Broker:Url': `amqp://${at(rabbit)}/`,
    'Broker:Username': names.username,
    'Storage:Provider': 's3',
    'Storage:Endpoint': `http://${at(bucket)}`,
    'Storage:Bucket': names.bucket,
    'Storage:ForcePathStyle': 'true',
    'Server:DangerouslyAllowUnauthenticatedAccess': 'true',
    'Worker:LeaseMilliseconds': '20000',
    'SigningJobRetry:InitialBackoffMilliseconds': '200',
    'SigningJobRetry:MaxBackoffMilliseconds': '1000',
    'SigningJobRetry:MaxAttempts': '100',
  };
}
