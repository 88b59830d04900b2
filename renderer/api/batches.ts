import type { ZodType } from 'zod';
import { BatchView } from '../../service/contract/http/batches.ts';

interface Calls {
  readonly get: <T>(schema: ZodType<T>, path: string) => Promise<T>;
  readonly post: <T>(schema: ZodType<T>, path: string, json?: unknown) => Promise<T>;
}

/** The calls about batches; `base` is the path of the collection. All reject with ApiError. */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- part of StationClient, which is derived
export function batchCalls({ get, post }: Calls, base: string) {
  const pathOf = (id: string): string => `${base}/${encodeURIComponent(id)}`;
  return {
    createBatch: (signatureIds: readonly string[]) => post(BatchView, base, { signatureIds }),
    batch: (id: string) => get(BatchView, pathOf(id)),
    stopBatch: (id: string) => post(BatchView, `${pathOf(id)}/cancel`),
    batchContentPath: (id: string): string => `${pathOf(id)}/content`,
  };
}
