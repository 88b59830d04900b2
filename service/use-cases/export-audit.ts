import type { AuditFilter } from '../persistence/persistence.ts';
import { csvLine, CSV_START } from './csv.ts';
import { listAuditEvents } from './list-audit-events.ts';
import type { Caller, UseCasePorts } from './ports.ts';

export type AuditExportFormat = 'csv' | 'json';

/** Rows read at a time: an export of a million events holds no more of them in memory. */
const PAGE = 200;
const HEAD = ['Time', 'Event', 'By', 'About', 'Id', 'Correlation id', 'Details', 'File name'];

/**
 * The tenant's audit events that fit the filter, newest first, as text in pieces. CSV (RFC 4180, UTF-8) or a JSON array;
 * both end only when every event has been written.
 */
export async function* exportAudit(
  ports: Pick<UseCasePorts, 'persistence'>,
  caller: Caller,
  filter: AuditFilter,
  format: AuditExportFormat,
): AsyncGenerator<string> {
  yield format === 'csv' ? CSV_START + csvLine(HEAD) : '[';
  let cursor: string | null = null;
  let isFirst = true;
  do {
    const page = await listAuditEvents(ports, caller, { limit: PAGE, cursor }, filter);
    for (const event of page.items) {
      if (format === 'json') {
        yield `${isFirst ? '\n' : ',\n'}${JSON.stringify(event)}`;
      } else {
        const { timestamp, eventType, actor, entityType, entityId, fileName, correlationId, metadata } = event;
        const about = [entityType, entityId, correlationId, JSON.stringify(metadata), fileName];
        yield csvLine([timestamp, eventType, actor, ...about]);
      }
      isFirst = false;
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  if (format === 'json') yield '\n]\n';
}
