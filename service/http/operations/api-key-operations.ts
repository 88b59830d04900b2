import { z } from 'zod';
import { ApiKeyView, CreatedApiKey, NewApiKey } from '../../contract/http/api-keys.ts';
import { tell } from '../../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../domain/station-error.ts';
import type { ApiKeyRecord } from '../../domain/records.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../../use-cases/api-keys.ts';
import { timestamp } from '../../use-cases/signature-view.ts';
import { jsonBody } from '../json-body.ts';
import { operation, type Operation } from '../operation.ts';
import { IdParams } from './parameters.ts';

function unknownKey(): StationError {
  return new StationError('ROUTE_NOT_FOUND', tell('API_KEY_UNKNOWN'));
}

function apiKeyView(record: ApiKeyRecord): ApiKeyView {
  return {
    id: record.id,
    name: record.name,
    prefix: record.prefix,
    tenantId: record.tenantId,
    permissions: [...record.permissions],
    createdAt: record.createdAt.toISOString(),
    revokedAt: timestamp(record.revokedAt),
    approvalRule: record.approvalRule,
    lastUsedAt: timestamp(record.lastUsedAt),
  };
}

const list = operation({
  id: 'listApiKeys',
  method: 'get',
  path: '/api/v1/api-keys',
  tag: 'API keys',
  summary: "The tenant's keys, without their secrets",
  permission: 'Administer',
  replies: { 200: { description: 'All of them', json: { name: 'ApiKeyList', schema: z.array(ApiKeyView) } } },
  errors: ['SIGNATURE_REQUEST_INVALID'],
  handle: async ({ ports }, { caller }) => ({
    status: 200,
    body: (await listApiKeys(ports, caller)).map(apiKeyView),
  }),
});

const create = operation({
  id: 'createApiKey',
  method: 'post',
  path: '/api/v1/api-keys',
  tag: 'API keys',
  summary: "Make a key for the caller's tenant",
  permission: 'Administer',
  alwaysNeedsKey: true,
  body: jsonBody(NewApiKey),
  replies: { 201: { description: 'The key', json: { name: 'CreatedApiKey', schema: CreatedApiKey } } },
  errors: ['SIGNATURE_REQUEST_INVALID'],
  async handle({ ports }, { caller, body }) {
    const { record, key } = await createApiKey(ports, caller, body);
    return { status: 201, body: { ...apiKeyView(record), key } };
  },
});

const revoke = operation({
  id: 'revokeApiKey',
  method: 'delete',
  path: '/api/v1/api-keys/:id',
  tag: 'API keys',
  summary: 'Revoke a key at once',
  permission: 'Administer',
  alwaysNeedsKey: true,
  params: IdParams,
  onUnknownParams: unknownKey,
  replies: { 204: { description: 'Revoked' } },
  errors: ['SIGNATURE_REQUEST_INVALID', 'ROUTE_NOT_FOUND'],
  async handle({ ports }, { caller, params }) {
    if (!(await revokeApiKey(ports, caller, params.id))) throw unknownKey();
    return { status: 204 };
  },
});

export const API_KEY_OPERATIONS: readonly Operation[] = [list, create, revoke];
