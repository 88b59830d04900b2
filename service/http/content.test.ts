import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemDetails } from '../contract/http/problem-details.ts';
import { SignatureCreated, SignatureView } from '../contract/http/signatures.ts';
import { VerificationReport } from '../contract/http/verification.ts';
import type { StoredFile } from '../domain/records.ts';
import { createForm, startTestStation, type TestStation } from './test-station.suite.ts';

let station: TestStation;
beforeEach(async () => {
  station = await startTestStation();
});
afterEach(() => station.stop());

const SIGNED = Buffer.from('%PDF-1.7 content and a signature');
const sha256 = createHash('sha256').update(SIGNED).digest('hex');

async function create(fields: Record<string, string> = {}): Promise<string> {
  const response = await fetch(`${station.api}/signatures`, { method: 'POST', body: createForm(fields) });
  return SignatureCreated.parse(await response.json()).id;
}

/** Puts the bytes where a worker would and completes the request. */
async function complete(id: string, changes: Partial<StoredFile> = {}, place: 'stored' | 'staged' | 'none' = 'stored') {
  const folder = dirname(station.kept.rows.get(id)?.unit.files[0]?.storageKey ?? '');
  const output: StoredFile = {
    id: randomUUID(),
    storageKey: `${folder}/signed.bin`,
    originalFileName: 'contract-signed.pdf',
    contentType: 'application/pdf',
    size: SIGNED.length,
    sha256,
    createdAt: new Date(),
    deletedAt: null,
    stagedKey: place === 'stored' ? null : `${folder}/signed-1.part`,
    ...changes,
  };
  const key = place === 'staged' ? output.stagedKey : output.storageKey;
  if (place !== 'none' && key !== null) {
    const path = join(station.store.root, key);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, SIGNED);
  }
  station.kept.complete(id, output);
  return output;
}

