import { z } from 'zod';
import { ProblemDetails } from '../contract/http/problem-details.ts';
import { ERROR_CATALOGUE } from '../contract/vocabulary/error-catalogue.ts';
import type { Operation, ReplyDescription } from './operation.ts';

type Json = Readonly<Record<string, unknown>>;

const COMMON_HEADERS: readonly Json[] = [
  header('X-Tenant-Id', 'Tenant; the default tenant, or that of the API key, when it is left out'),
  header('X-Correlation-Id', 'Comes back in logs, audit and status answers'),
];
const IDEMPOTENCY_HEADER = header('Idempotency-Key', 'A repeat with the same key answers the original request');

/** The OpenAPI 3.1 document of the given operations; schemas are those that check requests and type the answers. */
export function openApiDocument(operations: readonly Operation[], version: string): Json {
  const schemas: Record<string, unknown> = { ProblemDetails: jsonSchema(ProblemDetails) };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    for (const reply of Object.values(operation.replies)) {
      if (reply.json !== undefined) schemas[reply.json.name] = jsonSchema(reply.json.schema);
    }
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method]: operationObject(operation) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Signing Station', version, description: 'Asynchronous digital signatures.' },
    paths,
    components: {
      schemas,
      securitySchemes: {
        ApiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
        Authorization: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`ApiKey <key>`' },
      },
    },
  };
}

function operationObject(operation: Operation): Json {
  const { body, permission } = operation;
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.tag],
    ...(permission === null ? {} : { security: [{}, { ApiKeyHeader: [] }, { Authorization: [] }] }),
    parameters: [
      ...parameters(operation.params, 'path'),
      ...parameters(operation.query, 'query'),
      ...(permission === null ? [] : COMMON_HEADERS),
      ...(operation.id === 'createSignature' ? [IDEMPOTENCY_HEADER] : []),
    ],
    ...(body === null
      ? {}
      : { requestBody: { required: true, content: { [body.mediaType]: { schema: withoutDialect(body.schema()) } } } }),
    responses: { ...successes(operation.replies), ...failures(operation) },
  };
}

function successes(replies: Operation['replies']): Json {
  const entries = Object.entries(replies).map(([status, reply]) => [status, replyObject(reply)] as const);
  return Object.fromEntries(entries);
}

function replyObject({ description, json, mediaType, alternative }: ReplyDescription): Json {
  if (json !== undefined) {
    const schema = { $ref: `#/components/schemas/${json.name}` };
    const others = alternative === undefined ? {} : { [alternative]: {} };
    return { description, content: { [mediaType ?? 'application/json']: { schema }, ...others } };
  }
  return mediaType === undefined ? { description } : { description, content: { [mediaType]: {} } };
}

/** One entry for each status; its description names the codes. */
function failures(operation: Operation): Json {
  const codes = new Map<number, string[]>();
  const add = (status: number, code: string): void => {
    codes.set(status, [...(codes.get(status) ?? []), code]);
  };
  for (const code of operation.errors) add(ERROR_CATALOGUE[code].status, code);
  if (operation.body !== null) add(413, 'SIGNATURE_REQUEST_INVALID');
  if (operation.permission !== null) {
    add(401, 'AUTHENTICATION_REQUIRED');
    add(403, 'PERMISSION_DENIED');
  }
  add(403, 'REQUEST_ORIGIN_FORBIDDEN');
  add(500, 'SIGNING_OPERATION_FAILED');
  const entries = [...codes].map(([status, names]) => [status, problemObject(names)] as const);
  return Object.fromEntries(entries);
}

function problemObject(codes: readonly string[]): Json {
  const schema = { $ref: '#/components/schemas/ProblemDetails' };
  return { description: codes.join(', '), content: { 'application/problem+json': { schema } } };
}

function parameters(schema: z.ZodObject, place: 'path' | 'query'): Json[] {
  const document = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const required = new Set(document.required ?? []);
  return Object.entries(document.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: property,
  }));
}

function header(name: string, description: string): Json {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } };
}

function jsonSchema(schema: z.ZodType): Json {
  return withoutDialect(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }));
}

function withoutDialect(schema: Json): Json {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$schema'));
}
