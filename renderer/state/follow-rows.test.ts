import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StateChange } from '../../service/contract/http/signatures.ts';
import { followRows } from './follow-rows.ts';
import { createKeysetPager } from './keyset-pager.ts';
import { createListeners } from './listeners.ts';

interface Row {
  readonly id: string;
  readonly note: string;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const row = (id: string, note = 'as listed'): Row => ({ id, note });

async function followed(rows: readonly Row[], pageSize = 2) {
  const changes = createListeners<[StateChange]>();
  const gaps = createListeners<[]>();
  const keyset = createKeysetPager<Row>(
    () => Promise.resolve({ items: rows, nextCursor: null }),
    () => undefined,
  );
  await keyset.loadMore();
  const first = vi.fn<() => Promise<readonly Row[]>>(() => Promise.resolve(rows.slice(0, pageSize)));
  const one = vi.fn(({ id }: Row) => Promise.resolve(row(id, 'asked for alone')));
  const unknown = vi.fn();
  const end = followRows<Row>({
    live: { onChange: changes.add, onGap: gaps.add },
    pager: {
      get rows() {
        return keyset.rows;
      },
      update: keyset.replaceRows,
    },
    ...{ pageSize, first, one, requestOf: ({ id }) => id, onUnknown: unknown },
  });
  const change = (signatureId: string): void =>
    changes.call({ signatureId, tenantId: 'default', status: 'Queued', at: '2026-01-01T00:00:00Z' });
  return { keyset, first, one, unknown, end, change, gap: () => gaps.call() };
}

describe('a list that is followed', () => {
  it('takes rows as the station has them now, many changes at one look', async () => {
    const list = await followed([row('a'), row('b')]);
    list.first.mockResolvedValue([row('a', 'waits for the card'), row('b')]);
    for (const id of ['a', 'b', 'a']) list.change(id);
    await vi.runAllTimersAsync();
    expect(list.keyset.rows).toEqual([row('a', 'waits for the card'), row('b')]);
    expect(list.first).toHaveBeenCalledTimes(2);
    expect(list.unknown).not.toHaveBeenCalled();
  });

  it('tells of rows that it does not have only where the station has any', async () => {
    const list = await followed([row('a'), row('b')]);
    list.change('older than the first page');
    await vi.runAllTimersAsync();
    expect(list.unknown).not.toHaveBeenCalled();
    list.first.mockResolvedValue([row('new'), row('a')]);
    list.change('new');
    await vi.runAllTimersAsync();
    expect(list.unknown.mock.calls).toEqual([[[row('new')]]]);
  });

  it('asks for a row beyond the first page alone', async () => {
    const list = await followed([row('a'), row('b'), row('c')]);
    list.change('c');
    await vi.runAllTimersAsync();
    expect(list.keyset.rows[2]).toEqual(row('c', 'asked for alone'));
    expect(list.first).not.toHaveBeenCalled();
  });

  it('throws an answer away that is of a list before, and looks again after a gap', async () => {
    const list = await followed([row('a')]);
    list.first.mockResolvedValue([row('a', 'of another filter'), row('x')]);
    list.gap();
    list.keyset.reset();
    await list.keyset.loadMore();
    await vi.runAllTimersAsync();
    expect(list.keyset.rows).toEqual([row('a')]);
    expect(list.unknown).not.toHaveBeenCalled();
    list.gap();
    await vi.runAllTimersAsync();
    expect(list.keyset.rows).toEqual([row('a', 'of another filter')]);
  });

  it('leaves what is shown where a call fails, and asks for nothing once it has ended', async () => {
    const list = await followed([row('a'), row('b'), row('c')]);
    list.first.mockRejectedValue(new Error('The station is gone.'));
    list.one.mockRejectedValue(new Error('The station is gone.'));
    list.change('a');
    list.change('c');
    await vi.runAllTimersAsync();
    expect(list.keyset.rows).toEqual([row('a'), row('b'), row('c')]);
    list.end();
    list.change('a');
    list.gap();
    await vi.runAllTimersAsync();
    expect(list.first).toHaveBeenCalledTimes(1);
  });
});
