import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HealthReport } from '../../../service/contract/http/health.ts';
import { CertificateDescriptor, ProviderHealth, ProviderItem } from '../../../service/contract/http/providers.ts';
import {
  AuditEventList,
  JobList,
  SignatureCreated,
  SignatureList,
  StateChange,
  Statistics,
} from '../../../service/contract/http/signatures.ts';
import { call, expectProblem, jsonOf, postForm } from '../../actors/http/api-call.ts';
import { createParts } from '../../actors/http/multipart.ts';
import { startStation, type RunningStation } from '../../actors/station/running-station.ts';
import { createStationClient, type StationClient } from '../../actors/station/station-client.ts';
import { onePage } from '../../documents/pdf/one-page.ts';
import { buildPdf } from '../../documents/pdf/pdf-builder.ts';

/** Everything that is read: lists, figures, events, certificates, providers, health, content. */
describe('reading from the station', () => {
  const pdf = buildPdf({ pieces: onePage() });
  let station: RunningStation;
  let client: StationClient;
  let api: string;
  const ids: string[] = [];

  beforeAll(async () => {
    station = await startStation();
    client = createStationClient(station.url);
    api = `${station.url}/api/v1`;
    for (const [index, profile] of ['B', 'B', 'T', 'B', 'T'].entries()) {
      const { id } = await client.create(pdf, { profile, fileName: `invoice-${String(index)}.pdf` });
      ids.push(id);
      await client.finished(id);
    }
    const foreign = await postForm(`${api}/signatures`, createParts(pdf), { 'X-Tenant-Id': 'other' });
    expect(foreign.status).toBe(202);
  });
  afterAll(() => station.dispose());

  const json = async (path: string): Promise<unknown> => {
    const answer = await call(`${api}${path}`);
    expect({ path, status: answer.status, text: answer.text.slice(0, 200) }).toMatchObject({ status: 200 });
    return jsonOf(answer);
  };
  const found = async (query: string): Promise<string[]> =>
    SignatureList.strict()
      .parse(await json(`/signatures?${query}`))
      .items.map((item) => item.id);

  it('lists newest first, without other tenants', async () => {
    expect(await found('')).toEqual(ids.toReversed());
  });

  it('filters', async () => {
    const [a, b, c, d, e] = ids;
    expect(await found('status=Failed')).toEqual([e, c]);
    expect(await found('status=Completed')).toEqual([d, b, a]);
    expect(await found('profile=T&status=Completed')).toEqual([]);
    expect(await found('format=PAdES&signingProvider=Pfx')).toHaveLength(5);
    expect(await found('format=XAdES')).toEqual([]);
    expect(await found('text=invoice-3')).toEqual([d]);
    expect(await found('text=%25')).toEqual([]);
    expect(await found('createdFrom=2100-01-01T00:00:00Z')).toEqual([]);
    expect(await found('createdBefore=2100-01-01T00:00:00%2B01:00')).toHaveLength(5);
  });

  it('pages through to the end without repeating or leaving out', async () => {
    for (const list of ['/signatures?limit=2', '/jobs?limit=2', '/audit-events?limit=7']) {
      const seen: string[] = [];
      let cursor: string | null = '';
      const Page = z.object({ items: z.array(z.object({ id: z.string() })), nextCursor: z.string().nullable() });
      while (cursor !== null) {
        const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const page = Page.parse(await json(`${list}${after}`));
        seen.push(...page.items.map((item) => item.id));
        cursor = page.nextCursor;
      }
      const whole = Page.parse(await json(list.replace(/\d+$/, '200')));
      expect(seen).toEqual(whole.items.map((item) => item.id));
      expect(new Set(seen).size).toBe(seen.length);
    }
  });

  it.each([
    'limit=0',
    'limit=201',
    'limit=-1',
    'limit=1e2',
    'limit=2&limit=3',
    'cursor=none-of-ours',
    'cursor=%00',
    'cursor=',
    'status=completed',
    'status=Completed,Failed',
    'status=Completed&status=completed',
    'createdFrom=yesterday',
    'createdFrom=2026-01-01',
    'text=',
    'text=%00',
    'sort=name',
    '__proto__=x',
    'status[$ne]=x',
  ])('answers 400 to the query %s', async (query) => {
    for (const list of ['signatures', 'jobs', 'audit-events']) {
      expectProblem(await call(`${api}/${list}?${query}`), 400, 'SIGNATURE_REQUEST_INVALID');
    }
  });

  it('lists jobs and audit events', async () => {
    const jobs = JobList.strict().parse(await json('/jobs?status=Failed'));
    expect(jobs.items.map((job) => job.signatureId)).toEqual([ids[4], ids[2]]);
    expect(jobs.items[0]).toMatchObject({ status: 'Failed', signatureStatus: 'Failed', lockedUntil: null });
    const events = AuditEventList.strict().parse(await json('/audit-events?eventType=SigningFailed'));
    expect(events.items.map((event) => event.entityId)).toEqual([ids[4], ids[2]]);
    expect(new Set(events.items.map((event) => event.tenantId))).toEqual(new Set(['default']));
  });

  it('counts for the dashboard', async () => {
    const statistics = Statistics.strict().parse(await json('/statistics'));
    expect(statistics).toMatchObject({ total: 5, completedLastHour: 3, failedLastHour: 2, oldestQueuedAt: null });
    expect(statistics.byStatus).toMatchObject({ Completed: 3, Failed: 2, Cancelled: 0 });
    expect(statistics.byFormat).toMatchObject({ PAdES: 5, XAdES: 0 });
    expect(statistics.medianDurationMilliseconds).toBeGreaterThan(0);
  });

  it("streams the tenant's state changes and nobody else's", async () => {
    const stop = new AbortController();
    const stream = await fetch(`${api}/events`, { signal: stop.signal });
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const foreign = await postForm(`${api}/signatures`, createParts(pdf), { 'X-Tenant-Id': 'other' });
    const { id: foreignId } = SignatureCreated.parse(JSON.parse(foreign.text));
    const { id } = await client.create(pdf, {});
    let text = '';
    const decoder = new TextDecoder();
    const body: ReadableStream<Uint8Array> | null = stream.body;
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.includes('"Completed"')) break;
    }
    stop.abort();
    const changes = [...text.matchAll(/^event: signature\ndata: (.*)$/gm)].map((match) =>
      StateChange.strict().parse(JSON.parse(match[1] ?? '')),
    );
    expect(changes.filter((change) => change.signatureId === id).map((change) => change.status)).toEqual([
      'Queued',
      'Processing',
      'Completed',
    ]);
    expect(text).not.toContain(foreignId);
  });

  it('shows providers and their health without secrets', async () => {
    const providers = z.array(ProviderItem.strict()).parse(await json('/providers'));
    const [provider] = providers;
    expect(provider).toMatchObject({ type: 'Pfx', status: 'Healthy', isDemo: true });
    const health = ProviderHealth.strict().parse(await json(`/providers/${provider?.id ?? ''}/health`));
    expect(health).toMatchObject({ providerId: provider?.id, status: 'Healthy' });
    for (const id of ['none', '..%2F..', '%00', 'x'.repeat(300), 'ž']) {
      expectProblem(await call(`${api}/providers/${id}/health`), 404, 'PROVIDER_NOT_FOUND');
    }
    expect(JSON.stringify(providers)).not.toMatch(/pin|password|secret|\.pfx|\.p12/i);
  });

  it('shows certificates by list, id and either thumbprint', async () => {
    const text = JSON.stringify(await json('/certificates'));
    expect(text).not.toMatch(/private|BEGIN|password|\.pfx/i);
    const [certificate] = z.array(CertificateDescriptor.strict()).parse(JSON.parse(text));
    expect(certificate).toMatchObject({ canSign: true, isDemo: true, providerType: 'Pfx' });
    const { id = '', thumbprint = '', sha256Thumbprint = '' } = certificate ?? {};
    for (const name of [id, thumbprint, thumbprint.toLowerCase(), sha256Thumbprint]) {
      expect(await json(`/certificates/${name}`)).toEqual(certificate);
    }
    for (const name of ['none', '0'.repeat(40), '%00', '..%2F']) {
      expectProblem(await call(`${api}/certificates/${name}`), 404, 'CERTIFICATE_NOT_FOUND');
    }
  });

  it('tells its health outside the versioned path', async () => {
    for (const path of ['/health', '/health/live', '/health/ready']) {
      const answer = await call(`${station.url}${path}`);
      expect(answer.status).toBe(200);
      expect(HealthReport.strict().parse(jsonOf(answer)).status).toBe('Healthy');
      expectProblem(await call(`${station.url}${path}`, { method: 'POST' }), 405, 'METHOD_NOT_ALLOWED');
      expectProblem(await call(`${api}${path}`), 404, 'ROUTE_NOT_FOUND');
    }
  });

  it('sends the output whole, in part and not at all, as RFC 9110 has it', async () => {
    const url = `${api}/signatures/${ids[0] ?? ''}/content`;
    const whole = await client.content(ids[0] ?? '');
    expect(whole.subarray(0, pdf.length).equals(pdf)).toBe(true);
    const first = await fetch(url);
    await first.arrayBuffer();
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toBe(`"${createHash('sha256').update(whole).digest('hex')}"`);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(whole.length),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    });
    const size = whole.length;
    const part = async (headers: Record<string, string>) => {
      const answer = await fetch(url, { headers });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return { status: answer.status, range: answer.headers.get('content-range'), bytes };
    };
    const ranges: [string, number, number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=5-9', 5, 9],
      [`bytes=${String(size - 3)}-`, size - 3, size - 1],
      ['bytes=-4', size - 4, size - 1],
      ['bytes=0-999999999', 0, size - 1],
    ];
    for (const [Range, start, end] of ranges) {
      const answer = await part({ Range });
      expect(answer).toMatchObject({ status: 206, range: `bytes ${String(start)}-${String(end)}/${String(size)}` });
      expect(answer.bytes.equals(whole.subarray(start, end + 1))).toBe(true);
    }
    expect(await part({ Range: `bytes=${String(size)}-` })).toMatchObject({
      status: 416,
      range: `bytes */${String(size)}`,
    });
    for (const Range of ['bytes=5-1', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,4-5']) {
      expect((await part({ Range })).bytes.equals(whole)).toBe(true);
    }
    expect(await part({ Range: 'bytes=0-0', 'If-Range': etag })).toMatchObject({ status: 206 });
    expect(await part({ Range: 'bytes=0-0', 'If-Range': '"other"' })).toMatchObject({ status: 200 });
    for (const match of [etag, `W/${etag}`, '*', `"a", ${etag}`]) {
      expect(await part({ 'If-None-Match': match })).toMatchObject({ status: 304, bytes: Buffer.alloc(0) });
    }
    expect((await call(url, { method: 'HEAD' })).headers.get('content-length')).toBe(String(size));
  });
});
