import { z } from 'zod';

/** What the schema allows at one place: a value, a section with named keys, or a list. */
export type KeyNode =
  | { readonly kind: 'value'; readonly valueType: 'string' | 'number' | 'boolean' }
  | { readonly kind: 'section'; readonly keys: ReadonlyMap<string, { readonly name: string; readonly node: KeyNode }> }
  | { readonly kind: 'list'; readonly item: KeyNode };

/** Reads the allowed keys off a zod schema, so that they are said once. Names are indexed in lower case. */
export function keyTree(schema: z.core.$ZodType): KeyNode {
  const bare = withoutWrappers(schema);
  if (bare instanceof z.ZodObject) {
    const keys = new Map<string, { name: string; node: KeyNode }>();
    for (const [name, child] of Object.entries<z.core.$ZodType>(bare.shape)) {
      keys.set(name.toLowerCase(), { name, node: keyTree(child) });
    }
    return { kind: 'section', keys };
  }
  if (bare instanceof z.ZodArray) return { kind: 'list', item: keyTree(bare.element) };
  if (bare instanceof z.ZodNumber) return { kind: 'value', valueType: 'number' };
  if (bare instanceof z.ZodBoolean) return { kind: 'value', valueType: 'boolean' };
  return { kind: 'value', valueType: 'string' };
}

function withoutWrappers(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodNullable) {
    return withoutWrappers(schema.unwrap());
  }
  return schema;
}

/** All keys in full (`Section:Key`); lists show an index of 0. */
export function allKeys(node: KeyNode, prefix = ''): string[] {
  if (node.kind === 'value') return [prefix];
  const below = prefix === '' ? '' : `${prefix}:`;
  if (node.kind === 'list') return [prefix, ...allKeys(node.item, `${below}0`)];
  return [...node.keys.values()].flatMap((key) => allKeys(key.node, below + key.name));
}

/**
 * The known key that differs least from `key`, by edit distance over the full, lower-case name; of those that begin with it,
 * where there are any.
 */
export function nearestKey(key: string, known: readonly string[]): string {
  const longer = known.filter((candidate) => candidate.toLowerCase().startsWith(key.toLowerCase()));
  let best = known[0] ?? '';
  let bestDistance = Infinity;
  for (const candidate of longer.length > 0 ? longer : known) {
    const distance = editDistance(key.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** How many letters have to be put in, left out or changed. */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
