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
