import type { ApiKeyRecord } from '../domain/records.ts';
import { ANONYMOUS, type UseCasePorts } from './ports.ts';

/** Keys in force that were made over HTTP by somebody who showed no key: anyone on the machine could have done it. */
export async function keysMadeWithoutKey({ persistence }: Pick<UseCasePorts, 'persistence'>): Promise<ApiKeyRecord[]> {
  const found: ApiKeyRecord[] = [];
  for (const key of await persistence.listApiKeys()) {
    if (key.revokedAt !== null) continue;
    const query = { tenantId: key.tenantId, limit: 1, cursor: null };
    const { items } = await persistence.listAuditEvents(query, { entityId: key.id, eventType: ['ApiKeyCreated'] });
    if (items[0]?.actor === ANONYMOUS) found.push(key);
  }
  return found;
}
