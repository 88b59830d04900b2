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
import { layCables, planCables, type Cable, type Cables } from '../actors/servers/cables.ts';
import { makeServerCertificates } from '../actors/servers/server-certificates.ts';
import { openFaultyLine, type FaultyLine } from '../actors/servers/faulty-line.ts';
import { startRabbitMq, type RabbitMqServer } from '../actors/servers/rabbitmq.ts';
import { killGateway, radosGateway } from '../actors/servers/radosgw.ts';
import { freePort, startStation, type RunningStation } from '../actors/station/running-station.ts';
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
  /** What lies between the station and its lines where that was asked for. */
  readonly cables: Readonly<Record<keyof Lines, Cable>> | undefined;
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

/** `overCables`: each station has a network interface of its own for each server, where one may make such. */
export async function openTwoStations({ overCables = false } = {}): Promise<TwoStations> {
  const folder = await mkdtemp(path.join(tmpdir(), 'two-stations-'));
  const plans = overCables ? ([planCables(), planCables()] as const) : undefined;
  const encrypted = plans && (await encryptedPlace(folder, plans));
  const [postgres, rabbit, gateway] = await Promise.all([
    // Before the standby is there, nothing could be committed.
    startPostgresServer({
      settings: ['wal_level=replica', 'max_wal_senders=4'],
      ...(encrypted && { tls: encrypted }),
    }),
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
  const servers = { postgres, rabbit, gateway, bucket, key, encrypted };
  const ways = [await openWays(servers, plans?.[0]), await openWays(servers, plans?.[1])] as const;
  const members = [
    await startMember(servers, ways[0], path.join(folder, 'first'), {}),
    await startMember(servers, ways[1], path.join(small, 'second'), clock.environment),
  ] as const;
  const databases = [postgres];
  return {
    ...{ members, postgres, rabbit, clock, disk },
    killStorage: gateway.alone === undefined ? undefined : () => killGateway(gateway),
    failOver: () => failOver(databases, members),
    async dispose() {
      for (const member of members) await disposeOf(member);
      for (const { laid } of ways) await laid?.dispose();
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
  /** How Postgres is reached from what is another machine for a station: encrypted. */
  readonly encrypted: EncryptedPlace | undefined;
}

interface EncryptedPlace {
  readonly certificate: string;
  readonly key: string;
  readonly port: number;
  /** Path of its authority, PEM. */
  readonly authority: string;
}

async function encryptedPlace(
  folder: string,
  plans: readonly ReturnType<typeof planCables>[],
): Promise<EncryptedPlace> {
  const hosts = plans.map(({ firstHost }) => firstHost);
  return { ...makeServerCertificates(folder, 'database.test', hosts), port: await freePort() };
}

/** How one station gets to its servers. */
interface Ways extends Pick<Member, 'lines' | 'cables'> {
  readonly laid: Cables | undefined;
}

async function openWays(
  { postgres, rabbit, gateway, encrypted }: Shared,
  plan: ReturnType<typeof planCables> | undefined,
): Promise<Ways> {
  const lines = {
    postgres: await openFaultyLine(encrypted?.port ?? socketOf(postgres)),
    rabbit: await openFaultyLine(Number(new URL(rabbit.url).port)),
    bucket: await openFaultyLine(Number(new URL(gateway.address.endpoint).port)),
  };
  const targets = [lines.postgres.port, lines.rabbit.port, lines.bucket.port];
  const laid = plan && (await layCables(plan, targets));
  const [toPostgres, toRabbit, toBucket] = laid?.list ?? [];
  const isLaid = toPostgres !== undefined && toRabbit !== undefined && toBucket !== undefined;
  const cables = isLaid ? { postgres: toPostgres, rabbit: toRabbit, bucket: toBucket } : undefined;
  return { lines, cables, laid };
}

async function startMember(
  shared: Shared,
  { lines, cables }: Ways,
  dataDirectory: string,
  environment: Readonly<Record<string, string>>,
): Promise<Member> {
  const { postgres, rabbit, gateway, bucket, key, encrypted } = shared;
  const settings = {
    ...settingsOf(cables ?? lines, { bucket, username: rabbit.username, user: postgres.user }),
    ...(cables && encrypted && databaseByTls(cables.postgres, postgres.user, encrypted)),
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
    ...{ lines, cables },
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

async function disposeOf({ station, lines, cables }: Member): Promise<void> {
  for (const cable of Object.values(cables ?? {})) cable.plug();
  await Promise.all(Object.values(lines).map((line: FaultyLine) => line.mend()));
  await station.dispose();
  await Promise.all(Object.values(lines).map((line: FaultyLine) => line.close()));
}

interface Names {
  readonly bucket: string;
  readonly username: string;
  readonly user: string;
}

function databaseByTls({ host, port }: Cable, user: string, { authority }: EncryptedPlace): Record<string, string> {
  const parameters = `sslmode=verify-full&sslrootcert=${authority}`;
  return { 'Database:ConnectionString': `postgresql://${user}@${host}:${String(port)}/postgres?${parameters}` };
}

/** Where a server is found. */
type Place = Pick<FaultyLine, 'port'> & Partial<Pick<Cable, 'host'>>;

function settingsOf(
  { postgres, rabbit, bucket }: Readonly<Record<keyof Lines, Place>>,
  names: Names,
): Readonly<Record<string, string>> {
  const at = ({ host = '127.0.0.1', port }: Place): string => `${host}:${String(port)}`;
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
