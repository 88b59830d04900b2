import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { z } from 'zod';
import { makeBucket } from './bucket.ts';

/** The servers that every station of the scenarios works on, as `npm run scenarios:servers` tells; see e2e/on-servers. */
export const ServersOfScenarios = z.strictObject({
  postgres: z.strictObject({ connectionString: z.string(), host: z.string(), user: z.string(), password: z.string() }),
  rabbit: z.strictObject({ url: z.string(), username: z.string(), password: z.string(), virtualHosts: z.int() }),
  bucket: z.strictObject({ endpoint: z.string(), accessKeyId: z.string(), secretAccessKey: z.string() }),
  /** A folder in which one is made for each virtual host that is taken. */
  taken: z.string(),
});
export type ServersOfScenarios = z.infer<typeof ServersOfScenarios>;

/** What a station is started with to work on servers. */
export interface Place {
  readonly settings: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
}

const NO_PLACE: Place = { settings: {}, environment: {} };
const GIVEN = process.env['SCENARIO_SERVERS'];
const SERVERS = GIVEN === undefined ? undefined : ServersOfScenarios.parse(JSON.parse(GIVEN));
/** Whether the scenarios run on servers, where a request names its certificate while no key is there. */
export const IS_ON_SERVERS = SERVERS !== undefined;
const places = new Map<string, Promise<Place>>();

/**
 * A database, a virtual host and a bucket for this data directory, the same ones each time; nothing where the scenarios
 * run on embedded storage, or where the test names its own servers.
 */
export function placeOnServers(dataDirectory: string, own: Readonly<Record<string, string>>): Promise<Place> {
  const namesItsOwn = Object.keys(own).some((key) => /^(Database|Broker|Storage):/.test(key));
  if (SERVERS === undefined || namesItsOwn) return Promise.resolve(NO_PLACE);
  const known = places.get(dataDirectory) ?? makePlace(SERVERS);
  places.set(dataDirectory, known);
  return known;
}

async function makePlace({ postgres, rabbit, bucket, taken }: ServersOfScenarios): Promise<Place> {
  const database = `station_${randomUUID().replaceAll('-', '')}`;
  const { host, user, password } = postgres;
  const client = new Client({ host, user, password, database: 'postgres' });
  await client.connect();
  await client.query(`CREATE DATABASE ${database}`);
  await client.end();
  return {
    settings: {
      'Database:Provider': 'postgres',
      'Database:ConnectionString': postgres.connectionString.replace('/postgres?', `/${database}?`),
      'Database:MaxConnections': '5',
      'Broker:Provider': 'rabbitmq',
      'Broker:Url': `${rabbit.url}${virtualHost(taken, rabbit.virtualHosts)}`,
      'Broker:Username': rabbit.username,
      'Storage:Provider': 's3',
      'Storage:Endpoint': bucket.endpoint,
      'Storage:Bucket': await makeBucket(bucket),
      'Storage:ForcePathStyle': 'true',
      'Server:DangerouslyAllowUnauthenticatedAccess': 'true',
    },
    environment: {
      SERVICE_SECRET_DATABASE_PASSWORD: password,
      SERVICE_SECRET_BROKER_PASSWORD: rabbit.password,
      SERVICE_SECRET_STORAGE_ACCESSKEYID: bucket.accessKeyId,
      SERVICE_SECRET_STORAGE_SECRETACCESSKEY: bucket.secretAccessKey,
    },
  };
}

/** One that nobody has; making one takes the server's command line a second, so that there are enough beforehand. */
function virtualHost(taken: string, count: number): string {
  for (let number = 0; number < count; number += 1) {
    try {
      mkdirSync(path.join(taken, String(number)));
      return `scenario-${String(number)}`;
    } catch {
      // Another test has it.
    }
  }
  throw new Error(`All ${String(count)} virtual hosts are taken.`);
}
