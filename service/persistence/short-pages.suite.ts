import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from './pages.ts';
import type { AcceptUnit, Persistence, RequestFilter } from './persistence.ts';
import { acceptUnit, at, claimOf } from './sample-records.suite.ts';

export function describeShortPages(current: () => Persistence): void {
  let store: Persistence;
  beforeEach(() => {
    store = current();
  });

  async function accept(changes: Parameters<typeof acceptUnit>[0]): Promise<AcceptUnit> {
    const unit = acceptUnit(changes);
    await store.acceptSignatureRequest(unit);
    return unit;
  }

  async function collect<T>(page: (cursor: string | null) => Promise<Page<T>>): Promise<(readonly T[])[]> {
    const pages: (readonly T[])[] = [];
    let cursor: string | null = null;
    do {
      const { items, nextCursor } = await page(cursor);
      pages.push(items);
      cursor = nextCursor;
    } while (cursor !== null);
    return pages;
  }

  describe('pages that end early because much had to be looked at', () => {
    it('are read on behind what was looked at, of one state or several, from either end', async () => {
      const units: AcceptUnit[] = [];
      for (let n = 0; n < 40; n += 1) {
        const originalFileName = n % 13 === 0 ? 'needle.pdf' : 'hay.pdf';
        units.push(await accept({ input: { originalFileName }, request: { createdAt: at(Math.floor(n / 3)) } }));
      }
      for (const unit of units.filter((_, n) => n % 2 === 1)) await store.claimJob(claimOf(unit, at(50)));
      const filters: RequestFilter[] = [
        { text: 'needle' },
        { text: 'needle', status: ['Queued', 'Processing'] },
        { status: ['Queued', 'Processing'], format: 'PAdES', text: 'needle' },
        { format: 'PAdES', profile: 'LTA' },
      ];
      for (const filter of filters) {
        for (const order of ['newest', 'oldest'] as const) {
          const all = await store.listRequests({ tenantId: 'acme', limit: 50, cursor: null, order }, filter);
          expect(all.items).toHaveLength(filter.text === undefined ? 0 : 4);
          for (const limit of [1, 50]) {
            const pages = await collect((cursor) =>
              store.listRequests({ tenantId: 'acme', limit, cursor, order, lookAt: 6 }, filter),
            );
            expect(pages.flat()).toEqual(all.items);
            expect(pages.length).toBeGreaterThanOrEqual(7);
          }
        }
      }
      const plain = await collect((cursor) =>
        store.listRequests({ tenantId: 'acme', limit: 50, cursor, lookAt: 6 }, { kind: 'Signature', format: 'PAdES' }),
      );
      expect(plain.map(({ length }) => length)).toEqual([40]);
    });

    it('are read on where a text is looked for among audit events', async () => {
      const wanted = await accept({ request: { createdAt: at(1) } });
      for (let n = 2; n < 12; n += 1) await accept({ request: { createdAt: at(n) } });
      const text = wanted.request.id.slice(5, 25);
      for (const eventType of [undefined, ['JobQueued', 'SignatureRequested'] as const]) {
        const filter = { text, ...(eventType && { eventType }) };
        const all = (await store.listAuditEvents({ tenantId: 'acme', limit: 200, cursor: null }, filter)).items;
        expect(all.length).toBeGreaterThan(0);
        const pages = await collect((cursor) =>
          store.listAuditEvents({ tenantId: 'acme', limit: 50, cursor, lookAt: 4 }, filter),
        );
        expect(pages.flat()).toEqual(all);
      }
    });
  });
}
