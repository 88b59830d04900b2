import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApprovalRule } from '../contract/vocabulary/approval-rules.ts';
import type { Permission } from '../contract/vocabulary/permissions.ts';
import { TENANT_ID } from '../contract/vocabulary/tenant-id.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../domain/station-error.ts';
import type { ApiKeyRecord } from '../domain/records.ts';
import { currentContext } from '../telemetry/trace-context.ts';
import { authenticateApiKey } from '../use-cases/api-keys.ts';
import { ANONYMOUS, type Caller } from '../use-cases/ports.ts';
import { isOwnPage } from './desk.ts';
import type { HttpStation } from './http-station.ts';
import type { Operation } from './operation.ts';
import type { RequestFacts } from './request-facts.ts';

const CORRELATION_ID = /^[\x21-\x7E]{1,128}$/;
const KEY_ACTOR = 'api-key:';
const IDEMPOTENCY_KEY = /^[\x21-\x7E]{1,255}$/;

/**
 * Who calls, in which tenant. Throws AUTHENTICATION_REQUIRED, PERMISSION_DENIED, or SIGNATURE_REQUEST_INVALID for a
 * header that is malformed or repeated.
 */
export async function identifyCaller(
  station: HttpStation,
  facts: RequestFacts,
  { permission, alwaysNeedsKey }: Pick<Operation, 'permission' | 'alwaysNeedsKey'>,
  peer: string,
): Promise<Caller> {
  const { Authentication, Signatures } = station.configuration;
  const needsKey = permission !== null && (Authentication.Enabled || alwaysNeedsKey === true);
  const key = needsKey ? await requireKey(station, facts, peer) : undefined;
  const headerTenant = single(facts, 'x-tenant-id', TENANT_ID);
  const correlationId = single(facts, 'x-correlation-id', CORRELATION_ID);
  if (key !== undefined) checkKey(key, headerTenant, permission);
  const context = currentContext();
  if (context !== undefined) context.correlationId = correlationId;
  return {
    tenantId: key?.tenantId ?? headerTenant ?? Signatures.DefaultTenantId,
    actor: key === undefined ? ANONYMOUS : KEY_ACTOR + key.prefix,
    correlationId,
    approvalRule: ruleOf(station, facts, key),
  };
}

/** A key has its rule wherever it is used; without one, what a person sends from a page of the station is agreed to. */
function ruleOf({ configuration }: HttpStation, facts: RequestFacts, key: ApiKeyRecord | undefined): ApprovalRule {
  const { Rule } = configuration.Approvals;
  if (key !== undefined) return key.approvalRule ?? Rule;
  return isOwnPage(facts) ? 'Never' : Rule;
}

function checkKey(key: ApiKeyRecord, headerTenant: string | null, permission: Permission | null): void {
  if (headerTenant !== null && headerTenant !== key.tenantId) {
    throw new StationError('PERMISSION_DENIED', tell('API_KEY_OF_OTHER_TENANT'));
  }
  if (permission !== null && !key.permissions.includes(permission)) {
    throw new StationError('PERMISSION_DENIED', tell('API_KEY_WITHOUT_PERMISSION', { permission }));
  }
}

/** Tells clients apart for what they share: by their key, or by their address where nobody shows one. */
export function clientOf(station: HttpStation, request: IncomingMessage, caller: Caller): string {
  return caller.actor === ANONYMOUS ? station.proxies.clientAddress(request) : caller.actor;
}

/** The key in force that the caller showed has been revoked since. */
export async function isRevoked({ ports }: HttpStation, { actor }: Caller): Promise<boolean> {
  if (!actor.startsWith(KEY_ACTOR)) return false;
  const key = await ports.persistence.findApiKeyByPrefix(actor.slice(KEY_ACTOR.length));
  return key?.revokedAt !== null;
}

/** The Idempotency-Key header, or null. Throws SIGNATURE_REQUEST_INVALID when it is malformed or repeated. */
export function idempotencyKeyOf(facts: RequestFacts): string | null {
  return single(facts, 'idempotency-key', IDEMPOTENCY_KEY);
}

type SingleHeader = 'x-tenant-id' | 'x-correlation-id' | 'idempotency-key';

function single(facts: RequestFacts, header: SingleHeader, format: RegExp): string | null {
  const [value, ...more] = facts.all(header);
  if (value === undefined) return null;
  if (more.length > 0) throw new StationError('SIGNATURE_REQUEST_INVALID', `The header ${header} was sent twice.`);
  if (!format.test(value)) throw new StationError('SIGNATURE_REQUEST_INVALID', `The header ${header} is malformed.`);
  return value;
}

async function requireKey(station: HttpStation, facts: RequestFacts, peer: string): Promise<ApiKeyRecord> {
  const text = keyText(facts);
  const key = text === null ? undefined : await authenticateApiKey(station.ports, text);
  if (key !== undefined) {
    station.apiKeyUses.note(key);
    return key;
  }
  await slowDown(station, peer);
  throw new StationError('AUTHENTICATION_REQUIRED', tell('API_KEY_NEEDED'));
}

/** The key's text; null when there is none, or when the headers contradict each other. */
function keyText(facts: RequestFacts): string | null {
  const texts = [...facts.all('x-api-key')];
  for (const value of facts.all('authorization')) {
    const match = /^ApiKey +(\S+)$/i.exec(value.trim());
    if (match?.[1] === undefined) return null;
    texts.push(match[1]);
  }
  const [text] = texts;
  return text !== undefined && texts.every((other) => other === text) ? text : null;
}

const FREE_FAILURES_PER_MINUTE = 10;
const MAX_WATCHED_PEERS = 10_000;

/** Wrong keys from one address are answered at once ten times a minute, then a second late; right keys never wait. */
async function slowDown(station: HttpStation, peer: string): Promise<void> {
  const now = station.ports.clock().getTime();
  const failures = station.failedKeys;
  const known = failures.get(peer);
  const entry = known === undefined || now - known.since > 60_000 ? { since: now, count: 0 } : known;
  entry.count += 1;
  if (failures.size >= MAX_WATCHED_PEERS) failures.clear();
  failures.set(peer, entry);
  if (entry.count > FREE_FAILURES_PER_MINUTE) await delay(1_000);
}
