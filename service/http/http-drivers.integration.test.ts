import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  AuditEventList,
  JobList,
  SignatureCreated,
  SignatureList,
  SignatureView,
} from '../contract/http/signatures.ts';
import { newUuidV7 } from '../ids/uuid-v7.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { openSqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts';
import { openLocalObjectStore } from '../storage/local/local-object-store.ts';
import { createForm, startTestStation, type TestStation } from './test-station.suite.ts';
import { createApiKey } from '../use-cases/api-keys.ts';

let root: string;
let persistence: Persistence;
let station: TestStation;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'station-drivers-'));
  persistence = await openSqlitePersistence({
    databasePath: join(root, 'station.db'),
    migrationsFolder: join(import.meta.dirname, '..', 'persistence', 'sqlite', 'migrations'),
  });
  const objectStore = await openLocalObjectStore(join(root, 'files'));
  station = await startTestStation({ overrides: { persistence, objectStore, newId: newUuidV7 } });
});
afterEach(async () => {
  await station.stop();
  await persistence.close();
  await rm(root, { recursive: true });
});

function post(form: FormData, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${station.api}/signatures`, { method: 'POST', body: form, headers });
}

async function create(fileName: string, headers: Record<string, string> = {}): Promise<SignatureCreated> {
  const response = await post(createForm({}, new Blob([fileName]), fileName), headers);
  expect(response.status).toBe(202);
  return SignatureCreated.parse(await response.json());
}

async function list(query: string, headers: Record<string, string> = {}): Promise<SignatureList> {
  const response = await fetch(`${station.api}/signatures?${query}`, { headers });
  return SignatureList.parse(await response.json());
}

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(join(root, 'files'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('the API over SQLite and local files', () => {
  it('accepts, shows, lists and cancels', async () => {
    const headers = { 'X-Correlation-Id': 'order-1', 'X-Tenant-Id': 'acme' };
    const { id, statusUrl } = await create('Smlouva č. 1 😀.pdf', headers);
    const view = SignatureView.parse(await (await fetch(station.url + statusUrl, { headers })).json());
    expect(view).toMatchObject({ id, tenantId: 'acme', status: 'Queued', originalFileName: 'Smlouva č. 1 😀.pdf' });
    expect((await fetch(station.url + statusUrl)).status).toBe(404);

    const cancelled = await fetch(`${station.url}${statusUrl}/cancel`, { method: 'POST', headers });
    expect(SignatureView.parse(await cancelled.json()).status).toBe('Cancelled');
    expect((await fetch(`${station.url}${statusUrl}/cancel`, { method: 'POST', headers })).status).toBe(409);

    const jobs = JobList.parse(await (await fetch(`${station.api}/jobs`, { headers })).json());
    expect(jobs.items).toMatchObject([{ signatureId: id, status: 'Cancelled', attempt: 0 }]);
    const history = await fetch(`${station.url}${statusUrl}/audit-events`, { headers });
    const { items } = AuditEventList.parse(await history.json());
    expect(items.map((event) => event.eventType).sort()).toEqual(
      ['FileStored', 'JobQueued', 'SignatureCancelled', 'SignatureRequested'].sort(),
    );
    expect(items.every((event) => event.correlationId === 'order-1' && event.entityId === id)).toBe(true);
  });

  it('pages through all requests once, newest first, and filters', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 7; index += 1) ids.unshift((await create(`file-${index}.pdf`)).id);
    await create('file-other.pdf', { 'X-Tenant-Id': 'other' });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: SignatureList = await list(`limit=3${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);
      seen.push(...page.items.map((item) => item.id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(ids);
    expect((await list('text=FILE-3')).items.map((item) => item.id)).toEqual([ids[3]]);
    expect((await list('text=%25')).items).toEqual([]);
    expect((await list('format=CAdES')).items).toEqual([]);
    expect((await list('createdBefore=2000-01-01T00:00:00Z')).items).toEqual([]);
    for (const bad of ['x', '%00', 'eyJ4IjoxfQ', '%F0%9F%98%80', "'%20OR%201=1"]) {
      expect((await fetch(`${station.api}/signatures?cursor=${bad}`)).status).toBe(400);
    }
  });

  it('gives one job and one file for fifty parallel replays', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create('a.pdf', { 'Idempotency-Key': 'once' })));
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
    expect((await list('')).items).toHaveLength(1);
    expect(await storedFiles()).toEqual(['input.bin']);
    expect(await readdir(station.uploadDirectory)).toEqual([]);
    expect(await persistence.dueOutboxMessages(new Date(Date.now() + 1000), 10)).toHaveLength(1);
  });

  it('keeps statistics and keys', async () => {
    await create('a.pdf');
    const statistics: unknown = await (await fetch(`${station.api}/statistics`)).json();
    expect(statistics).toMatchObject({
      total: 1,
      byStatus: { Queued: 1, Failed: 0 },
      byFormat: { PAdES: 1, CAdES: 0 },
    });
    const ports = { ...station.dependencies, randomBytes };
    const caller = { tenantId: 'default', actor: 'command-line', correlationId: null };
    const { key } = await createApiKey(ports, caller, { name: 'first', permissions: ['Administer'] });
    const headers = { 'Content-Type': 'application/json', 'X-Api-Key': key };
    const made = await fetch(`${station.api}/api-keys`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'ž', permissions: ['Verify'] }),
    });
    const { id } = (await made.json()) as { id: string };
    expect((await fetch(`${station.api}/api-keys/${id}`, { method: 'DELETE', headers })).status).toBe(204);
    expect(await (await fetch(`${station.api}/api-keys`)).json()).toMatchObject([
      { name: 'first' },
      { id, name: 'ž', lastUsedAt: null },
    ]);
  });

  it('never fails for odd text that a client sends', async () => {
    const names = [
      '\uFFFD.pdf',
      'a\u202Efdp.exe',
      ' . ',
      '..',
      '/',
      '\\\\server\\x.pdf',
      `${'ž'.repeat(300)}.pdf`,
      "'; DROP--.pdf",
    ];
    for (const name of names) {
      // A note that lost a character on its way is refused.
      const signatureNote = `'; -- ${name.slice(0, 20).replace('\uFFFD', '')}`;
      const response = await post(createForm({ signatureNote }, new Blob(['x']), name));
      expect(response.status).toBe(202);
    }
    const { items } = await list('');
    for (const item of items) {
      expect(Buffer.byteLength(item.originalFileName)).toBeLessThanOrEqual(255);
      expect(item.originalFileName).not.toMatch(/[/\\\u202E]|^\.*$/);
    }
  });
});
