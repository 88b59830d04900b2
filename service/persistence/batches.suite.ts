import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Persistence } from './persistence.ts';
import { acceptUnit, at } from './sample-records.suite.ts';

/** What every driver keeps of batches. */
export function describeBatches(current: () => Persistence): void {
  async function accept(tenantId: string): Promise<string> {
    const unit = acceptUnit({ request: { tenantId } });
    await current().acceptSignatureRequest(unit);
    return unit.request.id;
  }

  describe('batches', () => {
    let ids: string[];
    const batchOf = (signatureIds: readonly string[]) => ({
      id: randomUUID(),
      tenantId: 'acme',
      createdAt: at(5),
      createdBy: 'tester',
      signatureIds,
    });

    beforeEach(async () => {
      ids = [];
      for (let count = 0; count < 3; count += 1) ids.push(await accept('acme'));
    });

    it('keep their requests in the order they were given', async () => {
      const batch = batchOf(ids.toReversed());
      expect(await current().addBatch(batch)).toBe('added');
      const found = await current().findBatch('acme', batch.id);
      expect(found?.batch).toEqual(batch);
      expect(found?.members.map(({ request }) => request.id)).toEqual(ids.toReversed());
    });

    it('are not made of what is unknown or of another tenant, and leave nothing then', async () => {
      const foreign = await accept('other');
      for (const stranger of [foreign, randomUUID()]) {
        const batch = batchOf([...ids, stranger]);
        expect(await current().addBatch(batch)).toBe('unknown-request');
        expect(await current().findBatch('acme', batch.id)).toBeUndefined();
      }
    });

    it('are of their tenant only', async () => {
      const batch = batchOf(ids);
      await current().addBatch(batch);
      expect(await current().findBatch('other', batch.id)).toBeUndefined();
      expect(await current().findBatch('acme', randomUUID())).toBeUndefined();
    });
  });
}
