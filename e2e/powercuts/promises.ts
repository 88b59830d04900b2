import { z } from 'zod';
import type { DiskRecord } from './disk-log.ts';

/** What a client was told while the station ran, and may rely on after a power cut. */
export const Promised = z.discriminatedUnion('kind', [
  /** 202: the answer to a request, or to the same request sent again with its key. */
  z.strictObject({ kind: z.literal('accepted'), key: z.string(), id: z.string(), sha256: z.string() }),
  /** Completed, and this content. */
  z.strictObject({ kind: z.literal('completed'), id: z.string(), sha256: z.string() }),
]);
export type Promised = z.infer<typeof Promised>;

/** Of all that was told up to here. */
export interface Promises {
  /** Ids and hashes of inputs by idempotency key. */
  readonly accepted: ReadonlyMap<string, { readonly id: string; readonly sha256: string }>;
  /** Hashes of signed files by id. */
  readonly completed: ReadonlyMap<string, string>;
}

/** Throws where one key was answered with two requests. */
export function promisesOf(records: readonly DiskRecord[]): Promises {
  const accepted = new Map<string, { id: string; sha256: string }>();
  const completed = new Map<string, string>();
  for (const record of records) {
    if (record.kind !== 'told') continue;
    const told = Promised.parse(record.what);
    if (told.kind === 'completed') completed.set(told.id, told.sha256);
    else if ((accepted.get(told.key)?.id ?? told.id) !== told.id) throw new Error(`${told.key} was answered twice.`);
    else accepted.set(told.key, { id: told.id, sha256: told.sha256 });
  }
  return { accepted, completed };
}
