import { z } from 'zod';
import { ApiKeyView, CreatedApiKey, type NewApiKey } from '../../service/contract/http/api-keys.ts';
import { readAnswer } from './read-answer.ts';

type Call = (path: string, init?: RequestInit) => Promise<{ status: number; body: string }>;

/** The calls on `/api/v1/api-keys`, by way of `call`. They reject with ApiError. */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- StationClient is derived from it
export function apiKeyCalls(call: Call, address: string) {
  return {
    apiKeys: async (): Promise<readonly ApiKeyView[]> => {
      const { status, body } = await call(address);
      return readAnswer(z.array(ApiKeyView), status, body);
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
