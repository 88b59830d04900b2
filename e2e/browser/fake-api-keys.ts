import type { IncomingMessage, ServerResponse } from 'node:http';
import { NewApiKey } from '../../service/contract/http/api-keys.ts';
import type { ApprovalRule } from '../../service/contract/vocabulary/approval-rules.ts';
import { iso, uuid } from './fake-values.ts';
import { readJson, Refusal, sendJson } from './fake-http.ts';

interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly tenantId: string;
  readonly permissions: readonly string[];
  readonly createdAt: string;
  readonly revokedAt: string | null;
  readonly approvalRule: ApprovalRule | null;
  readonly lastUsedAt: string | null;
}

export interface FakeApiKeys {
  readonly list: () => readonly ApiKey[];
  readonly create: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly revoke: (response: ServerResponse, id: string) => void;
}

const DAY = 86_400_000;

function apiKey(name: string, prefix: string, age: number, fields: Partial<ApiKey> = {}): ApiKey {
  const permissions = ['SignaturesCreate', 'SignaturesRead'];
  const times = { createdAt: iso(-age * DAY), revokedAt: null, approvalRule: null, lastUsedAt: null };
  return { id: uuid(`key-${name}`), name, prefix, tenantId: 'default', permissions, ...times, ...fields };
}

/** The keys of a fake station, oldest first as the station lists them; two to begin with unless it is empty. */
export function createFakeApiKeys(isEmpty: boolean): FakeApiKeys {
  const old = { revokedAt: iso(-30 * DAY), permissions: ['SignaturesRead', 'AuditRead'] };
  const keys = isEmpty
    ? []
    : [apiKey('Archive robot', 'q4zr7n2kd5va', 200, old), apiKey('Accounting', 'mx3h6tyb2wle', 12)];
  return {
    list: () => keys,
    create: async (request, response) => {
      const wanted = NewApiKey.safeParse(await readJson(request));
      if (!wanted.success) throw new Refusal('SIGNATURE_REQUEST_INVALID', 'The key is not described correctly.');
      const prefix = uuid(`prefix-${String(keys.length)}`)
        .replaceAll(/[^a-z2-7]/g, 'a')
        .slice(0, 12);
      const made = apiKey(wanted.data.name, prefix, 0, wanted.data);
      keys.push(made);
      sendJson(response, 201, { ...made, key: `${prefix}.${'Zk3-'.repeat(10)}Zk_` });
    },
    revoke: (response, id) => {
      const index = keys.findIndex((key) => key.id === id && key.revokedAt === null);
      const found = keys[index];
      if (found === undefined) throw new Refusal('ROUTE_NOT_FOUND', 'There is no API key in force with this id.');
      keys[index] = { ...found, revokedAt: iso(0) };
      response.writeHead(204).end();
    },
  };
}
