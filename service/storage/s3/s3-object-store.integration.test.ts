import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { CreateMultipartUploadCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucketClient, makeBucket, type BucketServer } from '../../../e2e/actors/servers/bucket.ts';
import { openCountingProxy } from '../../../e2e/actors/servers/counting-proxy.ts';
import { openFaultyLine } from '../../../e2e/actors/servers/faulty-line.ts';
import { HAS_RADOSGW, makeRole, radosGateway } from '../../../e2e/actors/servers/radosgw.ts';
import type { SharedServer } from '../../../e2e/actors/servers/shared-servers.ts';
import { assumeRole } from '../../../e2e/actors/servers/temporary-credentials.ts';
import { StationError } from '../../domain/station-error.ts';
import { takeEnvironmentSecrets } from '../../secrets/environment/environment-secret-store.ts';
import { describeObjectStore } from '../object-store.suite.ts';
import { isOutput, isStagedOutput, requestKeys } from '../storage-keys.ts';
import { copyInParts } from './copy-object.ts';
import { sayConditionalWrites, type ConditionalWrites } from './examine-bucket.ts';
import { openS3ObjectStore, type OpenedBucket } from './s3-object-store.ts';

const MEBIBYTE = 1024 * 1024;

interface Changes {
  readonly endpoint?: string;
  readonly id?: string;
  readonly secret?: string;
  readonly token?: string;
  readonly known?: ConditionalWrites;
}

/** The policy of docs/deployment.md, for another bucket. */
function policyOfDocuments(bucket: string): string {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../../docs/deployment.md'), 'utf8');
  const policy = text.split('```json\n').find((block) => block.includes('s3:ListBucket')) ?? '';
  return policy.slice(0, policy.indexOf('```')).replaceAll('signing-documents', bucket);
}

