import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptUnit, at } from '../sample-records.suite.ts';
import { openInChild } from './open-in-child.suite.ts';
import type { SqlitePersistence } from './sqlite-persistence.ts';

/** More rows than three slices of a filtered list; several share a moment, also where slices meet. */
const ROWS = 6500;
const ROWS_PER_MOMENT = 7;
const NEEDLES = [0, 1, 1999, 2000, 2001, 3998, 4000, 4001, 6499];

describe('a filter that is read in slices', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-lists-'));
  let store: SqlitePersistence;
  const needles: string[] = [];

  beforeAll(async () => {
    store = await openInChild(join(folder, 'station.db'));
    const units = Array.from({ length: ROWS }, (_, n) =>
      acceptUnit({ request: { createdAt: at(Math.floor(n / ROWS_PER_MOMENT)) } }),
    );
    // Newest first, as the list will show them; only then is it known which row lies where.
    units.sort(
      (a, b) => b.request.createdAt.getTime() - a.request.createdAt.getTime() || (a.request.id < b.request.id ? 1 : -1),
    );
    const accepted = units.map((unit, index) => {
      if (!NEEDLES.includes(index)) return unit;
      needles.push(unit.request.id);
      return { ...unit, request: { ...unit.request, correlationId: 'needle', profile: 'LTA' as const } };
    });
    await Promise.all(accepted.map((unit) => store.acceptSignatureRequest(unit)));
  });

  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it.each([1, 2, 3, 9, 50])('finds each match once, in pages of %i', async (limit) => {
    for (const filter of [{ text: 'NEEDLE' }, { profile: 'LTA' }, { text: 'needle', status: ['Queued'] }] as const) {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await store.listRequests({ tenantId: 'acme', limit, cursor }, filter);
        expect(page.items.length).toBeLessThanOrEqual(limit);
        found.push(...page.items.map((item) => item.request.id));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(found).toEqual(needles);
    }
  });

  it('lets other work through while it looks for what is not there', async () => {
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 0);
    const page = await store.listRequests({ tenantId: 'acme', limit: 50, cursor: null }, { text: 'no such thing' });
    clearInterval(ticking);
    expect(page).toEqual({ items: [], nextCursor: null });
    expect(turns).toBeGreaterThan(0);
  });

  it('does the same for audit events', async () => {
    const page = await store.listAuditEvents({ tenantId: 'acme', limit: 50, cursor: null }, { text: 'needle' });
    expect(page.items).toHaveLength(NEEDLES.length * 2);
    expect(new Set(page.items.map((event) => event.entityId))).toEqual(new Set(needles));
  });

  it('counts up to a limit and says where there are more', async () => {
    expect(await store.countRequests('acme', {})).toEqual({ value: ROWS, isExact: true });
    expect(await store.countRequests('acme', { text: 'needle' })).toEqual({ value: NEEDLES.length, isExact: true });
    expect(await store.countAuditEvents('acme', {})).toEqual({ value: 10_000, isExact: false });
    const types = ['SignatureRequested', 'JobQueued', 'FileStored'] as const;
    expect(await store.countAuditEvents('acme', { eventType: types })).toEqual({ value: 10_000, isExact: false });
    expect(await store.countAuditEvents('acme', { text: 'no such thing' })).toEqual({ value: 0, isExact: false });
  });
});
