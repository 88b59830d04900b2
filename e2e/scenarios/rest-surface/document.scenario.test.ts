import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { call, jsonOf, postForm, type Answer } from '../../actors/http/api-call.ts';
import { createParts } from '../../actors/http/multipart.ts';
import { makeApiKey } from '../../actors/station/command-line.ts';
import { startStation, type RunningStation } from '../../actors/station/running-station.ts';
import { createStationClient } from '../../actors/station/station-client.ts';
import { onePage } from '../../documents/pdf/one-page.ts';
import { buildPdf } from '../../documents/pdf/pdf-builder.ts';

const PACKAGE = path.join(import.meta.dirname, '../../../package.json');
const JsonSchema = z.record(z.string(), z.unknown());
const Content = z.record(z.string(), z.object({ schema: JsonSchema.optional() }));
const OperationObject = z.object({
  operationId: z.string(),
  parameters: z.array(z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']), schema: JsonSchema })),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: Content.optional() })),
});
const OpenApi = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ version: z.string() }),
  paths: z.record(z.string(), z.partialRecord(z.enum(['get', 'post', 'delete']), OperationObject)),
  components: z.object({ schemas: z.record(z.string(), JsonSchema) }),
});
type OpenApi = z.infer<typeof OpenApi>;

/** The document and the station must say the same (specification, sections 4 and 9). */
describe('the OpenAPI document', () => {
  const pdf = buildPdf({ pieces: onePage() });
  let station: RunningStation;
  let document: OpenApi;
  let id: string;
  const answers = new Map<string, Answer[]>();

  /** Calls an operation by the document's own path and keeps the answer. */
  async function ask(method: 'get' | 'post' | 'delete', template: string, value = '', init: RequestInit = {}) {
    const url = `${station.url}${template.replace(/\{id\}/, value)}`;
    keep(method, template, await call(url, { method: method.toUpperCase(), ...init }));
  }
  function keep(method: string, template: string, answer: Answer): void {
    const key = `${method} ${template.replace(/\?.*/, '')}`;
    answers.set(key, [...(answers.get(key) ?? []), answer]);
  }
  async function post(template: string, parts: Parameters<typeof postForm>[1], headers = {}): Promise<Answer> {
    const answer = await postForm(`${station.url}${template}`, parts, headers);
    keep('post', template, answer);
    return answer;
  }

  async function askOfMany(): Promise<void> {
    await ask('get', '/api/v1/reasons');
    const headers = { 'Content-Type': 'application/json' };
    for (const address of ['/api/v1/retries', '/api/v1/cancellations']) {
      await ask('post', address, '', { headers, body: '{"all":true}' });
      await ask('post', address, '', { headers, body: '{}' });
    }
  }

  beforeAll(async () => {
    station = await startStation({ settings: { Environment: 'Testing' } });
    const client = createStationClient(station.url);
    document = OpenApi.parse(jsonOf(await call(`${station.url}/openapi/v1.json`)));
    ({ id } = await client.create(pdf, {}));
    await client.finished(id);
    const signed = await client.content(id);
    const upload = (format: string, file: Uint8Array) => [
      { name: 'format', content: format },
      { name: 'file', content: file, fileName: 'signed.pdf' },
    ];
    await post('/api/v1/signatures', createParts(pdf));
    await post('/api/v1/signatures', createParts(pdf, { format: 'WORD' }));
    await post('/api/v1/verifications', upload('PAdES', signed));
    await post('/api/v1/verifications', upload('PAdES', Buffer.from('garbage')));
    await post('/api/v1/verifications', upload('ASiC_E', signed));
    const file = (content: Uint8Array) => [{ name: 'file', content, fileName: 'any.bin' }];
    await post('/api/v1/inspections', file(signed));
    await post('/api/v1/inspections', file(Buffer.from('plain text')));
    await post('/api/v1/inspections', []);
    await post('/api/v1/reports', [...file(signed), ...file(Buffer.from('plain text'))]);
    await post('/api/v1/reports', [{ name: 'language', content: 'it' }, ...file(signed)]);
    const place = { name: 'signatureRect', content: 'last,36,36,180,60' };
    await post('/api/v1/stamp-previews', [place, ...file(pdf)]);
    await post('/api/v1/stamp-previews', file(Buffer.from('garbage')));
    const extension = await post('/api/v1/extensions', [...upload('PAdES', signed), { name: 'profile', content: 'T' }]);
    await post('/api/v1/extensions', [...upload('PAdES', signed), { name: 'profile', content: 'B' }]);
    const { id: extensionId } = z.object({ id: z.string() }).parse(jsonOf(extension));
    for (const which of [extensionId, 'unknown']) {
      for (const result of ['', '/content', '/verification'])
        await ask('get', `/api/v1/extensions/{id}${result}`, which);
    }
    await ask('get', '/api/v1/extensions');
    const renewal = await call(`${station.url}/api/v1/signatures/${id}/renewals`, { method: 'POST' });
    keep('post', '/api/v1/signatures/{id}/renewals', renewal);
    await ask('post', '/api/v1/signatures/{id}/renewals', 'unknown');
    for (const which of [z.object({ id: z.string() }).parse(jsonOf(renewal)).id, 'unknown']) {
      for (const result of ['', '/content', '/verification']) await ask('get', `/api/v1/renewals/{id}${result}`, which);
    }
    for (const which of [id, 'unknown']) await ask('get', '/api/v1/signatures/{id}/renewals', which);
    await ask('get', '/api/v1/evidence?endsWithinDays=30');
    await ask('get', '/api/v1/evidence?endsWithinDays=x');
    const soon = { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ endsWithinDays: 30 }) };
    await ask('get', '/api/v1/renewals');
    await ask('get', '/api/v1/renewals?limit=x');
    await ask('post', '/api/v1/renewals', '', soon);
    await ask('post', '/api/v1/renewals', '', { ...soon, body: '{}' });
    await askOfMany();
    await ask('post', '/api/v1/timestamping/trials');
    await ask('get', '/api/v1/trust-anchors');
    await ask('get', '/api/v1/settings');
    await ask('get', '/api/v1/levels');
    await ask('get', '/api/v1/processes');
    for (const name of ['worker', 'unknown']) await ask('post', '/api/v1/processes/{id}/starts', name);
    const foreign = { headers: { 'Sec-Fetch-Site': 'cross-site' } };
    for (const path of ['', '/content', '/verification', '/audit-events']) {
      await ask('get', `/api/v1/signatures/{id}${path}`, id);
      await ask('get', `/api/v1/signatures/{id}${path}`, 'unknown');
      await ask('get', `/api/v1/signatures/{id}${path}`, id, foreign);
    }
    keep(
      'get',
      '/api/v1/signatures/{id}/inputs/{number}',
      await call(`${station.url}/api/v1/signatures/${id}/inputs/1`),
    );
    keep(
      'get',
      '/api/v1/signatures/{id}/inputs/{number}',
      await call(`${station.url}/api/v1/signatures/${id}/inputs/2`),
    );
    await ask('get', '/api/v1/signatures/{id}/content', id, { headers: { Range: 'bytes=0-9' } });
    await ask('get', '/api/v1/signatures/{id}/content', id, { headers: { Range: 'bytes=99999999-' } });
    await ask('get', '/api/v1/signatures/{id}/content', id, { headers: { 'If-None-Match': '*' } });
    for (const which of [id, 'unknown']) await ask('post', '/api/v1/signatures/{id}/retries', which);
    await ask('post', '/api/v1/signatures/{id}/cancel', id);
    await ask('post', '/api/v1/signatures/{id}/cancel', 'unknown');
    for (const list of ['signatures', 'jobs', 'audit-events']) {
      await ask('get', `/api/v1/${list}?limit=2`);
      await ask('get', `/api/v1/${list}?limit=x`);
    }
    for (const path of ['statistics', 'certificates', 'providers', 'stations', 'api-keys'])
      await ask('get', `/api/v1/${path}`);
    const [certificate] = await client.listedCertificates();
    await ask('get', '/api/v1/certificates/{id}', certificate?.thumbprint);
    await ask('get', '/api/v1/certificates/{id}', 'unknown');
    await ask('get', '/api/v1/providers/{id}/health', certificate?.providerId);
    await ask('get', '/api/v1/providers/{id}/health', 'unknown');
    await ask('post', '/api/v1/providers/{id}/login-permits', 'unknown');
    await ask('get', '/api/v1/providers/{id}/diagnosis', certificate?.providerId);
    await ask('get', '/api/v1/providers/{id}/diagnosis', certificate?.providerId, {
      headers: { Accept: 'text/plain' },
    });
    await ask('get', '/api/v1/providers/{id}/diagnosis', 'unknown');
    const members = { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ signatureIds: [id] }) };
    const batch = await call(`${station.url}/api/v1/batches`, { method: 'POST', ...members });
    keep('post', '/api/v1/batches', batch);
    await ask('post', '/api/v1/batches', '', { ...members, body: '{}' });
    for (const which of [z.object({ id: z.string() }).parse(jsonOf(batch)).id, 'unknown']) {
      await ask('get', '/api/v1/batches/{id}', which);
      await ask('get', '/api/v1/batches/{id}/content', which);
      await ask('post', '/api/v1/batches/{id}/cancel', which);
    }
    const desk = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };
    await ask('get', '/api/v1/approvals', '', { headers: desk });
    await ask('get', '/api/v1/approvals/{id}/documents', id, { headers: desk });
    await ask('get', '/api/v1/approvals/{id}/documents', 'unknown', { headers: desk });
    for (const [place, wanted] of [
      ['', { documents: [{ id, shown: [] }] }],
      ['/refusals', { ids: [id] }],
    ] as const) {
      await ask('post', `/api/v1/approvals${place}`, '', { headers: desk, body: JSON.stringify(wanted) });
      await ask('post', `/api/v1/approvals${place}`, '', { headers: desk, body: '{}' });
      await ask('post', `/api/v1/approvals${place}`, '', { ...members, body: JSON.stringify(wanted) });
    }
    for (const format of ['csv', 'json']) await ask('get', `/api/v1/audit-events/export?format=${format}`);
    const administer = ['--name', 'first', '--permissions', 'Administer'];
    const { key } = await makeApiKey(station.dataDirectory, ...administer);
    const json = { 'Content-Type': 'application/json', 'X-Api-Key': key };
    await ask('post', '/api/v1/api-keys', '', { headers: { 'Content-Type': 'application/json' }, body: '{}' });
    const body = JSON.stringify({ name: 'clerk', permissions: ['SignaturesRead'] });
    await ask('post', '/api/v1/api-keys', '', { headers: json, body });
    await ask('post', '/api/v1/api-keys', '', { headers: json, body: '{}' });
    const keys = z.array(z.object({ id: z.string() })).parse(jsonOf(await call(`${station.url}/api/v1/api-keys`)));
    await ask('delete', '/api/v1/api-keys/{id}', keys.at(-1)?.id, { headers: json });
    await ask('delete', '/api/v1/api-keys/{id}', 'unknown', { headers: json });
    await ask('post', '/api/v1/providers/{id}/login-permits', 'unknown', { headers: json });
    for (const path of ['/health', '/health/live', '/health/ready', '/metrics']) await ask('get', path);
    await ask('get', '/api/v1/events', '', { method: 'HEAD' });
  });
  afterAll(() => station.dispose());

  it('lists the processes that run', () => {
    const listed = answers.get('get /api/v1/processes') ?? [];
    const List = z.array(z.object({ id: z.string(), state: z.string(), pid: z.int().nullable() }));
    const processes = listed.flatMap((answer) => List.parse(jsonOf(answer)));
    const running = processes.filter(({ state, pid }) => state === 'running' && pid !== null).map(({ id }) => id);
    expect(running.some((id) => id.startsWith('token-host:'))).toBe(true);
    expect(processes.map(({ id }) => id)).toEqual(expect.arrayContaining(['worker', 'verifier']));
  });

  it('bears the version of the product', async () => {
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(await readFile(PACKAGE, 'utf8')));
    expect(document.info.version).toBe(version);
  });

  it('names every route of the specification', () => {
    for (const [method, path] of [
      ['post', '/signatures'],
      ['get', '/signatures/{id}'],
      ['get', '/signatures/{id}/content'],
      ['post', '/signatures/{id}/cancel'],
      ['get', '/signatures/{id}/verification'],
      ['post', '/verifications'],
      ['get', '/certificates'],
      ['get', '/certificates/{id}'],
      ['get', '/providers'],
      ['get', '/providers/{id}/health'],
    ] as const) {
      expect(document.paths[`/api/v1${path}`]?.[method]?.operationId, path).toBeDefined();
    }
  });

  it('gives every answer that was received the status, the media type and the schema that it has', () => {
    for (const [key, received] of answers) {
      const [method, path] = key.split(' ') as ['get' | 'post' | 'delete', string];
      const responses = document.paths[path]?.[method]?.responses;
      expect(responses, key).toBeDefined();
      for (const answer of received) {
        const described = responses?.[String(answer.status)];
        expect(described, `${key} answered ${String(answer.status)}`).toBeDefined();
        const type = answer.headers.get('content-type')?.replace(/;.*/, '');
        const isOutput = path === '/api/v1/signatures/{id}/content' && answer.status < 300;
        const content = described?.content?.[isOutput ? 'application/octet-stream' : (type ?? '')];
        expect(content !== undefined || type === undefined, `${key} ${String(answer.status)} ${String(type)}`).toBe(
          true,
        );
        // Bytes of a document have a schema that says no more than that.
        if (content?.schema === undefined || type?.endsWith('json') !== true) continue;
        const schema = z.fromJSONSchema(JsonSchema.parse(inPlace(document, content.schema)));
        const checked = schema.safeParse(JSON.parse(answer.text));
        expect(checked.error?.issues ?? [], `${key} ${String(answer.status)}`).toEqual([]);
      }
    }
  });

  it('was asked for every operation that it describes', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect([...answers.keys()].toSorted()).toEqual(described.toSorted());
  });

  it('describes the fields and headers that requests may carry', () => {
    const create = document.paths['/api/v1/signatures']?.post;
    const form = z
      .object({ properties: z.record(z.string(), JsonSchema), required: z.array(z.string()) })
      .parse(create?.requestBody?.content['multipart/form-data']?.schema);
    expect(form.required.toSorted()).toEqual(['file', 'format', 'profile', 'signingProvider']);
    for (const field of [
      'certificateThumbprint',
      'visibleSignature',
      'signatureNote',
      'signaturePage',
      'signatureImage',
      'signatureField',
      'certification',
    ]) {
      expect(form.properties).toHaveProperty(field);
    }
    const headers = create?.parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
    expect(headers?.toSorted()).toEqual(['Idempotency-Key', 'X-Correlation-Id', 'X-Tenant-Id']);
  });

  it('is not there in Production', async () => {
    const production = await startStation({ settings: { Environment: 'Production' } });
    try {
      expect((await call(`${production.url}/openapi/v1.json`)).status).toBe(404);
    } finally {
      await production.dispose();
    }
  });
});

/** A schema with every reference replaced by what it names; none of ours holds itself. */
function inPlace(document: OpenApi, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => inPlace(document, item));
  if (typeof schema !== 'object' || schema === null) return schema;
  if (!('$ref' in schema)) {
    return Object.fromEntries(Object.entries(schema).map(([name, child]) => [name, inPlace(document, child)]));
  }
  const name = z.string().parse(schema.$ref).replace('#/components/schemas/', '');
  const found = document.components.schemas[name];
  if (found === undefined) throw new Error(`The document has no schema ${name}.`);
  return inPlace(document, found);
}