describe.skipIf(!HAS_RADOSGW)('objects in a bucket of a real gateway', () => {
  let server: SharedServer<BucketServer>;
  let folder: string;
  beforeAll(async () => {
    server = await radosGateway();
    folder = await mkdtemp(path.join(tmpdir(), 's3-objects-'));
  });
  afterAll(async () => {
    await server.release();
    await rm(folder, { recursive: true });
  });

  function open(bucket: string, changed: Changes = {}) {
    const { endpoint, accessKeyId, secretAccessKey } = server.address;
    const secrets = takeEnvironmentSecrets({
      SERVICE_SECRET_STORAGE_ID: changed.id ?? accessKeyId,
      SERVICE_SECRET_STORAGE_KEY: changed.secret ?? secretAccessKey,
      SERVICE_SECRET_STORAGE_TOKEN: changed.token ?? '',
    });
    const settings = {
      ...{ endpoint: changed.endpoint ?? endpoint, bucket, region: 'us-east-1', forcePathStyle: true },
      ...{ accessKeyIdSecretName: 'Storage:Id', secretAccessKeySecretName: 'Storage:Key' },
      ...{ sessionTokenSecretName: 'Storage:Token', certificateAuthorities: null },
      stagingDirectory: path.join(folder, 'staging'),
    };
    return openS3ObjectStore(settings, secrets, changed.known === undefined ? {} : { known: changed.known });
  }

  const openNew = async (): Promise<OpenedBucket & { readonly bucket: string }> => {
    const bucket = await makeBucket(server.address);
    return { ...(await open(bucket)), bucket };
  };

  async function file(bytes: Uint8Array): Promise<string> {
    const place = path.join(folder, createHash('sha256').update(bytes).digest('hex'));
    await writeFile(place, bytes);
    return place;
  }

  describeObjectStore('S3ObjectStore', async () => ({
    store: (await openNew()).store,
    dispose: () => Promise.resolve(),
  }));

  it('takes large objects in parts and gives them back, copied in parts too', async () => {
    const { store, bucket } = await openNew();
    const bytes = randomBytes(11 * MEBIBYTE + 7);
    await store.putFile('t/input.bin', await file(bytes));
    const client = bucketClient(server.address);
    const { ETag } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: 't/input.bin' }));
    expect(ETag).toMatch(/-3"$/);
    expect((await buffer(await store.read('t/input.bin'))).equals(bytes)).toBe(true);
    await copyInParts({ client, bucket }, 't/input.bin', 't/copy.bin', 5 * MEBIBYTE);
    const copy = await store.localCopy('t/copy.bin');
    expect(copy.size).toBe(bytes.length);
    await copy.release();
    expect(await readdir(path.join(folder, 'staging'))).toEqual([]);
  });

  it('writes the key of an attempt once: the same bytes again are fine, others stay out', async () => {
    const { store, conditionalWrites } = await openNew();
    expect(conditionalWrites).toBe('single');
    expect(sayConditionalWrites(conditionalWrites)).toContain('small objects only');
    await store.putFile('t/signed-1.part', await file(Buffer.from('first')));
    await store.putFile('t/signed-1.part', await file(Buffer.from('first')));
    const second = store.putFile('t/signed-1.part', await file(Buffer.from('second')));
    await expect(second).rejects.toMatchObject({ kind: 'transient', status: 503 });
    expect(String(await buffer(await store.read('t/signed-1.part')))).toBe('first');
  });

  it('puts an output in its place at once, and beside it what comes later', async () => {
    const { store, bucket } = await openNew();
    const put = async (text: string, attempt: number) =>
      store.putOutput(await file(Buffer.from(text)), { key: 't/signed.bin', stagedKey: `t/signed-${attempt}.part` });
    const texts = Array.from({ length: 12 }, (_, attempt) => `attempt ${String(attempt)}`);
    const places = await Promise.all(texts.map(put));
    const winner = places.indexOf(null);
    expect(places.filter((place) => place === null)).toHaveLength(1);
    expect(String(await buffer(await store.read('t/signed.bin')))).toBe(texts[winner]);
    expect(await put(texts[winner] ?? '', 99)).toBeNull();
    const other = winner === 5 ? 6 : 5;
    expect(places[other]).toBe(`t/signed-${String(other)}.part`);
    await store.promote(`t/signed-${String(other)}.part`, 't/signed.bin');
    expect(String(await buffer(await store.read('t/signed.bin')))).toBe(texts[other]);
    const found: string[] = [];
    const search = { writtenBefore: new Date(Date.now() + 60_000), mayHold: () => true };
    for await (const { key } of store.leftovers({ ...search, isStaged: () => false, isOutput })) found.push(key);
    expect(found).toEqual(['t/signed.bin']);
    const place = { key: 't/large/signed.bin', stagedKey: 't/large/signed-1.part' };
    // This gateway would write over what is there: in parts it takes no conditions.
    expect(await store.putOutput(await file(randomBytes(6 * MEBIBYTE)), place)).toBe(place.stagedKey);
    const { store: unsure } = await open(bucket, { known: 'never' });
    const unsafe = { key: 't/unsure/signed.bin', stagedKey: 't/unsure/signed-1.part' };
    expect(await unsure.putOutput(await file(Buffer.from('x')), unsafe)).toBe(unsafe.stagedKey);
  });

  it('finds the uploads that a dead writer left, and aborts them', async () => {
    const { store, bucket } = await openNew();
    const client = bucketClient(server.address);
    await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: 't/signed-1.part' }));
    const found = async (): Promise<string[]> => {
      const search = {
        writtenBefore: new Date(Date.now() + 60_000),
        mayHold: () => true,
        isStaged: isStagedOutput,
        isOutput,
      };
      const keys: string[] = [];
      for await (const { key, isUnfinished } of store.leftovers(search)) if (isUnfinished) keys.push(key);
      return keys;
    };
    const [upload = '', ...others] = await found();
    expect(others).toEqual([]);
    expect(await store.delete(upload)).toBe(true);
    expect(await store.delete(upload)).toBe(false);
    expect(await found()).toEqual([]);
  });

  it('passes over the folders it is not to look into, however many objects they have', async () => {
    const { store } = await openNew();
    for (const day of ['2025/01/01', '2025/01/02', '2026/01/01']) {
      await store.putFile(`tenants/a/signatures/${day}/r/signed-1.part`, await file(Buffer.from(day)));
    }
    const asked: string[] = [];
    const mayHold = (each: string): boolean => {
      asked.push(each);
      return !each.endsWith('/2025');
    };
    const keys: string[] = [];
    const search = { writtenBefore: new Date(Date.now() + 60_000), mayHold, isStaged: isStagedOutput, isOutput };
    for await (const { key } of store.leftovers(search)) keys.push(key);
    expect(keys).toEqual(['tenants/a/signatures/2026/01/01/r/signed-1.part']);
    expect(asked.filter((each) => each.endsWith('/2025'))).toHaveLength(1);
  });

  it('says what is wrong with a bucket that is not there, and with credentials that are refused', async () => {
    await expect(open('no-such-bucket')).rejects.toThrow('has no bucket no-such-bucket (NoSuchBucket)');
    const bucket = await makeBucket(server.address);
    const refused = open(bucket, { secret: 'wrong' });
    await expect(refused).rejects.toThrow(`does not let these credentials use the bucket ${bucket} (AccessDenied)`);
    await expect(open(bucket, { secret: '' })).rejects.toThrow(
      'The secret Storage:Key of the object store is not set.',
    );
  });

  it('does with temporary credentials what the policy of the documents allows, and no more', async () => {
    const bucket = await makeBucket(server.address);
    const role = await makeRole(server, bucket, policyOfDocuments(bucket));
    const { accessKeyId: id, secretAccessKey: secret, sessionToken: token } = await assumeRole(server.address, role);
    await expect(open(bucket, { id, secret })).rejects.toThrow(`use the bucket ${bucket} (AccessDenied)`);
    const { store } = await open(bucket, { id, secret, token });
    const keys = requestKeys('acme', 'of-a-role', new Date());
    const [input, signed, second, third] = [keys.input, keys.signed, keys.stagedOutput(2), keys.stagedOutput(3)];
    await store.putFile(input, await file(randomBytes(6 * MEBIBYTE)));
    expect(await store.size(input)).toBe(6 * MEBIBYTE);
    const put = async (text: string) =>
      store.putOutput(await file(Buffer.from(text)), { key: signed, stagedKey: second });
    expect([await put('first'), await put('second')]).toEqual([null, second]);
    await store.promote(second, signed);
    expect(String(await buffer(await store.read(signed)))).toBe('second');
    await bucketClient(server.address).send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: third }));
    const search = { writtenBefore: new Date(Date.now() + 60_000), mayHold: () => true };
    const left: string[] = [];
    for await (const { key } of store.leftovers({ ...search, isStaged: isStagedOutput, isOutput })) left.push(key);
    expect(left).toHaveLength(2);
    for (const key of [input, ...left]) expect(await store.delete(key)).toBe(true);
    await store.ping();
    await expect(store.putFile('elsewhere/input.bin', await file(Buffer.from('x')))).rejects.toThrow('HTTP 403');
  });

  /** A store on a line that spoils a byte of the next object of `size` bytes that goes through. */
  async function openSpoiling(size: number) {
    const { bucket } = await openNew();
    const line = await openFaultyLine(Number(new URL(server.address.endpoint).port));
    const { store } = await open(bucket, { endpoint: `http://127.0.0.1:${String(line.port)}`, known: 'single' });
    const [bytes, mark] = [randomBytes(size), randomBytes(16)];
    mark.copy(bytes, 50);
    const spoilt = line.once('to-server', (piece) => {
      const start = piece.indexOf(mark);
      return start === -1 ? undefined : piece.fill(piece.readUInt8(start) ^ 1, start, start + 1);
    });
    return { store, line, bytes, spoilt };
  }

  it('is told of an object that arrives in parts with another byte, and nothing is there', async () => {
    const { store, line, bytes, spoilt } = await openSpoiling(6 * MEBIBYTE);
    const put = store.putFile('t/input.bin', await file(bytes));
    await expect(put).rejects.toMatchObject({ kind: 'transient', status: 503 });
    await spoilt;
    expect(await store.size('t/input.bin')).toBeUndefined();
    await line.close();
  });

  it('puts an object again that arrived in one request with another byte', async () => {
    const { store, line, bytes, spoilt } = await openSpoiling(100);
    await store.putFile('t/input.bin', await file(bytes));
    await spoilt;
    expect(await buffer(await store.read('t/input.bin'))).toEqual(bytes);
    await line.close();
  });

  it.each([0, 100 * 1024])('makes one request to put, and one to get, %i bytes', async (size) => {
    const { bucket } = await openNew();
    const proxy = await openCountingProxy(server.address.endpoint);
    const { store } = await open(bucket, { endpoint: proxy.url, known: 'single' });
    const bytes = randomBytes(size);
    // Names of which SigV4 wants more escaped than encodeURIComponent does.
    const key = "t/it's (1)*!/input+ä.bin";
    await store.putFile(key, await file(bytes));
    expect(await buffer(await store.read(key))).toEqual(bytes);
    expect(proxy.counts()).toEqual({ PUT: 1, GET: 1 });
    await proxy.close();
  });

  it('tells bytes that are not those that were put', async () => {
    const { store, bucket } = await openNew();
    const Metadata = { sha256: createHash('sha256').update('put').digest('hex') };
    const client = bucketClient(server.address);
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: 't/input.bin', Body: 'changed', Metadata }));
    await expect(store.localCopy('t/input.bin')).rejects.toThrow('their SHA-256 differs');
    expect(await readdir(path.join(folder, 'staging'))).toEqual([]);
  });

  it.each<[string, RequestListener]>([
    ['refuses', (_, answer) => answer.writeHead(503).end()],
    ['hangs up', (request) => request.socket.destroy()],
    [
      'answers half',
      (_, answer) => answer.writeHead(200, { 'content-length': 100 }).write('x', () => answer.destroy()),
    ],
    ['forbids', (_, answer) => answer.writeHead(403).end()],
    ['answers nonsense', (_, answer) => answer.writeHead(500).end('<html>')],
  ])('reports a store that %s as a transient fault', async (_, answer) => {
    const broken = createServer(answer).listen(0, '127.0.0.1');
    await once(broken, 'listening');
    const address = broken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { store } = await open('any', { endpoint: `http://127.0.0.1:${String(port)}`, known: 'everywhere' });
    const faults = await Promise.all([
      store.localCopy('t/input.bin').catch((fault: unknown) => fault),
      store.putFile('t/input.bin', await file(Buffer.from('x'))).catch((fault: unknown) => fault),
      store.promote('t/signed-1.part', 't/signed.bin').catch((fault: unknown) => fault),
    ]);
    for (const fault of faults) {
      expect(fault).toBeInstanceOf(StationError);
      expect(fault).toMatchObject({ kind: 'transient', status: 503, code: 'SIGNING_OPERATION_FAILED' });
    }
    broken.closeAllConnections();
    broken.close();
  });
});
