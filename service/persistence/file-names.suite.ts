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
}
