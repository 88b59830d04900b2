import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endedWithUs } from '../ended-with-us.ts';
import { startPostgresServer, type PostgresServer } from '../postgres/postgres-server.ts';
import { makeBucket, type BucketServer } from '../servers/bucket.ts';
import { startRabbitMq, type RabbitMqServer } from '../servers/rabbitmq.ts';
import { radosGateway } from '../servers/radosgw.ts';
import type { SharedServer } from '../servers/shared-servers.ts';
import { startStation, type RunningStation } from './running-station.ts';

/** Servers that several stations share, and desks on them: each a station with a data directory of its own. */
export interface Desks {
  readonly postgres: PostgresServer;
  readonly rabbit: RabbitMqServer;
  /** Where the S3 gateway is reached. */
  readonly storage: string;
  /**
   * Starts the desk of this name, or starts it again with what it kept. A setting that is undefined is left out; of
   * `checkout` is the build that runs, else of this one.
   */
  start(
    name: string,
    settings?: Readonly<Record<string, string | undefined>>,
    checkout?: string,
  ): Promise<RunningStation>;
  dispose(): Promise<void>;
}

/** `secrets` are further ones of every desk; `settings` are lines of the database server's configuration. */
export async function openDesks(
  secrets: Readonly<Record<string, string>> = {},
  settings: readonly string[] = [],
): Promise<Desks> {
  const [postgres, rabbit, gateway] = await Promise.all([
    startPostgresServer({ settings }),
    startRabbitMq(),
    radosGateway(),
  ]);
  const bucket = await makeBucket(gateway.address);
  const root = await mkdtemp(path.join(tmpdir(), 'desks-'));
  const closed = endedWithUs(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));
  const running = new Set<RunningStation>();
  const environment = (): Readonly<Record<string, string>> => ({
    SERVICE_SECRET_DATABASE_PASSWORD: postgres.password,
    SERVICE_SECRET_BROKER_PASSWORD: rabbit.password,
    SERVICE_SECRET_STORAGE_ACCESSKEYID: gateway.address.accessKeyId,
    SERVICE_SECRET_STORAGE_SECRETACCESSKEY: gateway.address.secretAccessKey,
    ...secrets,
  });
  return {
    postgres,
    rabbit,
    storage: gateway.address.endpoint,
    async start(name, settings = {}, checkout) {
      const dataDirectory = path.join(root, name);
      const shared = sharedSettings(postgres, rabbit, gateway, bucket);
      const station = await startStation({
        dataDirectory,
        settings: given({ ...shared, ...settings }),
        environment: environment(),
        ...(checkout !== undefined && { checkout }),
      });
      running.add(station);
      return station;
    },
    async dispose() {
      for (const station of running) await station.dispose();
      await Promise.all([rabbit.dispose(), gateway.release()]);
      await postgres.dispose();
      await rm(root, { recursive: true, force: true });
      closed();
    },
  };
}

function given(settings: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

function sharedSettings(
  postgres: PostgresServer,
  rabbit: RabbitMqServer,
  gateway: SharedServer<BucketServer>,
  bucket: string,
): Readonly<Record<string, string>> {
  return {
    Environment: 'Development',
    'Database:Provider': 'postgres',
    'Database:ConnectionString': postgres.connectionString,
    'Database:MaxConnections': '5',
    'Broker:Provider': 'rabbitmq',
    'Broker:Url': rabbit.url,
    'Broker:Username': rabbit.username,
    'Storage:Provider': 's3',
    'Storage:Endpoint': gateway.address.endpoint,
    'Storage:Bucket': bucket,
    'Storage:ForcePathStyle': 'true',
    'Server:DangerouslyAllowUnauthenticatedAccess': 'true',
    'SigningJobRetry:InitialBackoffMilliseconds': '200',
    'SigningJobRetry:MaxAttempts': '100',
  };
}
