import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ERROR_CATALOGUE, ERROR_CODES } from '../contract/vocabulary/error-catalogue.ts';
import { createHttpApp } from './http-app.ts';
import { createForm, startTestStation, type TestStation } from './test-station.suite.ts';

const Document = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        parameters: z.array(z.object({ name: z.string(), in: z.string(), schema: z.record(z.string(), z.unknown()) })),
        requestBody: z
          .object({ content: z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) })) })
          .optional(),
        responses: z.record(
          z.string(),
          z.object({ description: z.string(), content: z.record(z.string(), z.unknown()).optional() }),
        ),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
});

let station: TestStation;
beforeEach(async () => {
  station = await startTestStation();
});
afterEach(() => station.stop());

async function fetchDocument(): Promise<z.infer<typeof Document>> {
  return Document.parse(await (await fetch(`${station.url}/openapi/v1.json`)).json());
}

describe('the OpenAPI document', () => {
  it('names every route of the specification with its statuses', async () => {
    const { paths } = await fetchDocument();
    const wanted: Record<string, string[]> = {
      'post /api/v1/signatures': ['202', '400', '413', '422'],
      'get /api/v1/signatures/{id}': ['200', '400', '404'],
      'get /api/v1/signatures/{id}/content': ['200', '400', '404', '409'],
      'get /api/v1/signatures/{id}/inputs/{number}': ['200', '400', '404'],
      'post /api/v1/signatures/{id}/cancel': ['200', '400', '404', '409'],
      'post /api/v1/signatures/{id}/retries': ['202', '400', '404', '409', '413', '422'],
      'post /api/v1/signatures/{id}/renewals': ['202', '400', '404', '409', '413'],
      'get /api/v1/signatures/{id}/renewals': ['200', '400', '404'],
      'get /api/v1/renewals/{id}': ['200', '400', '404'],
      'get /api/v1/renewals/{id}/content': ['200', '400', '404', '409'],
      'get /api/v1/renewals': ['200', '400'],
      'post /api/v1/renewals': ['202', '400', '413'],
      'get /api/v1/evidence': ['200', '400'],
      'post /api/v1/extensions': ['202', '400', '413', '503'],
      'get /api/v1/extensions': ['200', '400'],
      'get /api/v1/extensions/{id}': ['200', '400', '404'],
      'get /api/v1/extensions/{id}/content': ['200', '400', '404', '409'],
      'get /api/v1/signatures/{id}/verification': ['200', '400', '404', '409'],
      'post /api/v1/verifications': ['200', '400', '413'],
      'post /api/v1/inspections': ['200', '400', '413', '503'],
      'post /api/v1/reports': ['200', '400', '413', '503'],
      'post /api/v1/stamp-previews': ['200', '400', '413', '503'],
      'get /api/v1/certificates': ['200', '401', '403'],
      'get /api/v1/certificates/{id}': ['200', '401', '403', '404'],
      'get /api/v1/providers': ['200', '401', '403'],
      'get /api/v1/providers/{id}/health': ['200', '404'],
      'get /api/v1/stations': ['200', '401', '403'],
      'post /api/v1/timestamping/trials': ['200', '401', '403'],
      'get /api/v1/trust-anchors': ['200', '401', '403'],
      'get /api/v1/approvals': ['200', '401', '403'],
      'post /api/v1/approvals': ['200', '400', '403', '404', '409', '413'],
      'post /api/v1/approvals/refusals': ['200', '400', '403', '404', '413'],
      'get /api/v1/processes': ['200', '401', '403'],
      'post /api/v1/processes/{id}/starts': ['200', '401', '403', '404'],
      'get /health/ready': ['200', '503'],
    };
    for (const [route, statuses] of Object.entries(wanted)) {
      const [method = '', path = ''] = route.split(' ');
      expect(Object.keys(paths[path]?.[method]?.responses ?? {}), route).toEqual(expect.arrayContaining(statuses));
    }
  });

  it('refers to schemas that exist, and to nothing outside', async () => {
    const text = await (await fetch(`${station.url}/openapi/v1.json`)).text();
    const { components } = await fetchDocument();
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1] ?? '');
    expect(references.length).toBeGreaterThan(50);
    for (const name of references) expect(Object.keys(components.schemas)).toContain(name);
    expect(text.match(/"\$ref"/g)).toHaveLength(references.length);
    expect(text).not.toContain('"$schema"');
  });

  it('writes what may be null as a type, and refers to items of lists', async () => {
    const document = await fetchDocument();
    const { components } = document;
    const { SignatureView, SignatureList } = components.schemas;
    expect(SignatureView?.['properties']).toMatchObject({
      queuedAt: { type: ['string', 'null'], format: 'date-time' },
      packaging: { type: ['string', 'null'], enum: ['enveloped', 'enveloping', 'detached', 'encapsulated', null] },
      outputSize: { type: ['integer', 'null'] },
    });
    const [reference, ...others] = JSON.stringify(SignatureList).matchAll(/#\/components\/schemas\/\w+/g);
    expect([reference?.[0], others]).toEqual(['#/components/schemas/SignatureView', []]);
    // In what is sent, too: a generator makes a type of its own of either, which does not compile.
    for (const mark of ['{"type":"null"}', '"default":null']) expect(JSON.stringify(document)).not.toContain(mark);
    const { byFormat } = components.schemas['Statistics']?.['properties'] as { byFormat: { properties: object } };
    expect(Object.keys(byFormat.properties)).toContain('ASiC_E');
  });

  it('names no single value of a boolean, which generators for Java cannot write', async () => {
    expect(await (await fetch(`${station.url}/openapi/v1.json`)).text()).not.toMatch(/"(const":|enum":\[)(true|false)/);
  });

  it('asks for keys where the station does', async () => {
    const keys = [{ ApiKeyHeader: [] }, { Authorization: [] }];
    const needed = async (path: string, method: string) => {
      const text = await (await fetch(`${station.url}/openapi/v1.json`)).text();
      const { paths } = z
        .object({ paths: z.record(z.string(), z.record(z.string(), z.object({ security: z.array(z.unknown()) }))) })
        .parse(JSON.parse(text));
      return paths[path]?.[method]?.security;
    };
    expect(await needed('/api/v1/signatures', 'get')).toEqual([{}, ...keys]);
    expect(await needed('/api/v1/api-keys', 'post')).toEqual(keys);
    expect(await needed('/health', 'get')).toEqual([]);
    await station.stop();
    station = await startTestStation({ settings: ['--Authentication:Enabled=true'] });
    expect(await needed('/api/v1/signatures', 'get')).toEqual(keys);
    expect(await needed('/health', 'get')).toEqual([]);
  });

  it('tells the create form as it is checked', async () => {
    const { paths } = await fetchDocument();
    const content = paths['/api/v1/signatures']?.['post']?.requestBody?.content;
    const schema = content?.['multipart/form-data']?.schema;
    expect(schema).toMatchObject({
      required: ['file', 'format', 'profile', 'signingProvider'],
      properties: {
        format: { enum: ['PAdES', 'XAdES', 'CAdES', 'ASiC_S', 'ASiC_E'] },
        file: { type: 'array', allOf: [{ minItems: 1, maxItems: 20 }] },
      },
    });
    // Beside the type a limit makes a Go client that does not compile.
    expect(schema?.['properties']).not.toHaveProperty('file.maxItems');
    const parameters = paths['/api/v1/signatures']?.['post']?.parameters ?? [];
    expect(parameters.map(({ name }) => name)).toContain('Idempotency-Key');
  });

  it('says of answers without a schema of their own whether they are text or bytes', async () => {
    const { paths } = await fetchDocument();
    const content = (path: string): unknown => paths[path]?.['get']?.responses['200']?.content;
    const bytes = { schema: { type: 'string', format: 'binary' } };
    expect(content('/api/v1/signatures/{id}/content')).toMatchObject({ 'application/pdf': bytes });
    expect(content('/api/v1/batches/{id}/content')).toEqual({ 'application/zip': bytes });
    expect(content('/metrics')).toEqual({ 'text/plain': { schema: { type: 'string' } } });
  });

  it('describes the answers that are given', async () => {
    const { operations } = createHttpApp(station.dependencies);
    const created = await fetch(`${station.api}/signatures`, { method: 'POST', body: createForm() });
    const { id } = z.object({ id: z.string() }).parse(await created.clone().json());
    const calls: Record<string, () => Promise<Response> | Response> = {
      createSignature: () => created,
      getSignature: () => fetch(`${station.api}/signatures/${id}`),
      listSignatures: () => fetch(`${station.api}/signatures`),
      listJobs: () => fetch(`${station.api}/jobs`),
      listAuditEvents: () => fetch(`${station.api}/audit-events`),
      listSignatureAuditEvents: () => fetch(`${station.api}/signatures/${id}/audit-events`),
      readStatistics: () => fetch(`${station.api}/statistics`),
      cancelSignature: () => fetch(`${station.api}/signatures/${id}/cancel`, { method: 'POST' }),
      listProviders: () => fetch(`${station.api}/providers`),
      getProviderHealth: () => fetch(`${station.api}/providers/pfx/health`),
      getProviderDiagnosis: () => fetch(`${station.api}/providers/pfx/diagnosis`),
      listCertificates: () => fetch(`${station.api}/certificates`),
      getCertificate: () => fetch(`${station.api}/certificates/${'A'.repeat(40)}`),
      listApiKeys: () => fetch(`${station.api}/api-keys`),
      health: () => fetch(`${station.url}/health`),
      healthLive: () => fetch(`${station.url}/health/live`),
      healthReady: () => fetch(`${station.url}/health/ready`),
    };
    for (const [operationId, call] of Object.entries(calls)) {
      const response = await call();
      const reply = operations.find((operation) => operation.id === operationId)?.replies[response.status];
      expect(reply, `${operationId} ${response.status}`).toBeDefined();
      const body: unknown = await response.json();
      // Strict: an answer may hold nothing that its schema does not name.
      const schema = reply?.json?.schema;
      const strict = schema instanceof z.ZodObject ? schema.strict() : schema;
      expect(strict?.safeParse(body).error?.issues, operationId).toBeUndefined();
    }
  });

  it('gives every code the status of the catalogue', async () => {
    const { paths } = await fetchDocument();
    for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
      for (const [status, { description }] of Object.entries(operation.responses)) {
        for (const code of ERROR_CODES.filter((name) => description.split(', ').includes(name))) {
          const expected = Number(status) === 413 ? 413 : ERROR_CATALOGUE[code].status;
          expect(Number(status)).toBe(expected);
        }
      }
    }
  });

  it('is not served in Production', async () => {
    await station.stop();
    station = await startTestStation({ settings: ['--Environment=Production'] });
    expect((await fetch(`${station.url}/openapi/v1.json`)).status).toBe(404);
  });
});
