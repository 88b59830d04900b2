import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditEventList, SignatureCreated, SignatureView } from '../../../service/contract/http/signatures.ts';
import { VerificationReport } from '../../../service/contract/http/verification.ts';
import { call, expectProblem, jsonOf, postForm, type Answer } from '../../actors/http/api-call.ts';
import { createParts } from '../../actors/http/multipart.ts';
import { startStation, type RunningStation } from '../../actors/station/running-station.ts';
import { createStationClient, type StationClient } from '../../actors/station/station-client.ts';
import { onePage } from '../../documents/pdf/one-page.ts';
import { buildPdf } from '../../documents/pdf/pdf-builder.ts';

/** From 202 to the download, the report and the audit (specification, sections 2 to 6). */
describe('a signature request at work', () => {
  const pdf = buildPdf({ pieces: onePage() });
  let station: RunningStation;
  let client: StationClient;
  let api: string;
  let signed: SignatureView;

  beforeAll(async () => {
    station = await startStation();
    client = createStationClient(station.url);
    api = `${station.url}/api/v1`;
    const headers = { 'X-Correlation-Id': 'order-4711', 'X-Tenant-Id': 'acme' };
    const answer = await postForm(`${api}/signatures`, createParts(pdf, {}, 'Offer.pdf'), headers);
    signed = await finished(SignatureCreated.parse(JSON.parse(answer.text)).id, 'acme');
  });
  afterAll(() => station.dispose());

  const get = (path: string, tenant = 'acme', headers: Record<string, string> = {}): Promise<Answer> =>
    call(`${api}${path}`, { headers: { 'X-Tenant-Id': tenant, ...headers } });
  const cancel = (id: string, tenant = 'default'): Promise<Answer> =>
    call(`${api}/signatures/${id}/cancel`, { method: 'POST', headers: { 'X-Tenant-Id': tenant } });

  async function finished(id: string, tenant: string): Promise<SignatureView> {
    for (;;) {
      const view = SignatureView.strict().parse(jsonOf(await get(`/signatures/${id}`, tenant)));
      if (['Completed', 'Failed', 'Rejected', 'Cancelled'].includes(view.status)) return view;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  it('is Completed with its times in order, and says where the output is', () => {
    expect(signed).toMatchObject({
      status: 'Completed',
      tenantId: 'acme',
      correlationId: 'order-4711',
      errorCode: null,
      errorMessage: null,
      failedAt: null,
      retryCount: 0,
      contentUrl: `/api/v1/signatures/${signed.id}/content`,
    });
    const times = [signed.createdAt, signed.queuedAt, signed.startedAt, signed.completedAt].map((time) =>
      Date.parse(time ?? ''),
    );
    expect(times.every((time) => !Number.isNaN(time))).toBe(true);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('reports the stored signature with every field of the specification', async () => {
    const report = VerificationReport.strict().parse(jsonOf(await get(`/signatures/${signed.id}/verification`)));
    expect(report).toMatchObject({
      overallStatus: 'VALID',
      isValid: true,
      source: 'StoredSignature',
      format: 'PAdES',
      signatureId: signed.id,
      signature: { cryptoValid: true },
      certificate: { isValid: true, revocation: { source: expect.any(String) as string } },
    });
    expect(report.reasonCodes).toContain('SIG_VALID');
    expect(report.reasonCodes).toContain('CERT_VALID');
    expect(report.limitations).not.toBe('');
    expect(report.signature.signerThumbprint).toMatch(/^[0-9A-F]{40}$/);
  });

  it('tells its history with the correlation id in every event', async () => {
    await get(`/signatures/${signed.id}/content`);
    const { items } = AuditEventList.strict().parse(
      jsonOf(await get(`/signatures/${signed.id}/audit-events?limit=200`)),
    );
    const types = items.map((event) => event.eventType);
    for (const type of [
      'SignatureRequested',
      'FileStored',
      'JobQueued',
      'JobStarted',
      'CertificateResolved',
      'SigningProviderSelected',
      'SigningCompleted',
      'OutputStored',
      'SignatureDownloaded',
    ]) {
      expect(types).toContain(type);
    }
    expect(new Set(items.map((event) => event.correlationId))).toEqual(new Set(['order-4711', null]));
    const byTheStation = items.filter((event) => event.eventType !== 'SignatureDownloaded');
    expect(new Set(byTheStation.map((event) => event.correlationId))).toEqual(new Set(['order-4711']));
  });

  it('cannot be cancelled any more', async () => {
    expectProblem(await cancel(signed.id, 'acme'), 409, 'SIGNATURE_NOT_CANCELLABLE');
    expect(await finished(signed.id, 'acme')).toEqual(signed);
  });

  it('fails where a profile, an image or a page is out of reach, and says why', async () => {
    const outcome = async (fields: Record<string, string>): Promise<SignatureView> => {
      const answer = await postForm(`${api}/signatures`, createParts(pdf, fields));
      return finished(SignatureCreated.parse(JSON.parse(answer.text)).id, 'default');
    };
    const views = await Promise.all(['T', 'LT', 'LTA'].map((profile) => outcome({ profile })));
    for (const view of views) {
      expect(view).toMatchObject({ status: 'Failed', errorCode: 'TIMESTAMP_AUTHORITY_UNAVAILABLE', contentUrl: null });
      expect(view.failedAt).not.toBeNull();
      expect(view.errorMessage).toMatch(/timestamp/i);
    }
    const page = await outcome({ visibleSignature: 'true', signaturePage: '99' });
    expect(page).toMatchObject({ status: 'Failed', errorCode: 'SIGNING_OPERATION_FAILED' });
    expect(page.errorMessage).toMatch(/page/i);
    const [failed] = views;
    for (const path of ['content', 'verification']) {
      expectProblem(await get(`/signatures/${failed?.id ?? ''}/${path}`, 'default'), 409, 'SIGNATURE_OUTPUT_NOT_FOUND');
    }
    expectProblem(await cancel(failed?.id ?? ''), 409, 'SIGNATURE_NOT_CANCELLABLE');
  });

  it("answers another tenant's id exactly like one that was never given", async () => {
    const unknown = randomUUID();
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/content'],
      ['GET', '/verification'],
      ['GET', '/audit-events'],
      ['POST', '/cancel'],
    ] as const) {
      const ask = async (id: string) => {
        const answer = await call(`${api}/signatures/${id}${path}`, { method, headers: { 'X-Tenant-Id': 'other' } });
        expectProblem(answer, 404, 'SIGNATURE_INPUT_NOT_FOUND');
        const headers = Object.fromEntries([...answer.headers].filter(([name]) => name !== 'date'));
        const text = answer.text.replaceAll(id, '<id>').replace(/"traceId":"[0-9a-f]{32}"/, '"traceId":"<trace>"');
        return { text, headers };
      };
      const foreign = await ask(signed.id);
      expect(foreign).toEqual(await ask(unknown));
      expect(foreign).toEqual(await ask('not-an-id'));
    }
    expect(await finished(signed.id, 'acme')).toEqual(signed);
  });

  it('needs a tenant that is one, on every route', async () => {
    for (const path of [
      `/signatures/${signed.id}`,
      `/signatures/${signed.id}/content`,
      `/signatures/${signed.id}/verification`,
      `/signatures/${signed.id}/audit-events`,
      '/signatures',
      '/jobs',
      '/audit-events',
      '/statistics',
      '/certificates',
      '/certificates/x',
      '/providers',
      '/providers/x/health',
      '/events',
      '/api-keys',
    ]) {
      expectProblem(await get(path, '../acme'), 400, 'SIGNATURE_REQUEST_INVALID');
    }
    expectProblem(await cancel(signed.id, 'a b'), 400, 'SIGNATURE_REQUEST_INVALID');
    const upload = await postForm(`${api}/verifications`, [], { 'X-Tenant-Id': 'a b' });
    expectProblem(upload, 400, 'SIGNATURE_REQUEST_INVALID');
  });

  it('makes one job of fifty parallel requests with one key', async () => {
    const key = { 'Idempotency-Key': 'parallel-1' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => postForm(`${api}/signatures`, createParts(pdf), key)),
    );
    const [first] = answers;
    expect(new Set(answers.map((answer) => `${String(answer.status)} ${answer.text}`)).size).toBe(1);
    expect(first?.status).toBe(202);
    const { id } = SignatureCreated.parse(JSON.parse(first?.text ?? ''));
    const done = await finished(id, 'default');
    expect(done.status).toBe('Completed');
    // Later, with other content and another provider that isn't there: still the original.
    const later = await postForm(
      `${api}/signatures`,
      createParts('other', { profile: 'T', signingProvider: 'Hsm' }),
      key,
    );
    expect({ status: later.status, text: later.text }).toEqual({ status: 202, text: first?.text });
    expect(await finished(id, 'default')).toEqual(done);
    const list = await client.list('limit=200');
    expect(list.items.filter((item) => item.createdAt === done.createdAt)).toHaveLength(1);
    // The key is the tenant's own.
    const foreign = await postForm(`${api}/signatures`, createParts(pdf), { ...key, 'X-Tenant-Id': 'other' });
    expect(SignatureCreated.parse(JSON.parse(foreign.text)).id).not.toBe(id);
  });

  it('does not use up a key on a request that was refused', async () => {
    const key = { 'Idempotency-Key': 'refused-first' };
    for (const fields of [{ format: 'WORD' }, { signingProvider: 'Hsm' }, { certificateThumbprint: 'A'.repeat(40) }]) {
      expect((await postForm(`${api}/signatures`, createParts(pdf, fields), key)).status).toBe(400);
    }
    const answer = await postForm(`${api}/signatures`, createParts(pdf), key);
    expect(answer.status).toBe(202);
    expect((await finished(SignatureCreated.parse(JSON.parse(answer.text)).id, 'default')).status).toBe('Completed');
  });
});

describe('cancelling', () => {
  const pdf = buildPdf({ pieces: onePage() });

  it('ends a request that waits, once, and a worker that comes later leaves it alone', async () => {
    const station = await startStation({ settings: { Roles: 'api,publisher,token-host' } });
    const client = createStationClient(station.url);
    try {
      const { id } = await client.create(pdf, {});
      const url = `${station.url}/api/v1/signatures/${id}`;
      for (const path of ['content', 'verification']) {
        expectProblem(await call(`${url}/${path}`), 409, 'SIGNATURE_OUTPUT_NOT_FOUND');
      }
      const answers = await Promise.all(Array.from({ length: 10 }, () => call(`${url}/cancel`, { method: 'POST' })));
      const [done, ...others] = answers.toSorted((a, b) => a.status - b.status);
      expect(done?.status).toBe(200);
      const view = SignatureView.strict().parse(JSON.parse(done?.text ?? ''));
      expect(view).toMatchObject({ id, status: 'Cancelled', completedAt: null, failedAt: null, errorCode: null });
      for (const other of others) expectProblem(other, 409, 'SIGNATURE_NOT_CANCELLABLE');
      const { items } = await client.auditEvents(id);
      expect(items.filter((event) => event.eventType === 'SignatureCancelled')).toHaveLength(1);
      await station.stop();
      const again = await startStation({ dataDirectory: station.dataDirectory });
      const next = createStationClient(again.url);
      const { id: second } = await next.create(pdf, {});
      expect((await next.finished(second)).status).toBe('Completed');
      expect((await next.status(id)).status).toBe('Cancelled');
      expectProblem(await call(`${again.url}/api/v1/signatures/${id}/content`), 409, 'SIGNATURE_OUTPUT_NOT_FOUND');
      await again.stop();
    } finally {
      await station.dispose();
    }
  });
});
