import type { ErrorCode } from '../contract/vocabulary/error-catalogue.ts';
import type { WaitReason } from '../contract/vocabulary/failures.ts';
import { COUNTED_ROWS, type ReasonCounts } from './pages.ts';

/** The counts of rows, added up by a key of theirs. */
export function total<T extends { readonly count: number }, K extends string>(
  rows: readonly T[],
  keyOf: (row: T) => K,
): Partial<Record<K, number>> {
  const totals: Partial<Record<K, number>> = {};
  for (const row of rows) totals[keyOf(row)] = (totals[keyOf(row)] ?? 0) + row.count;
  return totals;
}

/** Null for no values; between the two middle ones of an even number of values. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

/** A reason with the rows of it that were looked at, and how many of those fit. */
export interface CountedReason<Reason> {
  readonly reason: Reason | null;
  readonly lookedAt: number;
  readonly count: number;
}

/** The reasons of both states that any request has, those with the most requests first. */
export function withMostFirst(
  failed: readonly CountedReason<ErrorCode>[],
  queued: readonly CountedReason<WaitReason>[],
): ReasonCounts {
  const lookedAt = [failed, queued].map((rows) => rows.reduce((sum, row) => sum + row.lookedAt, 0));
  return {
    failed: reasonsOf(failed, (errorCode, count) => ({ errorCode, count })),
    waiting: reasonsOf(queued, (waitReason, count) => ({ waitReason, count })),
    isExact: lookedAt.every((rows) => rows <= COUNTED_ROWS),
  };
}

function reasonsOf<Reason, View>(
  rows: readonly CountedReason<Reason>[],
  view: (reason: Reason, count: number) => View,
): readonly View[] {
  return rows
    .toSorted((a, b) => b.count - a.count)
    .flatMap(({ reason, count }) => (reason === null || count === 0 ? [] : [view(reason, count)]));
}
