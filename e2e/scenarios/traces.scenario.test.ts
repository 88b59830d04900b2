import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeTestCa } from '../actors/ca/make-test-ca.ts';
import { startOtlpCollector, type CollectedSpan, type OtlpCollector } from '../actors/collector/otlp-collector.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { startTimestampAuthority } from '../actors/timestamps/timestamp-authority.ts';
import { onePage } from '../documents/pdf/one-page.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';

const PDF = buildPdf({ pieces: onePage() });
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CLIENT_SPAN = '00f067aa0ba902b7';
const HEADERS = { traceparent: `00-${TRACE_ID}-${CLIENT_SPAN}-01`, 'X-Correlation-Id': 'order-77' };

describe('following one request through all processes', () => {
  let station: RunningStation | undefined;
  let collector: OtlpCollector | undefined;
  afterEach(async () => {
    await station?.dispose();
    await collector?.close();
  });

  it('sends spans of request, hand-over and job, one below the other, to the collector', async () => {
    collector = await startOtlpCollector();
    station = await startStation({ settings: { 'Telemetry:OtlpEndpoint': collector.url } });
    const id = await create(station, PDF);
    const { spans } = collector;
    await expect.poll(() => named(spans, 'process')).toHaveLength(1);
    await expect.poll(() => named(spans, 'POST')).toHaveLength(1);
    const [request, publish, job] = ['POST', 'publish', 'process'].map((start) => named(spans, start)[0]);
    const jobId = await jobOf(station, id);
    expect(request).toMatchObject({
      name: 'POST /api/v1/signatures',
      traceId: TRACE_ID,
      parentSpanId: CLIENT_SPAN,
      isError: false,
      attributes: { 'http.response.status_code': 202, jobId, signatureId: id, correlationId: 'order-77' },
    });
    expect(publish).toMatchObject({
      name: 'publish esign.signature',
      traceId: TRACE_ID,
      parentSpanId: request?.spanId,
      attributes: { jobId, signatureId: id },
    });
    expect(job).toMatchObject({
      name: 'process esign.signature.worker',
      traceId: TRACE_ID,
      parentSpanId: publish?.spanId,
      attributes: { outcome: 'completed', jobId, signatureId: id, correlationId: 'order-77' },
    });
    const ids = { jobId, signatureId: id, correlationId: 'order-77' };
    for (const name of ['select key', 'prepare document', 'sign digest', 'embed signature']) {
      expect(named(spans, name), name).toMatchObject([
        { traceId: TRACE_ID, parentSpanId: job?.spanId, isError: false, attributes: { process: 'worker', ...ids } },
      ]);
    }
    const asked = named(spans, 'sign digest')[0];
    expect(named(spans, 'sign on device')).toMatchObject([
      { traceId: TRACE_ID, parentSpanId: asked?.spanId, isError: false, attributes: { process: 'token-host', ...ids } },
    ]);
  });

  it('sends spans of the steps of an extension, and of what it asks for below them', async () => {
    collector = await startOtlpCollector();
    const ca = makeTestCa(await mkdtemp(path.join(tmpdir(), 'traces-ca-')));
    const authority = await startTimestampAuthority(ca);
    try {
      const settings = { 'Telemetry:OtlpEndpoint': collector.url, 'Timestamping:Url': authority.url };
      station = await startStation({ settings });
      const client = createStationClient(station.url);
      const { id: signed } = await client.create(PDF, {});
      await client.finished(signed);
      const form = new FormData();
      form.set('format', 'PAdES');
      form.set('profile', 'T');
      form.set('file', new Blob([new Uint8Array(await client.content(signed))]), 'signed.pdf');
      const url = `${station.url}/api/v1/extensions`;
      const answer = await fetch(url, { method: 'POST', headers: HEADERS, body: form });
      expect([answer.status, await answer.text()]).toEqual([202, expect.stringContaining('"id"')]);
      const { spans } = collector;
      const ofExtension = (start: string) => named(spans, start).filter((span) => span.traceId === TRACE_ID);
      await expect.poll(() => ofExtension('process')).toHaveLength(1);
      const [job] = ofExtension('process');
      expect(job).toMatchObject({ isError: false, attributes: { outcome: 'completed' } });
      for (const name of ['verify input', 'add evidence', 'verify output']) {
        expect(ofExtension(name), name).toMatchObject([
          { parentSpanId: job?.spanId, attributes: { process: 'worker' } },
        ]);
      }
      const [adding] = ofExtension('add evidence');
      expect(ofExtension('ask for timestamp')).toMatchObject([{ parentSpanId: adding?.spanId, isError: false }]);
    } finally {
      await authority.close();
      await rm(ca.folder, { recursive: true, force: true });
    }
  });

  it('marks failed jobs, sends what is left when it stops, and no document data', async () => {
    collector = await startOtlpCollector();
    station = await startStation({ settings: { 'Telemetry:OtlpEndpoint': `${collector.url}/v1/traces` } });
    const id = await create(station, new TextEncoder().encode('%PDF-1.7 MARKER-IN-THE-DOCUMENT'), 'MARKER-NAME.pdf');
    expect((await createStationClient(station.url).finished(id)).status).toBe('Failed');
    await station.stop();
    expect(named(collector.spans, 'process')[0]).toMatchObject({
      isError: true,
      traceId: TRACE_ID,
      attributes: { outcome: 'failed', signatureId: id },
    });
    expect(collector.received()).not.toContain('MARKER');
  });

  it('keeps going, and says so, when there is no collector', async () => {
    station = await startStation({ settings: { 'Telemetry:OtlpEndpoint': 'http://127.0.0.1:9' } });
    const id = await create(station, PDF);
    expect((await createStationClient(station.url).finished(id)).status).toBe('Completed');
    expect(await station.stop()).toBe(0);
    expect(station.output()).toContain('The collector did not take the traces');
  });

  it('logs every line of a request and of its job with the same ids, also without a collector', async () => {
    station = await startStation({ settings: { 'Telemetry:LogLevel': 'debug' } });
    const running = station;
    const id = await create(running, PDF);
    await createStationClient(running.url).finished(id);
    const jobId = await jobOf(running, id);
    await expect.poll(() => linesOf(running, 'Job completed.')).toHaveLength(1);
    const ids = { traceId: TRACE_ID, correlationId: 'order-77', signatureId: id, jobId };
    expect(linesOf(running, 'Job completed.')[0]).toMatchObject(ids);
    const accepted = linesOf(running, 'A request was served.').find((line) => line['operation'] === 'createSignature');
    expect(accepted).toMatchObject(ids);
  });

  it('calls nothing a matter of the request that was the first to need it', async () => {
    station = await startStation({});
    const running = station;
    const id = await create(running, PDF);
    await createStationClient(running.url).finished(id);
    const worker = running.children().find(({ role }) => role === 'worker');
    if (worker === undefined) throw new Error('there is no worker');
    process.kill(worker.pid, 'SIGKILL');
    const ended = 'The worker process ended; it is restarted.';
    await expect.poll(() => linesOf(running, ended)).toHaveLength(1);
    for (const name of ['traceId', 'signatureId', 'jobId']) expect(linesOf(running, ended)[0]).not.toHaveProperty(name);
  });
});

async function create(station: RunningStation, document: Uint8Array, fileName = 'document.pdf'): Promise<string> {
  const form = new FormData();
  for (const [name, value] of [
    ['format', 'PAdES'],
    ['profile', 'B'],
    ['signingProvider', 'Pfx'],
  ] as const) {
    form.set(name, value);
  }
  form.set('file', new Blob([new Uint8Array(document)]), fileName);
  const answer = await fetch(`${station.url}/api/v1/signatures`, { method: 'POST', headers: HEADERS, body: form });
  const body: unknown = await answer.json();
  if (typeof body !== 'object' || body === null || !('id' in body)) throw new Error(JSON.stringify(body));
  return String(body.id);
}

async function jobOf(station: RunningStation, id: string): Promise<unknown> {
  const { items } = await createStationClient(station.url).auditEvents(id);
  return items.find((event) => event.eventType === 'JobQueued')?.metadata['jobId'];
}

function named(spans: readonly CollectedSpan[], start: string): CollectedSpan[] {
  return spans.filter((span) => span.name.startsWith(start));
}

function linesOf(station: RunningStation, message: string): Record<string, unknown>[] {
  return station
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['message'] === message);
}
