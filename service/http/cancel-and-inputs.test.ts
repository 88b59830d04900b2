import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemDetails } from '../contract/http/problem-details.ts';
import { SignatureCreated, SignatureView } from '../contract/http/signatures.ts';
import { createForm, startTestStation, type TestStation } from './test-station.suite.ts';

let station: TestStation;
beforeEach(async () => {
  station = await startTestStation();
});
afterEach(() => station.stop());

async function create(fields: Record<string, string> = {}): Promise<string> {
  const response = await fetch(`${station.api}/signatures`, { method: 'POST', body: createForm(fields) });
  return SignatureCreated.parse(await response.json()).id;
}

function get(id: string, what = '/content', headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${station.api}/signatures/${id}${what}`, { headers });
}

async function codeOf(response: Response): Promise<string> {
  return `${response.status} ${ProblemDetails.parse(await response.json()).errorCode}`;
}

describe('POST /signatures/{id}/cancel', () => {
  it('cancels a queued request once', async () => {
    const id = await create();
    const cancel = (): Promise<Response> => fetch(`${station.api}/signatures/${id}/cancel`, { method: 'POST' });
    const first = await cancel();
    expect(first.status).toBe(200);
    expect(SignatureView.parse(await first.json())).toMatchObject({ id, status: 'Cancelled' });
    expect(await codeOf(await cancel())).toBe('409 SIGNATURE_NOT_CANCELLABLE');
    const unknown = await fetch(`${station.api}/signatures/${randomUUID()}/cancel`, { method: 'POST' });
    expect(await codeOf(unknown)).toBe('404 SIGNATURE_INPUT_NOT_FOUND');
  });
});

describe('GET /signatures/{id}/inputs/{number}', () => {
  it('gives the very bytes that were sent, as an attachment of no type, and audits it', async () => {
    const id = await create();
    const view = SignatureView.parse(await (await get(id, '')).json());
    expect(view.inputs).toEqual([
      {
        fileName: view.originalFileName,
        size: view.inputSize,
        sha256: view.inputSha256,
        url: `/api/v1/signatures/${id}/inputs/1`,
      },
    ]);
    const response = await fetch(`${station.url}${view.inputs[0]?.url ?? ''}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(view.inputSha256);
    const read = station.kept.audit.filter(({ eventType }) => eventType === 'DocumentRead');
    expect(read.map(({ entityId, metadata }) => [entityId, metadata['sha256']])).toEqual([[id, view.inputSha256]]);
  });

  it('gives nothing that is not the accepted document: another number, another tenant, other bytes on the disk', async () => {
    const id = await create();
    for (const number of ['2', '0', 'x', '1e3', '-1']) {
      expect(await codeOf(await get(id, `/inputs/${number}`)), number).toBe('404 SIGNATURE_INPUT_NOT_FOUND');
    }
    const other = { 'X-Tenant-Id': 'somebody-else' };
    expect(await codeOf(await get(id, '/inputs/1', other))).toBe('404 SIGNATURE_INPUT_NOT_FOUND');
    const key = station.kept.rows.get(id)?.unit.files[0]?.storageKey ?? '';
    await writeFile(join(station.store.root, key), 'another document');
    expect(await codeOf(await get(id, '/inputs/1'))).toBe('404 SIGNATURE_INPUT_NOT_FOUND');
    expect(station.kept.audit.some(({ eventType }) => eventType === 'DocumentRead')).toBe(false);
  });
});
