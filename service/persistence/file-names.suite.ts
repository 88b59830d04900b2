import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { AcceptUnit, Persistence } from './persistence.ts';
import { acceptUnit } from './sample-records.suite.ts';

/** What every driver tells of the names of documents. */
export function describeFileNames(current: () => Persistence): void {
  async function accept(changes: Parameters<typeof acceptUnit>[0] = {}): Promise<AcceptUnit> {
    const unit = acceptUnit(changes);
    await current().acceptSignatureRequest(unit);
    return unit;
  }

  it('tells file names of the requests that are asked for, of the tenant alone', async () => {
    const wanted = [await accept(), await accept({ additionalInputs: 1 })];
    await accept();
    const foreign = await accept({ request: { tenantId: 'other' } });
    const ids = [...wanted, foreign].map(({ request }) => request.id);
    const names = await current().fileNamesOf('acme', [...ids, randomUUID()]);
    expect(names).toEqual(new Map(wanted.map(({ request, files }) => [request.id, files[0]?.originalFileName])));
    expect(await current().fileNamesOf('acme', [])).toEqual(new Map());
  });

  it('finds the audit events of a request by a part of a name of its documents, in any case, of the tenant alone', async () => {
    const wanted = await accept({ input: { originalFileName: 'Übergabe 7.pdf' } });
    await accept();
    await accept({ request: { tenantId: 'other' }, input: { originalFileName: 'Übergabe 7.pdf' } });
    const query = { tenantId: 'acme', limit: 50, cursor: null, order: 'oldest' } as const;
    const found = await current().listAuditEvents(query, { text: 'ÜBERGABE 7' });
    expect(found.items.map(({ entityId }) => entityId)).toEqual(wanted.audit.map(() => wanted.request.id));
    expect(found.items.length).toBeGreaterThan(0);
    expect(await current().countAuditEvents('acme', { text: 'übergabe 7.p' })).toEqual({
      value: wanted.audit.length,
      isExact: true,
    });
  });
}
