import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucketClient, makeBucket, type BucketServer } from '../actors/servers/bucket.ts';
import { openFaultyLine, type FaultyLine } from '../actors/servers/faulty-line.ts';
import { HAS_RADOSGW, radosGateway } from '../actors/servers/radosgw.ts';
import type { SharedServer } from '../actors/servers/shared-servers.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';

const TEXT = Buffer.from('Pay 100 to Alice.\n');

/** A host that dies between the object of a document and the row that would name it. */
describe.skipIf(!HAS_RADOSGW)('a document that was stored in a bucket and never accepted', () => {
  let gateway: SharedServer<BucketServer>;
  let line: FaultyLine;
  let bucket: string;
  let dataDirectory: string;
  let station: RunningStation;
  beforeAll(async () => {
    gateway = await radosGateway();
    bucket = await makeBucket(gateway.address);
    line = await openFaultyLine(Number(new URL(gateway.address.endpoint).port));
    dataDirectory = await mkdtemp(path.join(tmpdir(), 'cut-off-'));
    station = await start();
  });
  afterAll(async () => {
    await station.dispose();
    await line.close();
    await gateway.release();
    await rm(dataDirectory, { recursive: true, force: true });
  });

  const start = (): Promise<RunningStation> =>
    startStation({
      dataDirectory,
      settings: {
        'Storage:Provider': 's3',
        'Storage:Endpoint': `http://127.0.0.1:${String(line.port)}`,
        'Storage:Bucket': bucket,
        'Storage:ForcePathStyle': 'true',
        'Server:DangerouslyAllowUnauthenticatedAccess': 'true',
      },
      environment: {
        SERVICE_SECRET_STORAGE_ACCESSKEYID: gateway.address.accessKeyId,
        SERVICE_SECRET_STORAGE_SECRETACCESSKEY: gateway.address.secretAccessKey,
      },
    });

  async function documents(): Promise<string[]> {
    const { Contents = [] } = await bucketClient(gateway.address).send(new ListObjectsV2Command({ Bucket: bucket }));
    return Contents.map(({ Key = '' }) => Key).filter((key) => key.startsWith('tenants/'));
  }

  it('is gone soon after the next start, and those that were accepted are there', async () => {
    const { id } = await createStationClient(station.url).create(TEXT, { format: 'CAdES' });
    await createStationClient(station.url).finished(id);
    const accepted = await documents();
    expect(accepted).toHaveLength(2);
    // The station never hears that the object is there, and writes no row.
    line.stall('to-client');
    const refused = createStationClient(station.url)
      .create(TEXT, { format: 'CAdES' })
      .catch((fault: unknown) => fault);
    await expect.poll(async () => (await documents()).length, { timeout: 60_000 }).toBe(3);
    await station.killHost();
    await refused;
    await line.mend();
    station = await start();
    await expect.poll(documents, { timeout: 120_000 }).toEqual(accepted);
    expect(await createStationClient(station.url).finished(id)).toMatchObject({ status: 'Completed' });
  });
});
