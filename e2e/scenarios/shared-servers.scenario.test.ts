import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bucketClient, makeBucket, type BucketServer } from '../actors/servers/bucket.ts';
import { openDoor, type Door } from '../actors/servers/door.ts';
import { HAS_RABBITMQ, startRabbitMq, type RabbitMqServer } from '../actors/servers/rabbitmq.ts';
import { HAS_RADOSGW, radosGateway } from '../actors/servers/radosgw.ts';
import type { SharedServer } from '../actors/servers/shared-servers.ts';
import { descendantsOf, markersIn, scriptOf } from '../actors/station/process-memory.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient, UnexpectedAnswer, type StationClient } from '../actors/station/station-client.ts';
import { smallPdfs } from '../documents/pdf/make-pdfs.ts';

const PATIENCE = { timeout: 120_000, interval: 100 };
const XML = Buffer.from('<?xml version="1.0"?>\n<order xmlns="urn:order"><amount>100</amount></order>\n');
const TEXT = Buffer.from('Pay 100 to Alice.\n');

/** One station on SQLite, a real RabbitMQ and a real S3 gateway, either of which goes away under load. */
describe.skipIf(!HAS_RABBITMQ || !HAS_RADOSGW)('a station on RabbitMQ and S3', () => {
  let rabbit: RabbitMqServer;
  let gateway: SharedServer<BucketServer>;
  let door: Door;
  let bucket: string;
  let station: RunningStation;
  let client: StationClient;

  beforeAll(async () => {
    [rabbit, gateway] = await Promise.all([startRabbitMq(), radosGateway()]);
    bucket = await makeBucket(gateway.address);
    door = await openDoor(Number(new URL(gateway.address.endpoint).port));
    station = await startStation({
      settings: {
        'Broker:Provider': 'rabbitmq',
        'Broker:Url': rabbit.url,
        'Broker:Username': rabbit.username,
        'Storage:Provider': 's3',
        'Storage:Endpoint': `http://127.0.0.1:${String(door.port)}`,
        'Storage:Bucket': bucket,
        'Storage:ForcePathStyle': 'true',
        'Server:DangerouslyAllowUnauthenticatedAccess': 'true',
        'SigningJobRetry:InitialBackoffMilliseconds': '200',
        'SigningJobRetry:MaxBackoffMilliseconds': '1000',
        'SigningJobRetry:MaxAttempts': '100',
      },
      environment: {
        SERVICE_SECRET_BROKER_PASSWORD: rabbit.password,
        SERVICE_SECRET_STORAGE_ACCESSKEYID: gateway.address.accessKeyId,
        SERVICE_SECRET_STORAGE_SECRETACCESSKEY: gateway.address.secretAccessKey,
      },
    });
    client = createStationClient(station.url);
  }, 240_000);
  afterAll(async () => {
    await station.dispose();
    await door.shut();
    await Promise.all([rabbit.dispose(), gateway.release()]);
  }, 120_000);

  /** Completed, once, and with the bytes that were signed. */
  async function expectSignedOnce(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      expect(await client.finished(id, PATIENCE.timeout)).toMatchObject({ status: 'Completed', errorMessage: null });
      const { items } = await client.auditEvents(id);
      expect(items.filter(({ eventType }) => eventType === 'SigningCompleted')).toHaveLength(1);
      expect(await client.verification(id)).toMatchObject({ overallStatus: 'VALID' });
    }
  }

  async function isReady(): Promise<void> {
    expect((await fetch(`${station.url}/health/ready`)).status).toBe(200);
  }

  it('signs every format, and keeps the documents in the bucket alone', async () => {
    const { classic: pdf = Buffer.alloc(0) } = smallPdfs();
    const documents = { PAdES: pdf, XAdES: XML, CAdES: TEXT, ASiC_S: TEXT, ASiC_E: TEXT };
    const ids: string[] = [];
    for (const [format, document] of Object.entries(documents))
      ids.push((await client.create(document, { format })).id);
    await expectSignedOnce(ids);
    const { Contents = [] } = await bucketClient(gateway.address).send(new ListObjectsV2Command({ Bucket: bucket }));
    const names = Contents.map(({ Key = '' }) => Key).filter((key) => key.startsWith('tenants/'));
    expect(names.toSorted()).toEqual(
      expect.arrayContaining(ids.map((id) => expect.stringMatching(`/${id}/signed\\.bin$`) as unknown)),
    );
    expect(names).toHaveLength(2 * ids.length);
  });

  it('gives the keys of the bucket to its worker, the password of the broker to no child, and its publisher nothing', async () => {
    const { accessKeyId, secretAccessKey } = gateway.address;
    const keys = [accessKeyId, secretAccessKey].toSorted();
    const markers = [...keys, rabbit.password];
    const host = station.process.pid ?? -1;
    const holders = descendantsOf(host).map((pid) => ({ pid, script: scriptOf(pid) }));
    expect(holders.map(({ script }) => script)).toEqual(expect.arrayContaining(['publisher', 'worker']));
    for (const { pid, script } of holders) {
      expect([script, await markersIn(pid, markers)]).toEqual([script, script === 'worker' ? keys : []]);
    }
    expect(await markersIn(host, markers)).toEqual(markers.toSorted());
  });

  it('goes on when the broker is killed under load: nothing lost, nothing twice', async () => {
    const ids: string[] = [];
    const create = async (count: number): Promise<void> => {
      for (let n = 0; n < count; n += 1) ids.push((await client.create(TEXT, { format: 'CAdES' })).id);
    };
    await create(8);
    const killedAt = performance.now();
    await rabbit.kill();
    await create(8);
    expect((await fetch(`${station.url}/health/ready`)).status).toBe(503);
    const startedAt = performance.now();
    await rabbit.start();
    const answeredAt = performance.now();
    await vi.waitFor(isReady, PATIENCE);
    const readyAt = performance.now();
    await expectSignedOnce(ids);
    say('All jobs accepted in the meantime were done after', performance.now() - answeredAt);
    say('RabbitMQ was away for', answeredAt - killedAt, 'of which its start took', answeredAt - startedAt);
    say('The station was ready again after', readyAt - answeredAt);
  });

  it('goes on when S3 refuses for a while: uploads are answered 503, jobs are tried again', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 8; n += 1) ids.push((await client.create(TEXT, { format: 'CAdES' })).id);
    await door.shut();
    const refused = client.create(TEXT, { format: 'CAdES' });
    await expect(refused).rejects.toBeInstanceOf(UnexpectedAnswer);
    await expect(refused).rejects.toMatchObject({ status: 503 });
    expect((await fetch(`${station.url}/health/ready`)).status).toBe(503);
    await door.open();
    const openedAt = performance.now();
    await vi.waitFor(isReady, PATIENCE);
    ids.push((await client.create(TEXT, { format: 'CAdES' })).id);
    await expectSignedOnce(ids);
    say('S3 answers again; all jobs were done after', performance.now() - openedAt);
  });

  it('says no secret in what it writes', () => {
    expect(station.output()).not.toContain(rabbit.password);
    expect(station.output()).not.toContain(gateway.address.secretAccessKey);
    expect(station.output()).toMatch(/The connection to RabbitMQ is back after \d+ ms/);
  });
});

function say(...parts: readonly (string | number)[]): void {
  const words = parts.map((part) => (typeof part === 'number' ? `${String(Math.round(part))} ms` : part));
  process.stdout.write(`${words.join(' ')}.\n`);
}
