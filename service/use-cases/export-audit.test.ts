import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../domain/records.ts';
import type { AuditFilter, PageQuery, Persistence } from '../persistence/persistence.ts';
import { exportAudit, type AuditExportFormat } from './export-audit.ts';

const CALLER = { tenantId: 'acme', actor: 'tester', correlationId: null };
const event = (id: number, changes: Partial<AuditEvent> = {}): AuditEvent => ({
  ...{ id: String(id), tenantId: 'acme', entityType: 'SignatureRequest', entityId: `s${id}`, actor: 'tester' },
  ...{ eventType: 'JobQueued', timestamp: new Date('2026-01-02T03:04:05Z'), correlationId: null, metadata: {} },
  ...changes,
});

function bench(pages: readonly (readonly AuditEvent[])[]) {
  const asked: (PageQuery & AuditFilter)[] = [];
  const listAuditEvents = (query: PageQuery, filter: AuditFilter) => {
    asked.push({ ...query, ...filter });
    const page = Number(query.cursor ?? '0');
    const nextCursor = page + 1 < pages.length ? String(page + 1) : null;
    return Promise.resolve({ items: pages[page] ?? [], nextCursor });
  };
  const fileNamesOf = () => Promise.resolve(new Map([['s1', '=cmd|contract.pdf']]));
  const ports = { persistence: { listAuditEvents, fileNamesOf } as unknown as Persistence };
  const text = async (format: AuditExportFormat, filter: AuditFilter = {}) => {
    let all = '';
    for await (const piece of exportAudit(ports, CALLER, filter, format)) all += piece;
    return all;
  };
  return { asked, text };
}

describe('exportAudit', () => {
  it('goes through every page with the same filter, a bounded number of events at a time', async () => {
    const { asked, text } = bench([[event(1), event(2)], [event(3)]]);
    const all = JSON.parse(await text('json', { eventType: ['JobQueued'] })) as { id: string }[];
    expect(all.map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(asked.map(({ tenantId, cursor, eventType }) => [tenantId, cursor, eventType])).toEqual([
      ['acme', null, ['JobQueued']],
      ['acme', '1', ['JobQueued']],
    ]);
    expect(Math.max(...asked.map(({ limit }) => limit))).toBeLessThanOrEqual(200);
  });

  it('is well-formed without any event', async () => {
    expect(JSON.parse(await bench([[]]).text('json'))).toEqual([]);
    expect((await bench([[]]).text('csv')).trim().split('\r\n')).toHaveLength(1);
  });

  it('lets no value of an event be a formula or another column of the table', async () => {
    const hostile = event(1, { actor: '=HYPERLINK("x")', correlationId: 'a,"b"', metadata: { name: 'x' } });
    const [, line] = (await bench([[hostile]]).text('csv')).split('\r\n');
    expect(line).not.toMatch(/(^|,)"?=/);
    expect(line).toContain('contract.pdf');
    expect(line).toContain('"a,""b"""');
    expect(line).toContain('"{""name"":""x""}"');
  });

  it('breaks off when a page cannot be read, and never ends as if it were whole', async () => {
    const ports = {
      persistence: { listAuditEvents: () => Promise.reject(new Error('gone')) } as unknown as Persistence,
    };
    const pieces: string[] = [];
    const run = async () => {
      for await (const piece of exportAudit(ports, CALLER, {}, 'json')) pieces.push(piece);
    };
    await expect(run()).rejects.toThrow('gone');
    expect(pieces.join('')).not.toContain(']');
  });
});
