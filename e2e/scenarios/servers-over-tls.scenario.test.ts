import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgresServer, type PostgresServer } from '../actors/postgres/postgres-server.ts';
import { makeBucket, type BucketServer } from '../actors/servers/bucket.ts';
import { HAS_RABBITMQ, startRabbitMq, type RabbitMqServer } from '../actors/servers/rabbitmq.ts';
import { HAS_RADOSGW, radosGateway } from '../actors/servers/radosgw.ts';
import { makeServerCertificates, type ServerCertificates } from '../actors/servers/server-certificates.ts';
import type { SharedServer } from '../actors/servers/shared-servers.ts';
import { openTlsLine, type TlsLine } from '../actors/servers/tls-line.ts';
import { freePort, startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';

const TEXT = Buffer.from('Pay 100 to Alice.\n');
const NAME = 'localhost';
/** The same servers, by a name that their certificates do not bear. */
const OTHER_NAME = '127.0.0.1';

/** Postgres, RabbitMQ and S3 with certificates of a company's own authority. */
describe.skipIf(!HAS_RABBITMQ || !HAS_RADOSGW)('a station whose servers speak TLS', () => {
  let folder: string;
  let certificates: ServerCertificates;
  let postgres: PostgresServer;
  let rabbit: RabbitMqServer;
  let gateway: SharedServer<BucketServer>;
  let line: TlsLine;
  let bucket: string;
  let ports: { readonly postgres: number; readonly rabbit: number };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tls-servers-'));
    certificates = makeServerCertificates(folder, NAME);
    ports = { postgres: await freePort(), rabbit: await freePort() };
    const { certificate, key, authority } = certificates;
    const files = { certfile: path.join(folder, 'rabbit.pem'), keyfile: path.join(folder, 'rabbit.key') };
    writeFileSync(files.certfile, certificate);
    writeFileSync(files.keyfile, key, { mode: 0o600 });
    [postgres, rabbit, gateway] = await Promise.all([
      startPostgresServer({ tls: { certificate, key, port: ports.postgres } }),
      startRabbitMq([
        `listeners.ssl.1 = 127.0.0.1:${String(ports.rabbit)}`,
        `ssl_options.cacertfile = ${authority}`,
        ...Object.entries(files).map(([name, file]) => `ssl_options.${name} = ${file}`),
      ]),
      radosGateway(),
    ]);
    line = await openTlsLine(Number(new URL(gateway.address.endpoint).port), { certificate, key });
    bucket = await makeBucket(gateway.address);
  });
  afterAll(async () => {
    await line.close();
    await Promise.all([postgres.dispose(), rabbit.dispose(), gateway.release()]);
    await rm(folder, { recursive: true });
  });

  interface Differences {
    readonly host?: string;
    readonly authority?: string;
  }

  /** A station for which one of the servers is another name or has another authority than its certificate. */
  async function start(
    server?: 'Database' | 'Broker' | 'Storage',
    different: Differences = {},
  ): Promise<RunningStation> {
    const of = (section: string): Required<Differences> => ({
      ...{ host: NAME, authority: certificates.authority },
      ...(section === server ? different : {}),
    });
    const [database, broker, storage] = [of('Database'), of('Broker'), of('Storage')];
    const dataDirectory = path.join(folder, `data-${String(Math.random()).slice(2)}`);
    await mkdir(dataDirectory, { mode: 0o700 });
    return startStation({
      dataDirectory,
      settings: {
        'Database:Provider': 'postgres',
        'Database:ConnectionString': `postgresql://${postgres.user}@${database.host}:${String(ports.postgres)}/postgres?sslmode=verify-full&sslrootcert=${database.authority}`,
        'Broker:Provider': 'rabbitmq',
        'Broker:Url': `amqps://${broker.host}:${String(ports.rabbit)}/`,
        'Broker:Username': rabbit.username,
        'Broker:CertificateAuthorities': broker.authority,
        'Storage:Provider': 's3',
        'Storage:Endpoint': `https://${storage.host}:${String(line.port)}`,
        'Storage:Bucket': bucket,
        'Storage:ForcePathStyle': 'true',
        'Storage:CertificateAuthorities': storage.authority,
        'Server:DangerouslyAllowUnauthenticatedAccess': 'true',
      },
      environment: {
        SERVICE_SECRET_DATABASE_PASSWORD: postgres.password,
        SERVICE_SECRET_BROKER_PASSWORD: rabbit.password,
        SERVICE_SECRET_STORAGE_ACCESSKEYID: gateway.address.accessKeyId,
        SERVICE_SECRET_STORAGE_SECRETACCESSKEY: gateway.address.secretAccessKey,
      },
    });
  }

  it('signs with all three', async () => {
    const station = await start();
    const client = createStationClient(station.url);
    const { id } = await client.create(TEXT, { format: 'CAdES' });
    expect(await client.finished(id)).toMatchObject({ status: 'Completed', errorMessage: null });
    expect(await client.verification(id)).toMatchObject({ overallStatus: 'VALID' });
    await station.stop();
  });

  const NOT_ITS_NAME = /shows a certificate for another name \(ERR_TLS_CERT_ALTNAME_INVALID\)/;
  const UNKNOWN = /no authority known here vouches for \((UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/;
  const REFUSALS = [
    ['Database', 'Postgres at '],
    ['Broker', 'RabbitMQ at '],
    ['Storage', 'S3 at https://'],
  ] as const;

  it.each(REFUSALS)(
    'does not start where the name in the certificate of the %s is another one',
    async (server, words) => {
      const refused = start(server, { host: OTHER_NAME });
      await expect(refused).rejects.toThrow(words);
      await expect(refused).rejects.toThrow(NOT_ITS_NAME);
    },
  );

  it.each(REFUSALS)('does not start where nobody vouches for the %s', async (server, words) => {
    const refused = start(server, { authority: certificates.stranger });
    await expect(refused).rejects.toThrow(words);
    await expect(refused).rejects.toThrow(UNKNOWN);
  });
});
