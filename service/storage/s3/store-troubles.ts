import { factsOf } from './s3-faults.ts';

/** Told of a request that the store did not answer as it should; `fault` is what the SDK or Node threw, or the status. */
export type TellTrouble = (method: string, fault: unknown) => void;

/** Where a warning goes: fixed text, and what varies. */
export interface Warnings {
  warn(
    message: string,
    fields: {
      readonly method: string;
      readonly errorName: string | undefined;
      readonly status: number | undefined;
      readonly count: number;
    },
  ): void;
}

const REST_MILLISECONDS = 60_000;

/**
 * Says that a request is made again: documents wait meanwhile, up to two minutes where the store is silent, and where it
 * answers at last nobody else tells. Of many in a minute the first one is told, and how many there were with the next.
 */
export function troublesIn(log: Warnings, now: () => number = () => performance.now()): TellTrouble {
  let toldAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (method, fault) => {
    count += 1;
    if (now() - toldAt < REST_MILLISECONDS) return;
    const facts = typeof fault === 'number' ? { name: undefined, status: fault } : factsOf(fault);
    const { name: errorName, status } = facts;
    log.warn('The object store did not answer as it should; it is asked again.', {
      ...{ method, errorName, status, count },
    });
    [toldAt, count] = [now(), 0];
  };
}

/**
 * Whether the store could not do now what it was asked for, or nothing came from it; 501 says that it never can, and who
 * breaks a request off waits for nothing.
 */
export function isTrouble({ name, status }: { readonly name?: string; readonly status: number | undefined }): boolean {
  if (status === undefined) return name !== 'AbortError';
  return (status >= 500 && status !== 501) || status === 429;
}
