import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatchView } from '../contract/http/batches.ts';
import { ProblemDetails } from '../contract/http/problem-details.ts';
import { SignatureCreated } from '../contract/http/signatures.ts';
import { createForm, startTestStation, type TestStation } from './test-station.suite.ts';

let station: TestStation;
beforeEach(async () => {
  station = await startTestStation();
});
afterEach(() => station.stop());

async function create(): Promise<string> {
  const response = await fetch(`${station.api}/signatures`, { method: 'POST', body: createForm() });
  return SignatureCreated.parse(await response.json()).id;
}

/** Puts the bytes where a worker would and completes the request. */
async function complete(id: string, bytes: string, recorded = bytes): Promise<void> {
  const storageKey = `${dirname(station.kept.rows.get(id)?.unit.files[0]?.storageKey ?? '')}/signed.bin`;
  const path = join(station.store.root, storageKey);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  station.kept.complete(id, {
    ...{ id: randomUUID(), storageKey, originalFileName: 'Vertrag ä.pdf', contentType: 'application/pdf' },
    ...{ size: bytes.length, createdAt: new Date(), deletedAt: null, stagedKey: null },
    sha256: createHash('sha256').update(recorded).digest('hex'),
  });
}

function post(path: string, body: unknown = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${station.api}/batches${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function makeBatch(signatureIds: readonly string[]): Promise<BatchView> {
  const response = await post('', { signatureIds });
  expect(response.status).toBe(201);
  return BatchView.parse(await response.json());
}

async function codeOf(response: Response): Promise<string> {
  return `${String(response.status)} ${ProblemDetails.parse(await response.json()).errorCode}`;
}

describe('a batch', () => {
  it('is not made of a body that says two things at once, or that is not in UTF-8', async () => {
    const headers = { 'content-type': 'application/json' };
    const send = (body: string | Buffer) =>
      fetch(`${station.api}/batches`, { method: 'POST', headers, body: Buffer.from(body) });
    const id = await create();
    const twice = await send(`{"signatureIds":["${randomUUID()}"],"signature\\u0049ds":["${id}"]}`);
    expect(twice.status).toBe(400);
    expect(ProblemDetails.parse(await twice.json()).detail).toBe('The body names signatureIds more than once.');
    const latin1 = await send(Buffer.from(`{"signatureIds":["${id}"],"\u00FC":1}`, 'latin1'));
    expect(ProblemDetails.parse(await latin1.json()).detail).toBe('The body is not JSON.');
  });

  it('tells of its requests in their order, and of documents that are in it twice', async () => {
    const [first, second] = [await create(), await create()];
    const batch = await makeBatch([second, first, second]);
    expect(batch.items.map(({ signature }) => signature.id)).toEqual([second, first]);
    expect(batch.items.map(({ duplicateOf }) => duplicateOf)).toEqual([null, second]);
    expect(batch.counts).toEqual({ total: 2, completed: 0, failed: 0, cancelled: 0, open: 2 });
    const again = await fetch(`${station.api}/batches/${batch.id}`);
    expect(await again.json()).toEqual(batch);
  });

  it('stops what has not begun, and leaves what is signed', async () => {
    const [first, second] = [await create(), await create()];
    const { id } = await makeBatch([first, second]);
    await complete(first, 'signed');
    const stopped = BatchView.parse(await (await post(`/${id}/cancel`)).json());
    expect(stopped.counts).toEqual({ total: 2, completed: 1, failed: 0, cancelled: 1, open: 0 });
  });

  it('is not made of strangers, of nothing or of too much', async () => {
    expect(await codeOf(await post('', { signatureIds: [randomUUID()] }))).toBe('404 SIGNATURE_INPUT_NOT_FOUND');
    for (const signatureIds of [[], ['no id'], Array.from({ length: 1001 }, () => randomUUID())]) {
      expect(await codeOf(await post('', { signatureIds }))).toBe('400 SIGNATURE_REQUEST_INVALID');
    }
    for (const id of [randomUUID(), 'nonsense']) {
      expect(await codeOf(await fetch(`${station.api}/batches/${id}`))).toBe('404 SIGNATURE_INPUT_NOT_FOUND');
      expect(await codeOf(await fetch(`${station.api}/batches/${id}/content`))).toBe('404 SIGNATURE_INPUT_NOT_FOUND');
      expect(await codeOf(await post(`/${id}/cancel`))).toBe('404 SIGNATURE_INPUT_NOT_FOUND');
    }
  });

  it('comes back in one ZIP with a manifest of all its documents', async () => {
    const ids = [await create(), await create(), await create()];
    const { contentUrl } = await makeBatch(ids);
    await complete(ids[0] ?? '', 'first signed');
    await complete(ids[2] ?? '', 'third signed');
    const response = await fetch(station.url + contentUrl);
    expect(response.headers.get('content-type')).toBe('application/zip');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length);

    const folder = await mkdtemp(join(tmpdir(), 'station-batch-'));
    try {
      await writeFile(join(folder, 'batch.zip'), bytes);
      // Python's reader checks both directories and the checksums.
      execFileSync('python3', ['-m', 'zipfile', '-t', 'batch.zip'], { cwd: folder });
      execFileSync('python3', ['-m', 'zipfile', '-e', 'batch.zip', 'out'], { cwd: folder });
      expect(await readFile(join(folder, 'out', 'Vertrag ä.pdf'), 'utf8')).toBe('first signed');
      expect(await readFile(join(folder, 'out', 'Vertrag ä (2).pdf'), 'utf8')).toBe('third signed');
      const manifest = await readFile(join(folder, 'out', 'manifest.csv'), 'utf8');
      expect(manifest.split('\r\n')).toHaveLength(5);
      expect(manifest).toContain(createHash('sha256').update('third signed').digest('hex'));
      expect(manifest).toMatch(/,,Queued,,/);
    } finally {
      await rm(folder, { recursive: true });
    }
    const downloaded = station.kept.audit.filter(({ eventType }) => eventType === 'SignatureDownloaded');
    expect(downloaded.map(({ entityId }) => entityId)).toEqual([ids[0], ids[2]]);
  });

  it('gives out nothing where a file is not the one that was signed, or none is signed', async () => {
    const id = await create();
    const { contentUrl } = await makeBatch([id]);
    expect(await codeOf(await fetch(station.url + contentUrl))).toBe('409 SIGNATURE_OUTPUT_NOT_FOUND');
    await complete(id, 'another', 'the signed');
    expect(await codeOf(await fetch(station.url + contentUrl))).toBe('409 SIGNATURE_OUTPUT_NOT_FOUND');
    expect(station.kept.audit.some(({ eventType }) => eventType === 'SignatureDownloaded')).toBe(false);
  });
});
