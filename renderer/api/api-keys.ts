import { z } from 'zod';
import type { NewApiKey } from '../../service/contract/http/api-keys.ts';
import { readAnswer } from './read-answer.ts';

/** A key as the station lists it: everything but its secret. */
export const ApiKeyItem = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  tenantId: z.string(),
  permissions: z.array(z.string()),
  createdAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
});
export type ApiKeyItem = z.infer<typeof ApiKeyItem>;

/** `key` is the whole key, `prefix.secret`. The station says it in this one answer and keeps only its hash. */
const CreatedApiKey = ApiKeyItem.extend({ key: z.string().min(1) });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

type Call = (path: string, init?: RequestInit) => Promise<{ status: number; body: string }>;

/** The calls on `/api/v1/api-keys`, by way of `call`. They reject with ApiError. */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- StationClient is derived from it
export function apiKeyCalls(call: Call, address: string) {
  return {
    apiKeys: async (): Promise<readonly ApiKeyItem[]> => {
      const { status, body } = await call(address);
      return readAnswer(z.array(ApiKeyItem), status, body);
    },
    createApiKey: async (wanted: z.input<typeof NewApiKey>): Promise<CreatedApiKey> => {
      const { status, body } = await call(address, { method: 'POST', body: JSON.stringify(wanted) });
      return readAnswer(CreatedApiKey, status, body);
    },
    revokeApiKey: async (id: string): Promise<void> => {
      const { status, body } = await call(`${address}/${encodeURIComponent(id)}`, { method: 'DELETE' });
      // 204 has no body to parse.
      if (status !== 204) readAnswer(z.never(), status, body);
    },
  };
}