function get(id: string, what = '/content', headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${station.api}/signatures/${id}${what}`, { headers });
}

async function codeOf(response: Response): Promise<string> {
  return `${response.status} ${ProblemDetails.parse(await response.json()).errorCode}`;
}

function downloads(): number {
  return station.kept.audit.filter((event) => event.eventType === 'SignatureDownloaded').length;
}

describe('GET /signatures/{id}/content', () => {
  it('sends the signed file with name, type, length and ETag, and audits the download', async () => {
    const id = await create();
    await complete(id);
    const response = await get(id);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(SIGNED.length),
      'content-disposition': `attachment; filename="contract-signed.pdf"; filename*=UTF-8''contract-signed.pdf`,
      etag: `"${sha256}"`,
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(SIGNED)).toBe(true);
    expect(downloads()).toBe(1);
    const view = SignatureView.parse(await (await get(id, '')).json());
    expect(view).toMatchObject({
      status: 'Completed',
      outputSha256: sha256,
      outputSize: SIGNED.length,
      contentUrl: `/api/v1/signatures/${id}/content`,
    });
  });

  it.each<[string, string, number, string | null]>([
    ['bytes=0-3', '%PDF', 206, 'bytes 0-3/32'],
    ['bytes=5-', SIGNED.subarray(5).toString(), 206, 'bytes 5-31/32'],
    ['bytes=-9', 'signature', 206, 'bytes 23-31/32'],
    ['bytes=-1000', SIGNED.toString(), 206, 'bytes 0-31/32'],
    ['bytes=30-1000', 're', 206, 'bytes 30-31/32'],
    ['bytes=0-1,4-5', SIGNED.toString(), 200, null],
    ['bytes=5-2', SIGNED.toString(), 200, null],
    ['bytes=x', SIGNED.toString(), 200, null],
    ['lines=1-2', SIGNED.toString(), 200, null],
  ])('serves the range %s', async (range, text, status, contentRange) => {
    const id = await create();
    await complete(id);
    const response = await get(id, '/content', { Range: range });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-range')).toBe(contentRange);
    expect(await response.text()).toBe(text);
  });

  it('answers 416, 304 and HEAD, and minds If-Range', async () => {
    const id = await create();
    await complete(id);
    const beyond = await get(id, '/content', { Range: 'bytes=32-' });
    expect(beyond.headers.get('content-range')).toBe('bytes */32');
    expect(await codeOf(beyond)).toBe('416 SIGNATURE_REQUEST_INVALID');
    expect((await get(id, '/content', { 'If-None-Match': `W/"x", "${sha256}"` })).status).toBe(304);
    expect((await get(id, '/content', { 'If-None-Match': '"x"' })).status).toBe(200);
    expect((await get(id, '/content', { Range: 'bytes=0-1', 'If-Range': '"old"' })).status).toBe(200);
    expect((await get(id, '/content', { Range: 'bytes=0-1', 'If-Range': `"${sha256}"` })).status).toBe(206);
    await get(id, '/content', { Range: 'bytes=0-3' });
    const audited = downloads();
    const head = await fetch(`${station.api}/signatures/${id}/content`, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe('32');
    const ranged = { method: 'HEAD', headers: { Range: 'bytes=0-3' } };
    expect((await fetch(`${station.api}/signatures/${id}/content`, ranged)).status).toBe(200);
    await get(id, '/content', { Range: 'bytes=4-7' });
    expect(downloads()).toBe(audited);
  });

  it.each([
    ['another', '"x"', '412 SIGNATURE_REQUEST_INVALID'],
    ['it by a weak tag, which names no bytes', `W/"${sha256}"`, '412 SIGNATURE_REQUEST_INVALID'],
  ])('gives no version out where If-Match names %s', async (_, wanted, answer) => {
    const id = await create();
    await complete(id);
    const audited = downloads();
    expect(await codeOf(await get(id, '/content', { 'If-Match': wanted }))).toBe(answer);
    expect(downloads()).toBe(audited);
  });

  it('gives out the version that If-Match names, among others or as any', async () => {
    const id = await create();
    await complete(id);
    for (const wanted of [`"x", "${sha256}"`, '*']) {
      expect((await get(id, '/content', { 'If-Match': wanted })).status).toBe(200);
    }
  });

  it.each([
    'a\r\nSet-Cookie: x=1.pdf',
    'nul\u0000l.pdf',
    'emoji 😀 ž ü.pdf',
    'quote".pdf',
    "apostrophe's (1).pdf",
    '\uD800.pdf',
    '%41.pdf',
    '..\\..\\x.pdf',
    '',
  ])('makes a valid header of the stored name %j', async (originalFileName) => {
    const id = await create();
    await complete(id, { originalFileName, contentType: 'text/html\r\nX: y' });
    const response = await get(id);
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    const encoded = /filename\*=UTF-8''(.*)$/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    expect(decodeURIComponent(encoded ?? '?')).toBe(originalFileName.toWellFormed());
  });

  it('refuses before completion, without output, and after deletion', async () => {
    const id = await create();
    expect(await codeOf(await get(id))).toBe('409 SIGNATURE_OUTPUT_NOT_FOUND');
    await complete(id, {}, 'none');
    expect(await codeOf(await get(id))).toBe('409 SIGNATURE_OUTPUT_NOT_FOUND');
    await complete(id, { deletedAt: new Date() });
    expect(await codeOf(await get(id))).toBe('409 SIGNATURE_OUTPUT_NOT_FOUND');
    // The link goes with the file, its hash stays.
    const view = SignatureView.parse(await (await get(id, '')).json());
    expect(view).toMatchObject({ status: 'Completed', contentUrl: null, outputSha256: sha256 });
    expect(downloads()).toBe(0);
  });

  it('finishes the promotion of a worker that died after its commit', async () => {
    const id = await create();
    const output = await complete(id, {}, 'staged');
    expect(await (await get(id)).text()).toBe(SIGNED.toString());
    expect(await station.store.size(output.storageKey)).toBe(SIGNED.length);
    expect(await station.store.size(output.stagedKey ?? '')).toBeUndefined();
  });

  it('breaks the connection when the stored file is shorter than it was a moment before', async () => {
    const id = await create();
    await complete(id);
    vi.spyOn(station.store, 'read').mockImplementation((key) =>
      Promise.resolve(createReadStream(join(station.store.root, key), { start: 1 })),
    );
    const response = await get(id);
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  it.each<[string, Partial<StoredFile>]>([
    ['another content', { sha256: createHash('sha256').update('other').digest('hex') }],
    ['another length', { size: SIGNED.length + 10 }],
  ])('gives out no file of %s than recorded, whole or in parts', async (_name, changes) => {
    const id = await create();
    await complete(id, changes);
    expect(await codeOf(await get(id))).toBe('409 SIGNATURE_OUTPUT_NOT_FOUND');
    for (const range of ['bytes=0-3', 'bytes=4-', 'bytes=4-']) {
      expect(await codeOf(await get(id, '/content', { Range: range }))).toBe('409 SIGNATURE_OUTPUT_NOT_FOUND');
    }
    expect(downloads()).toBe(0);
    expect(station.logLines.join('')).toContain('its hash differs');
  });

  it.each<[string, readonly (string | null)[], number]>([
    ['everything but the first byte', ['bytes=1-'], 1],
    ['the last byte', ['bytes=-1'], 1],
    ['one download in parts, in any order', ['bytes=20-', 'bytes=0-9', 'bytes=10-19'], 1],
    ['a whole one and its rest after a break', [null, 'bytes=12-'], 1],
    ['the same part again', ['bytes=1-9', 'bytes=1-9'], 2],
    ['an overlapping part', ['bytes=1-9', 'bytes=9-20'], 2],
    ['the whole twice', [null, null], 2],
    ['parts, then the whole', ['bytes=0-9', 'bytes=10-', null], 2],
  ])('audits %s', async (_name, ranges, events) => {
    const id = await create();
    await complete(id);
    for (const range of ranges) {
      const response = await get(id, '/content', range === null ? {} : { Range: range });
      expect([200, 206]).toContain(response.status);
      await response.arrayBuffer();
    }
    expect(downloads()).toBe(events);
  });

  it('answers other tenants and unknown ids alike', async () => {
    const id = await create();
    await complete(id);
    const foreign = await get(id, '/content', { 'X-Tenant-Id': 'other' });
    const unknown = await get(randomUUID());
    const nonsense = await get('not-a-uuid');
    const bodies = await Promise.all([foreign, unknown, nonsense].map(async (response) => response.json()));
    const [first, ...rest] = bodies.map((body) => ({ ...ProblemDetails.parse(body), traceId: '' }));
    expect(first).toMatchObject({ status: 404, errorCode: 'SIGNATURE_INPUT_NOT_FOUND' });
    for (const other of rest) expect(other).toEqual(first);
  });
});

describe('GET /signatures/{id}/verification', () => {
  it('verifies the stored file', async () => {
    const id = await create();
    await complete(id);
    const report = VerificationReport.parse(await (await get(id, '/verification')).json());
    expect(report).toMatchObject({ source: 'StoredSignature', signatureId: id, overallStatus: 'VALID' });
    expect(station.tasks[0]).toMatchObject({ format: 'PAdES', document: { kind: 'file' }, original: null });
  });

  it('hands the original to the verifier for a detached signature', async () => {
    const id = await create({ format: 'CAdES', packaging: 'detached' });
    await complete(id);
    await get(id, '/verification');
    expect(station.tasks[0]?.original).toMatchObject({ kind: 'file' });
  });

  it('says INVALID when the stored file is not the recorded one, whatever the verifier says', async () => {
    const id = await create();
    const output = await complete(id);
    await writeFile(join(station.store.root, output.storageKey), SIGNED.toString().replace('content', 'CONTENT'));
    const report = VerificationReport.parse(await (await get(id, '/verification')).json());
    expect(report).toMatchObject({
      overallStatus: 'INVALID',
      isValid: false,
      reasonCodes: ['OUTPUT_HASH_MISMATCH'],
    });
  });

  it('refuses before completion and for other tenants', async () => {
    const id = await create();
    expect(await codeOf(await get(id, '/verification'))).toBe('409 SIGNATURE_OUTPUT_NOT_FOUND');
    await complete(id);
    expect(await codeOf(await get(id, '/verification', { 'X-Tenant-Id': 'b' }))).toBe('404 SIGNATURE_INPUT_NOT_FOUND');
  });
});
