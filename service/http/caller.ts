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

/** What a header may hold, and the words for it. */
const FORMATS = {
  'x-tenant-id': {
    format: TENANT_ID,
    words:
      '1 to 64 characters A-Z, a-z, 0-9, dot, underscore and hyphen, a letter or digit first, no two dots together',
  },
  'x-correlation-id': { format: /^[\x21-\x7E]{1,128}$/, words: '1 to 128 printable ASCII characters without blanks' },
  'idempotency-key': { format: /^[\x21-\x7E]{1,255}$/, words: '1 to 255 printable ASCII characters without blanks' },
} as const;
const KEY_ACTOR = 'api-key:';

/**
 * Who calls, in which tenant. Where no key is needed, a program that shows one is called by it and goes by its rule of
 * approval; tenant and permissions are those of everybody. Throws AUTHENTICATION_REQUIRED, PERMISSION_DENIED, or SIGNATURE_REQUEST_INVALID for a
 * header that is malformed or repeated.
 */
export async function identifyCaller(
  station: HttpStation,
  facts: RequestFacts,
  operation: Pick<Operation, 'permission' | 'alwaysNeedsKey'>,
  peer: string,
): Promise<Caller> {
  const isNeeded = needsKey(station, operation);
  const key = isNeeded || isShown(facts, operation) ? await requireKey(station, facts, peer, isNeeded) : undefined;
  const headerTenant = single(facts, 'x-tenant-id');
  const correlationId = single(facts, 'x-correlation-id');
  const holder = isNeeded ? key : undefined;
  if (holder !== undefined) checkKey(holder, headerTenant, operation.permission);
  const context = currentContext();
  if (context !== undefined) context.correlationId = correlationId;
  return {
    tenantId: holder?.tenantId ?? headerTenant ?? station.configuration.Signatures.DefaultTenantId,
    actor: key === undefined ? ANONYMOUS : KEY_ACTOR + key.prefix,
    correlationId,
    approvalRule: ruleOf(station, facts, key),
  };
}

function needsKey(
  { configuration }: HttpStation,
  { permission, alwaysNeedsKey }: Pick<Operation, 'permission' | 'alwaysNeedsKey'>,
): boolean {
  return permission !== null && (configuration.Authentication.Enabled || alwaysNeedsKey === true);
}

/** A program shows a key without need; a page of the station, which may have one for other operations, speaks for a person. */
function isShown(facts: RequestFacts, { permission }: Pick<Operation, 'permission'>): boolean {
  return permission !== null && !isOwnPage(facts) && keyTexts(facts).length > 0;
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
  return single(facts, 'idempotency-key');
}

function single(facts: RequestFacts, header: keyof typeof FORMATS): string | null {
  const [value, ...more] = facts.all(header);
  if (value === undefined) return null;
  if (more.length > 0) throw new StationError('SIGNATURE_REQUEST_INVALID', `The header ${header} was sent twice.`);
  const { format, words } = FORMATS[header];
  if (!format.test(value)) throw new StationError('SIGNATURE_REQUEST_INVALID', `The header ${header} takes ${words}.`);
  return value;
}

/** The key in force that is shown; one that is not is refused even where none is needed, as its rule is not known. */
async function requireKey(
  station: HttpStation,
  facts: RequestFacts,
  peer: string,
  isNeeded: boolean,
): Promise<ApiKeyRecord> {
  const text = keyText(facts, isNeeded);
  const key = text === null ? undefined : await authenticateApiKey(station.ports, text);
  if (key !== undefined) {
    station.apiKeyUses.note(key);
    return key;
  }
  await slowDown(station, peer);
  throw new StationError('AUTHENTICATION_REQUIRED', tell(isNeeded ? 'API_KEY_NEEDED' : 'API_KEY_NOT_IN_FORCE'));
}

/** The key's text; null when there is none, or when the headers contradict each other. */
function keyText(facts: RequestFacts, isNeeded: boolean): string | null {
  const [text, ...others] = new Set(keyTexts(facts));
  // Where no key is needed, another scheme is none of ours: a proxy may have asked for it.
  const isOther = isNeeded && facts.all('authorization').some((value) => keyIn(value) === undefined);
  return isOther || others.length > 0 ? null : (text ?? null);
}

function keyTexts(facts: RequestFacts): readonly string[] {
  return [...facts.all('x-api-key'), ...facts.all('authorization').flatMap((value) => keyIn(value) ?? [])];
}

function keyIn(authorization: string): string | undefined {
  return /^ApiKey +(\S+)$/i.exec(authorization.trim())?.[1];
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
