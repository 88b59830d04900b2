import type { ApiKeyRecord, AuditEvent } from '../domain/records.ts';

/** API keys. */
export interface KeyStore {
  addApiKey(key: ApiKeyRecord, audit: AuditEvent): Promise<void>;
  findApiKeyByPrefix(prefix: string): Promise<ApiKeyRecord | undefined>;
  listApiKeys(): Promise<readonly ApiKeyRecord[]>;
  /** False when there is no such key or it was revoked before. */
  revokeApiKey(id: string, at: Date, audit: AuditEvent): Promise<boolean>;
  /** Sets LastUsedAt of these keys where it is earlier; ids that are not known are passed over. */
  noteApiKeysUsed(ids: readonly string[], at: Date): Promise<void>;
}
