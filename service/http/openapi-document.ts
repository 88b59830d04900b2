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

/** What a document says beside the operations. */
export interface DocumentFacts {
  /** Of the product. */
  readonly version: string;
  /** `Authentication:Enabled`: whether the operations ask for a key. */
  readonly needsKeys: boolean;
}

/** The OpenAPI 3.1 document of the given operations; schemas are those that check requests and type the answers. */
export function openApiDocument(operations: readonly Operation[], { version, needsKeys }: DocumentFacts): Json {
  const schemas = namedSchemas(operations);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method]: operationObject(operation, needsKeys) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Signing Station',
      version,
      description: 'Asynchronous digital signatures.',
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
    },
    // Where the document itself was fetched from.
    servers: [{ url: '/' }],
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

function operationObject(operation: Operation, needsKeys: boolean): Json {
  const { body, permission } = operation;
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.tag],
    security: security(operation, needsKeys),
    parameters: [
      ...parameters(operation.params, 'path'),
      ...parameters(operation.query, 'query'),
      ...(permission === null ? [] : COMMON_HEADERS),
      ...(operation.id === 'createSignature' ? [IDEMPOTENCY_HEADER] : []),
    ],
    ...(body === null
      ? {}
      : {
          requestBody: {
            required: body.isOptional !== true,
            content: { [body.mediaType]: { schema: tidied(body.schema()) } },
          },
        }),
    responses: { ...successes(operation.replies), ...failures(operation) },
  };
}

/** One of the alternatives has to be met; the empty one is met by everyone. */
function security({ permission, alwaysNeedsKey }: Operation, needsKeys: boolean): Json[] {
  if (permission === null) return [];
  const keys = [{ ApiKeyHeader: [] }, { Authorization: [] }];
  return needsKeys || alwaysNeedsKey === true ? keys : [{}, ...keys];
}

/** The schemas of all answers by name; where one holds another, it refers to it. */
function namedSchemas(operations: readonly Operation[]): Record<string, unknown> {
  const registry = z.registry<{ id: string }>();
  registry.add(ProblemDetails, { id: 'ProblemDetails' });
  for (const { replies } of operations) {
    for (const { json } of Object.values(replies)) {
      if (json !== undefined && !registry.has(json.schema)) registry.add(json.schema, { id: json.name });
    }
  }
  const uri = (id: string): string => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(registry, { uri, io: 'output', unrepresentable: 'any' });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, tidied(schema)]));
}

/**
 * Without marks of its own dialect, with `type: [string, null]` for what may be null and no default of null: generators of
 * clients read that, and make programs that do not compile of the others.
 */
function tidied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidied);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([name, child]) => name !== '$schema' && name !== '$id' && !(name === 'default' && child === null),
  );
  const result = Object.fromEntries(entries.map(([name, child]) => [name, tidied(child)]));
  if (isObject(result['propertyNames'])) return withNamedProperties(result);
  const { anyOf, ...rest } = result;
  const [schema, nothing, ...more]: unknown[] = Array.isArray(anyOf) ? (anyOf as unknown[]) : [];
  if (!isObject(schema) || !isObject(nothing) || more.length > 0) return result;
  if (nothing['type'] !== 'null' || typeof schema['type'] !== 'string') return result;
  const options = Array.isArray(schema['enum']) ? { enum: [...(schema['enum'] as unknown[]), null] } : {};
  return { ...rest, ...schema, ...options, type: [schema['type'], 'null'] };
}

/** An object with one value for each of a list of names, written as its properties. */
function withNamedProperties({
  propertyNames,
  additionalProperties,
  ...rest
}: Readonly<Record<string, unknown>>): Json {
  const names = isObject(propertyNames) && Array.isArray(propertyNames['enum']) ? propertyNames['enum'] : undefined;
  if (names === undefined) return { ...rest, additionalProperties };
  const properties = Object.fromEntries(names.map((name) => [String(name), additionalProperties]));
  return { ...rest, properties, additionalProperties: false };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function successes(replies: Operation['replies']): Json {
  const entries = Object.entries(replies).map(([status, reply]) => [status, replyObject(reply)] as const);
  return Object.fromEntries(entries);
}

function replyObject({ description, json, mediaType, mediaTypes, alternative }: ReplyDescription): Json {
  if (json !== undefined) {
    const schema = { $ref: `#/components/schemas/${json.name}` };
    const others = alternative === undefined ? {} : { [alternative]: bodyOf(alternative) };
    return { description, content: { [mediaType ?? 'application/json']: { schema }, ...others } };
  }
  const types = [...(mediaTypes ?? []), ...(mediaType === undefined ? [] : [mediaType])];
  if (types.length === 0) return { description };
  return { description, content: Object.fromEntries(types.map((type) => [type, bodyOf(type)])) };
}

/** What is not described by a schema of ours is text or bytes: without a word on that, generated clients throw it away. */
function bodyOf(type: string): Json {
  if (type === 'application/json') return {};
  return { schema: type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' } };
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
