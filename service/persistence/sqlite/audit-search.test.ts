import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../domain/records.ts';
import type { AuditFilter, PageOrder, PageQuery } from '../persistence.ts';
import { acceptUnit, at } from '../sample-records.suite.ts';
import { BLOCK_EVENTS } from './audit-blocks.ts';
import { openInChild } from './open-in-child.suite.ts';
import type { SqlitePersistence } from './sqlite-persistence.ts';

const EVENTS = BLOCK_EVENTS * 2 + 100;
const TYPES = ['SignatureRequested', 'JobQueued', 'FileStored'] as const;

/** Of a clock that wanders: what was written next to each other is not of one time. */
const events: readonly AuditEvent[] = Array.from({ length: EVENTS }, (_, n) => ({
  id: `event-${String(n)}`,
  tenantId: n % 50 === 7 ? 'other' : 'acme',
  entityType: 'SignatureRequest',
  entityId: `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  eventType: TYPES[n % 3] ?? 'JobQueued',
  actor: n % 400 === 3 ? 'Ärztin Frieda' : 'worker',
  timestamp: at(((n * 7919) % EVENTS) / 2),
  correlationId: n % 2 === 0 ? `order-${String(n)}` : null,
  metadata: { size: n, sha256: String(n).padStart(64, '0') },
}));

const TEXTS = ['FRIEDA', 'order-77', 'no such thing', '01890000-0000-7000-8000-000000000300', '"size":1'];

async function pagesOf(
  store: SqlitePersistence,
  filter: AuditFilter,
  query: Pick<PageQuery, 'order' | 'limit' | 'lookAt'>,
): Promise<string[][]> {
  const found: string[][] = [];
  let cursor: string | null = null;
  do {
    const page = await store.listAuditEvents({ tenantId: 'acme', cursor, ...query }, filter);
    expect(page.items.length).toBeLessThanOrEqual(query.limit);
    found.push(page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

describe('the text filter of the audit list', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-audit-search-'));
  let store: SqlitePersistence;
  beforeAll(async () => {
    store = await openInChild(join(folder, 'station.db'));
    for (const event of events) void store.appendAudit(event);
    await store.ping();
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  async function all(filter: AuditFilter, order: PageOrder, limit: number): Promise<string[]> {
    return (await pagesOf(store, filter, { order, limit })).flat();
  }

  function expected({ text = '', eventType, from, before }: AuditFilter, order: PageOrder, kept = events): string[] {
    const fitting = kept.filter(
      (event) =>
        event.tenantId === 'acme' &&
        [event.actor, event.correlationId, event.entityId, event.eventType, JSON.stringify(event.metadata)].some(
          (part) => part?.toLowerCase().includes(text.toLowerCase()),
        ) &&
        (eventType?.includes(event.eventType) ?? true) &&
        (from === undefined || event.timestamp >= from) &&
        (before === undefined || event.timestamp < before),
    );
    const written = new Map(events.map(({ id }, index) => [id, index]));
    const place = ({ id }: AuditEvent): number => written.get(id) ?? 0;
    const sorted = fitting.toSorted((a, b) => a.timestamp.getTime() - b.timestamp.getTime() || place(a) - place(b));
    return (order === 'oldest' ? sorted : sorted.reverse()).map(({ id }) => id);
  }

  async function expectRight(kept = events): Promise<void> {
    for (const order of ['newest', 'oldest'] as const) {
      for (const text of TEXTS) {
        for (const more of [
          {},
          { eventType: ['JobQueued', 'FileStored'] as const },
          { from: at(100), before: at(500) },
        ]) {
          const filter = { text, ...more };
          expect(await all(filter, order, 200), JSON.stringify([order, filter])).toEqual(expected(filter, order, kept));
        }
      }
    }
    expect(await all({ text: 'frieda' }, 'newest', 1)).toEqual(expected({ text: 'frieda' }, 'newest', kept));
  }

  it('finds the same before and after blocks were summarized, and when events of theirs have gone', async () => {
    await expectRight();
    let summarized = 0;
    while (await store.summarizeAudit()) summarized += 1;
    expect(summarized).toBe(2);
    await expectRight();
    const gone = events.filter((event) => event.correlationId === 'order-704').map(({ id }) => id);
    expect(await store.deleteArchivedAuditEvents(gone)).toBe(1);
    await expectRight(events.filter(({ id }) => !gone.includes(id)));
    expect(await store.summarizeAudit()).toBe(true);
    expect(await store.summarizeAudit()).toBe(false);
  });
});

describe('the name of a document in the audit list', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-audit-names-'));
  let store: SqlitePersistence;
  beforeAll(async () => {
    store = await openInChild(join(folder, 'station.db'));
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('leads to the events of its request in a block that was summarized', async () => {
    const unit = acceptUnit({ input: { originalFileName: 'Überlassung.pdf' } });
    await store.acceptSignatureRequest(unit);
    for (const event of events) void store.appendAudit({ ...event, tenantId: 'acme' });
    await store.ping();
    while (await store.summarizeAudit());
    const found = await pagesOf(store, { text: 'überlassung' }, { order: 'oldest', limit: 200 });
    expect(found).toEqual([unit.audit.map(({ id }) => id)]);
  });
});

describe('a piece of an id in the audit list', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-audit-pieces-'));
  let store: SqlitePersistence;
  const inTime = events.map((event, n) => ({ ...event, tenantId: 'acme', timestamp: at(Math.floor(n / 3)) }));
  beforeAll(async () => {
    store = await openInChild(join(folder, 'station.db'));
    for (const event of inTime) void store.appendAudit(event);
    await store.ping();
    while (await store.summarizeAudit());
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['00000000077', [77, ...Array.from({ length: 10 }, (_, n) => 770 + n)]],
    ['beefbeef', []],
  ] as const)('such as %s is looked for block by block, a page ending early after each', async (text, places) => {
    for (const order of ['newest', 'oldest'] as const) {
      const expected = places.map((place) => `event-${String(place)}`);
      if (order === 'newest') expected.reverse();
      for (const limit of [2, 200]) {
        const pages = await pagesOf(store, { text }, { order, limit, lookAt: BLOCK_EVENTS });
        expect(pages.flat()).toEqual(expected);
        expect(pages.length).toBeGreaterThan(2);
      }
    }
  });
});
