import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { StationError } from '../domain/station-error.ts';
import type { AcceptUnit, AuditFilter, Persistence, RequestFilter } from './persistence.ts';
import { acceptUnit, at, auditEvent, claimOf } from './sample-records.suite.ts';

export function describeLists(current: () => Persistence): void {
  let store: Persistence;
  beforeEach(() => {
    store = current();
  });

  async function accept(changes: Parameters<typeof acceptUnit>[0]): Promise<AcceptUnit> {
    const unit = acceptUnit(changes);
    await store.acceptSignatureRequest(unit);
    return unit;
  }

  async function collect<T>(
    page: (cursor: string | null) => Promise<{ items: readonly T[]; nextCursor: string | null }>,
  ) {
    const pages: (readonly T[])[] = [];
    let cursor: string | null = null;
    do {
      const { items, nextCursor } = await page(cursor);
      pages.push(items);
      cursor = nextCursor;
    } while (cursor !== null);
    return pages;
  }

  const idsOf = async (filter: RequestFilter) =>
    (await store.listRequests({ tenantId: 'acme', limit: 200, cursor: null }, filter)).items.map(
      (item) => item.request.id,
    );

  describe('lists', () => {
    it('page through requests and jobs, newest first, each once', async () => {
      // Several of each moment, so that pages end between equals.
      const units = Array.from({ length: 23 }, (_, n) => acceptUnit({ request: { createdAt: at(Math.floor(n / 5)) } }));
      await Promise.all(units.map((unit) => store.acceptSignatureRequest(unit)));
      const pages = await collect((cursor) => store.listRequests({ tenantId: 'acme', limit: 4, cursor }, {}));
      expect(pages.map((page) => page.length)).toEqual([4, 4, 4, 4, 4, 3]);
      const listed = pages.flat().map((item) => item.request);
      const times = listed.map((request) => request.createdAt.getTime());
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      expect(new Set(listed.map((request) => request.id))).toEqual(new Set(units.map((unit) => unit.request.id)));
      const jobPages = await collect((cursor) => store.listJobs({ tenantId: 'acme', limit: 10, cursor }, {}));
      expect(jobPages.map((page) => page.length)).toEqual([10, 10, 3]);
      expect(new Set(jobPages.flat().map((item) => item.job.id))).toEqual(new Set(units.map((unit) => unit.job.id)));
    });

    it('page from the oldest on too, through one state or several, with any filter', async () => {
      const units = Array.from({ length: 23 }, (_, n) => acceptUnit({ request: { createdAt: at(Math.floor(n / 5)) } }));
      for (const unit of units) await store.acceptSignatureRequest(unit);
      for (const { request } of units.slice(3, 9)) {
        await store.cancelRequest({
          tenantId: 'acme',
          id: request.id,
          at: at(30),
          audit: [auditEvent('SignatureCancelled')],
        });
      }
      const oldest = { tenantId: 'acme', limit: 4, order: 'oldest' } as const;
      const newest = { ...oldest, order: 'newest' } as const;
      const filters: RequestFilter[] = [
        {},
        { status: ['Cancelled'] },
        { status: ['Cancelled', 'Queued'] },
        { text: 'pdf' },
      ];
      for (const filter of filters) {
        const forth = await collect((cursor) => store.listRequests({ ...oldest, cursor }, filter));
        const back = await collect((cursor) => store.listRequests({ ...newest, cursor }, filter));
        const ids = forth.flat().map(({ request }) => request.id);
        expect(ids.length).toBeGreaterThan(5);
        expect(ids.toReversed()).toEqual(back.flat().map(({ request }) => request.id));
      }
      const jobs = await collect((cursor) =>
        store.listJobs({ ...oldest, cursor }, { status: ['Pending', 'Cancelled'] }),
      );
      const times = jobs.flat().map(({ job }) => job.createdAt.getTime());
      expect(times).toHaveLength(23);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      const events = await collect((cursor) => store.listAuditEvents({ ...oldest, cursor }, {}));
      const back = await collect((cursor) => store.listAuditEvents({ ...newest, cursor }, {}));
      expect(
        events
          .flat()
          .map(({ id }) => id)
          .toReversed(),
      ).toEqual(back.flat().map(({ id }) => id));
    });

    it('end without a cursor when the last page is full', async () => {
      for (let n = 0; n < 4; n += 1) await accept({ request: { createdAt: at(n) } });
      const pages = await collect((cursor) => store.listRequests({ tenantId: 'acme', limit: 2, cursor }, {}));
      expect(pages.map((page) => page.length)).toEqual([2, 2]);
    });

    it('are not disturbed by what is accepted between two pages', async () => {
      for (let n = 0; n < 4; n += 1) await accept({ request: { createdAt: at(n) } });
      const first = await store.listRequests({ tenantId: 'acme', limit: 2, cursor: null }, {});
      await accept({ request: { createdAt: at(10) } });
      const second = await store.listRequests({ tenantId: 'acme', limit: 2, cursor: first.nextCursor }, {});
      expect(second.items.map((item) => item.request.createdAt)).toEqual([at(1), at(0)]);
    });

    it.each(['', 'x', '!!!', 'MTIz', Buffer.from('1.2.3').toString('base64url'), '9'.repeat(5000)])(
      'refuse the cursor %j',
      async (cursor) => {
        const query = { tenantId: 'acme', limit: 2, cursor };
        for (const list of [
          () => store.listRequests(query, {}),
          () => store.listJobs(query, {}),
          () => store.listAuditEvents(query, {}),
        ]) {
          const error: unknown = await list().catch((reason: unknown) => reason);
          expect(error).toBeInstanceOf(StationError);
          expect(error).toMatchObject({ code: 'SIGNATURE_REQUEST_INVALID' });
        }
      },
    );

    it('carry additional inputs, each with its own request', async () => {
      const first = await accept({ additionalInputs: 2, request: { createdAt: at(2) } });
      const second = await accept({ additionalInputs: 1, request: { createdAt: at(1) } });
      const { items } = await store.listRequests({ tenantId: 'acme', limit: 10, cursor: null }, {});
      expect(items.map((item) => item.additionalInputs)).toEqual([first.files.slice(1), second.files.slice(1)]);
      expect(items.map((item) => item.request)).toEqual([first.request, second.request]);
    });
  });

  describe('request filters', () => {
    it('select by status, format, profile and provider, alone and together', async () => {
      const pades = await accept({ request: { createdAt: at(3) } });
      const xades = await accept({ request: { format: 'XAdES', profile: 'T', createdAt: at(2) } });
      const hsm = await accept({ request: { signingProvider: 'Hsm', profile: 'T', createdAt: at(1) } });
      await store.claimJob(claimOf(hsm, at(5)));
      expect(await idsOf({ status: ['Queued'] })).toEqual([pades.request.id, xades.request.id]);
      expect(await idsOf({ status: ['Processing'] })).toEqual([hsm.request.id]);
      expect(await idsOf({ status: ['Completed'] })).toEqual([]);
      expect(await idsOf({ format: 'XAdES' })).toEqual([xades.request.id]);
      expect(await idsOf({ profile: 'T' })).toEqual([xades.request.id, hsm.request.id]);
      expect(await idsOf({ signingProvider: 'Hsm', profile: 'T' })).toEqual([hsm.request.id]);
      expect(await idsOf({ status: ['Queued'], format: 'PAdES', profile: 'B', signingProvider: 'Pfx' })).toEqual([
        pades.request.id,
      ]);
    });

    it('select by several states in the order of the list, page by page, each once', async () => {
      const units: AcceptUnit[] = [];
      // Several of each moment, and states in turn, so that pages end between equals of different states.
      for (let n = 0; n < 11; n += 1) units.push(await accept({ request: { createdAt: at(Math.floor(n / 3)) } }));
      for (const unit of units.filter((_, n) => n % 3 === 1)) await store.claimJob(claimOf(unit, at(5)));
      for (const unit of units.filter((_, n) => n % 3 === 2)) {
        await store.cancelRequest({ tenantId: 'acme', id: unit.request.id, at: at(6), audit: [] });
      }
      const all = await idsOf({});
      const status = ['Processing', 'Queued', 'Processing'] as const;
      const wanted = all.filter((id) => units.findIndex(({ request }) => request.id === id) % 3 !== 2);
      for (const limit of [1, 2, 3, 7, 50]) {
        const pages = await collect((cursor) => store.listRequests({ tenantId: 'acme', limit, cursor }, { status }));
        expect(pages.flat().map(({ request }) => request.id)).toEqual(wanted);
        expect(pages.map(({ length }) => length).slice(0, -1)).toEqual(pages.slice(1).map(() => limit));
      }
      expect(await idsOf({ status, format: 'XAdES' })).toEqual([]);
      expect(await store.countRequests('acme', { status })).toEqual({ value: wanted.length, isExact: true });
    });

    it('count what they leave, for one tenant', async () => {
      const units = [];
      for (let n = 0; n < 5; n += 1) {
        units.push(await accept({ request: { format: n < 2 ? 'XAdES' : 'PAdES', createdAt: at(n) } }));
      }
      await accept({ request: { tenantId: 'other' } });
      const counted = async (filter: RequestFilter) => (await store.countRequests('acme', filter)).value;
      expect(await store.countRequests('acme', {})).toEqual({ value: 5, isExact: true });
      expect(await counted({ format: 'XAdES', status: ['Queued', 'Failed'] })).toBe(2);
      expect(await counted({ format: 'XAdES', profile: 'T' })).toBe(0);
      expect(await counted({ createdFrom: at(3) })).toBe(2);
      expect(await counted({ text: units[0]?.request.id ?? '' })).toBe(1);
      expect(await counted({ text: 'no such text' })).toBe(0);
      expect(await store.countJobs('acme', { status: ['Pending', 'Locked'] })).toEqual({ value: 5, isExact: true });
      expect(await store.countJobs('acme', { status: ['Failed'] })).toEqual({ value: 0, isExact: true });
      const of = { entityId: units[0]?.request.id ?? '' };
      const events = (await store.listAuditEvents({ tenantId: 'acme', limit: 50, cursor: null }, of)).items;
      expect(await store.countAuditEvents('acme', of)).toEqual({ value: events.length, isExact: true });
      const type = events[0]?.eventType ?? 'FileStored';
      const ofType = events.filter(({ eventType }) => eventType === type).length;
      expect(await store.countAuditEvents('acme', { ...of, eventType: [type] })).toMatchObject({ value: ofType });
    });

    it('select by time: from it on, and before it', async () => {
      const units = [];
      for (const n of [3, 2, 1]) units.push(await accept({ request: { createdAt: at(n) } }));
      const [third, second, first] = units.map((unit) => unit.request.id);
      expect(await idsOf({ createdFrom: at(2) })).toEqual([third, second]);
      expect(await idsOf({ createdBefore: at(2) })).toEqual([first]);
      expect(await idsOf({ createdFrom: at(2), createdBefore: at(3) })).toEqual([second]);
    });

    it('find parts of file name, correlation id and id, whatever the case', async () => {
      const id = randomUUID();
      await accept({ request: { id, correlationId: 'Order-77' }, input: { originalFileName: 'ÜBERGABE Zoë.PDF' } });
      await accept({ input: { originalFileName: 'other.pdf' }, request: { correlationId: null } });
      for (const text of ['übergabe', 'zoe\u0308', 'ZOË.p', 'order-77', id.slice(3, 20).toUpperCase()]) {
        expect([text, await idsOf({ text })]).toEqual([text, [id]]);
      }
      expect(await idsOf({ text: 'nothing like it' })).toEqual([]);
    });

    it.each(['%', '_', '50%_off', "'", '"', '\\', '\\%', '[a]', '*', '😀', '合同'])(
      'take %j as itself in a text',
      async (text) => {
        const match = await accept({ input: { originalFileName: `a ${text} b` }, request: { correlationId: null } });
        await accept({ input: { originalFileName: 'a 50xxoff b' }, request: { correlationId: null } });
        expect(await idsOf({ text })).toEqual([match.request.id]);
      },
    );

    it('page through what a text filter leaves', async () => {
      for (let n = 0; n < 30; n += 1) {
        const originalFileName = n % 3 === 0 ? 'needle.pdf' : 'hay.pdf';
        await accept({ input: { originalFileName }, request: { createdAt: at(n) } });
      }
      const pages = await collect((cursor) =>
        store.listRequests({ tenantId: 'acme', limit: 4, cursor }, { text: 'NEEDLE' }),
      );
      expect(pages.map((page) => page.length)).toEqual([4, 4, 2]);
      expect(pages.flat().every((item) => item.input.originalFileName === 'needle.pdf')).toBe(true);
    });

    it('select jobs by status', async () => {
      const first = await accept({});
      const second = await accept({});
      await store.claimJob(claimOf(second, at(5)));
      const jobsIn = async (status: 'Pending' | 'Locked' | 'Failed') =>
        (await store.listJobs({ tenantId: 'acme', limit: 10, cursor: null }, { status: [status] })).items.map(
          (item) => item.job.id,
        );
      expect(await jobsIn('Pending')).toEqual([first.job.id]);
      expect(await jobsIn('Locked')).toEqual([second.job.id]);
      expect(await jobsIn('Failed')).toEqual([]);
    });
  });

  describe('the audit list', () => {
    const listed = async (filter: AuditFilter, limit = 200) =>
      (await collect((cursor) => store.listAuditEvents({ tenantId: 'acme', limit, cursor }, filter))).flat();

    it('tells events newest first, those of one moment in the order of writing', async () => {
      const events = Array.from({ length: 12 }, () => auditEvent('FileStored'));
      const unit = { ...acceptUnit(), audit: events };
      await store.acceptSignatureRequest(unit);
      const found = await listed({ entityId: unit.request.id }, 5);
      expect(found.map((event) => event.id)).toEqual(events.map((event) => event.id).reverse());
    });

    it('selects by type, entity, time and text', async () => {
      const unit = await accept({});
      const base = { tenantId: 'acme', entityType: 'ApiKey', actor: 'ädmin', correlationId: null };
      const events = [
        {
          ...base,
          id: randomUUID(),
          entityId: 'key-1',
          eventType: 'ApiKeyCreated',
          timestamp: at(10),
          metadata: { name: 'CI 50%' },
        },
        {
          ...base,
          id: randomUUID(),
          entityId: 'key-2',
          eventType: 'ApiKeyRevoked',
          timestamp: at(20),
          metadata: { n: 1, b: false, z: null },
        },
      ] as const;
      for (const event of events) await store.appendAudit(event);
      expect(await listed({ eventType: ['ApiKeyCreated'] })).toEqual([events[0]]);
      expect(await listed({ eventType: ['ApiKeyRevoked', 'ApiKeyCreated'] }, 1)).toEqual([events[1], events[0]]);
      expect(await listed({ eventType: ['ApiKeyCreated', 'ApiKeyRevoked'], entityId: 'key-1' })).toEqual([events[0]]);
      expect(await listed({ entityId: 'key-2' })).toEqual([events[1]]);
      expect(await listed({ from: at(20) })).toEqual([events[1]]);
      expect(await listed({ before: at(10) })).toHaveLength(unit.audit.length);
      expect(await listed({ text: '50%' })).toEqual([events[0]]);
      expect(await listed({ text: 'ÄDMIN' })).toEqual([events[1], events[0]]);
      expect(await listed({ text: 'ÄDMIN', eventType: ['ApiKeyRevoked'], before: at(21) })).toEqual([events[1]]);
      expect(await listed({ text: unit.request.correlationId ?? '' })).toHaveLength(unit.audit.length);
    });
  });
}
