import { createHash, timingSafeEqual } from 'node:crypto';
import type { ApprovalRule } from '../contract/vocabulary/approval-rules.ts';
import type { Permission } from '../contract/vocabulary/permissions.ts';
import { eventOf, type AuditSubject } from '../domain/audit-events.ts';
import type { ApiKeyRecord } from '../domain/records.ts';
import type { Caller, UseCasePorts } from './ports.ts';

/** An API key's text is `prefix.secret`: the prefix finds the row, the SHA-256 of the secret proves the key. */
const KEY_FORMAT = /^([a-z0-9]{12})\.([A-Za-z0-9_-]{43})$/;
const PREFIX_ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

export interface NewApiKey {
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** Left out: as for all programs without a rule of their own. */
  readonly approvalRule?: ApprovalRule | null;
}

/** Makes a key for the caller's tenant. `key` is its text; it is shown once and kept nowhere. */
export async function createApiKey(
  ports: Pick<UseCasePorts, 'persistence' | 'clock' | 'newId' | 'randomBytes'>,
  caller: Caller,
  wanted: NewApiKey,
): Promise<{ record: ApiKeyRecord; key: string }> {
  const prefix = Array.from(ports.randomBytes(12), (byte) => PREFIX_ALPHABET[byte % 32]).join('');
  const secret = Buffer.from(ports.randomBytes(32)).toString('base64url');
  const record: ApiKeyRecord = {
    id: ports.newId(),
    name: wanted.name,
    prefix,
    secretSha256: sha256(secret).toString('hex'),
    tenantId: caller.tenantId,
    permissions: wanted.permissions,
    createdAt: ports.clock(),
    revokedAt: null,
    lastUsedAt: null,
    approvalRule: wanted.approvalRule ?? null,
  };
  const { name, approvalRule } = record;
  const metadata = { name, prefix, permissions: record.permissions.join(' '), approvalRule };
  const event = eventOf(ports, subjectOf(caller, record), 'ApiKeyCreated', metadata);
  await ports.persistence.addApiKey(record, event);
  return { record, key: `${prefix}.${secret}` };
}

/** The keys of the caller's tenant, revoked ones too. */
export async function listApiKeys(
  ports: Pick<UseCasePorts, 'persistence'>,
  caller: Caller,
): Promise<readonly ApiKeyRecord[]> {
  return (await ports.persistence.listApiKeys()).filter((key) => key.tenantId === caller.tenantId);
}

/** False when the caller's tenant has no such key in force. */
export async function revokeApiKey(
  ports: Pick<UseCasePorts, 'persistence' | 'clock' | 'newId'>,
  caller: Caller,
  id: string,
): Promise<boolean> {
  const record = (await listApiKeys(ports, caller)).find((key) => key.id === id);
  if (record === undefined) return false;
  const { name, prefix } = record;
  const event = eventOf(ports, subjectOf(caller, record), 'ApiKeyRevoked', { name, prefix });
  return ports.persistence.revokeApiKey(id, event.timestamp, event);
}

/** The key in force with this text, or undefined. Takes the same time for an unknown prefix and for a wrong secret. */
export async function authenticateApiKey(
  ports: Pick<UseCasePorts, 'persistence'>,
  text: string,
): Promise<ApiKeyRecord | undefined> {
  const match = KEY_FORMAT.exec(text);
  const [prefix, secret] = [match?.[1], match?.[2]];
  if (prefix === undefined || secret === undefined) return undefined;
  const record = await ports.persistence.findApiKeyByPrefix(prefix);
  const expected = Buffer.from(record?.secretSha256 ?? '00'.repeat(32), 'hex');
  const actual = sha256(secret);
  const isEqual = expected.length === actual.length && timingSafeEqual(expected, actual);
  return isEqual && record?.revokedAt === null ? record : undefined;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function subjectOf(caller: Caller, { tenantId, id: entityId }: ApiKeyRecord): AuditSubject {
  return { ...caller, tenantId, entityType: 'ApiKey', entityId };
}
