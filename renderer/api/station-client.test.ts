import { describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { createStationClient } from './station-client.ts';
import type { Upload } from './upload.ts';

const PROBLEM = {
  type: 'https://httpstatuses.com/404',
  title: 'The signature request was not found',
  status: 404,
  detail: 'No signature request has this id.',
  errorCode: 'SIGNATURE_INPUT_NOT_FOUND',
  failureArea: 'station',
  sentence: { code: 'REQUEST_UNKNOWN', parameters: {} },
  traceId: 'abc',
};
const CREATED = {
  id: '1f0c9d7e-8a52-4c0e-9f3a-6d1d0b7c2a11',
  status: 'Queued',
  createdAt: '2026-11-21T01:00:00.000Z',
  statusUrl: '/api/v1/signatures/1f0c9d7e-8a52-4c0e-9f3a-6d1d0b7c2a11',
};

function clientOf(answer: () => Response, upload: Upload = () => Promise.reject(new Error('no upload expected'))) {
  const fetchMock = vi.fn<typeof fetch>(() => Promise.resolve(answer()));
  const client = createStationClient({
    origin: '',
    fetch: fetchMock,
    upload,
    credentials: () => ({ apiKey: 'k1.secret', tenantId: null }),
  });
  return { client, fetchMock };
}

const rejection = async (call: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await call.then(
    () => new Error('the call did not reject'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw error;
  return error;
};

describe('createStationClient', () => {
  it('sends the filters that have a value and the API key', async () => {
    const { client, fetchMock } = clientOf(() => Response.json({ items: [], nextCursor: null }));
    await client.signatures({ text: 'a&b', status: null, format: '', limit: 50, cursor: null });
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/v1/signatures?text=a%26b&limit=50');
    expect(fetchMock.mock.calls[0]?.[1]?.headers).toMatchObject({ 'X-Api-Key': 'k1.secret' });
  });

  it('sends a new API key as JSON and gives its secret to the caller', async () => {
    const answer = {
      id: '1',
      name: 'Payroll',
      prefix: 'abcdefghijkl',
      tenantId: 'default',
      permissions: ['Verify'],
      createdAt: '2026-11-21T01:00:00.000Z',
      revokedAt: null,
      approvalRule: null,
      lastUsedAt: null,
      key: 'abcdefghijkl.s',
    };
    const { client, fetchMock } = clientOf(() => Response.json(answer, { status: 201 }));
    await expect(client.createApiKey({ name: 'Payroll', permissions: ['Verify'] })).resolves.toMatchObject({
      key: 'abcdefghijkl.s',
    });
    const init = fetchMock.mock.calls[0]?.[1];
    expect(init).toMatchObject({ method: 'POST', body: JSON.stringify({ name: 'Payroll', permissions: ['Verify'] }) });
    expect(init?.headers).toMatchObject({ 'Content-Type': 'application/json', 'X-Api-Key': 'k1.secret' });
  });

  it('revokes an API key without expecting a body', async () => {
    const { client, fetchMock } = clientOf(() => new Response(null, { status: 204 }));
    await expect(client.revokeApiKey('a/b')).resolves.toBeUndefined();
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/v1/api-keys/a%2Fb');
    expect(fetchMock.mock.calls[0]?.[1]).toMatchObject({ method: 'DELETE' });
  });

  it('tells a refused revocation', async () => {
    const { client } = clientOf(() => Response.json(PROBLEM, { status: 404 }));
    expect(await rejection(client.revokeApiKey('x'))).toMatchObject({ kind: 'problem', status: 404 });
  });

  it('escapes identifiers in paths', async () => {
    const { client, fetchMock } = clientOf(() => Response.json(PROBLEM, { status: 404 }));
    await rejection(client.signature('../certificates'));
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/v1/signatures/..%2Fcertificates');
  });

  it('turns Problem Details into an error with its code', async () => {
    const { client } = clientOf(() => Response.json(PROBLEM, { status: 404 }));
    const error = await rejection(client.signature('x'));
    expect(error).toMatchObject({
      kind: 'problem',
      errorCode: 'SIGNATURE_INPUT_NOT_FOUND',
      area: 'station',
      status: 404,
      sentence: { code: 'REQUEST_UNKNOWN', parameters: {} },
      traceId: 'abc',
    });
  });

  it.each([
    ['an error that is not Problem Details', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['a success that is not JSON', () => new Response('hello')],
    ['a success that breaks the contract', () => Response.json({ items: [{ id: 1 }], nextCursor: null })],
  ])('calls %s unexpected', async (_, answer) => {
    const { client } = clientOf(answer);
    expect((await rejection(client.jobs({}))).kind).toBe('unexpected');
  });

  it('tells a station that does not answer from one that refuses', async () => {
    const { client } = clientOf(() => {
      throw new TypeError('fetch failed');
    });
    expect((await rejection(client.statistics())).kind).toBe('network');
  });

  it('shows the report of an unhealthy station, which comes with status 503', async () => {
    const report = { status: 'Unhealthy', checks: [{ name: 'Database', status: 'Unhealthy', detail: null }] };
    const { client } = clientOf(() => Response.json(report, { status: 503 }));
    expect(await client.health()).toEqual(report);
  });

  it('uploads with the idempotency key and reads the answer by the contract', async () => {
    const upload = vi.fn<Upload>(() => Promise.resolve({ status: 202, body: JSON.stringify(CREATED) }));
    const { client } = clientOf(() => new Response(), upload);
    const how = { idempotencyKey: 'once', onProgress: () => undefined, signal: new AbortController().signal };
    expect(await client.submitSignature(new FormData(), how)).toEqual(CREATED);
    expect(upload.mock.calls[0]?.[0]).toMatchObject({
      url: '/api/v1/signatures',
      headers: { 'Idempotency-Key': 'once', 'X-Api-Key': 'k1.secret' },
    });
  });
});
