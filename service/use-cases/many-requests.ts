import { StationError } from '../domain/station-error.ts';
import type { RequestFilter } from '../persistence/persistence.ts';
import type { Caller, UseCasePorts } from './ports.ts';

/** What one call does at most. */
const PAGE = 200;

/** Which requests, and where the call before ended. */
export interface ManyRequests {
  readonly filter: RequestFilter;
  readonly cursor: string | null;
}

export interface ManyDone<Result> {
  readonly done: readonly Result[];
  readonly skipped: { readonly signatureId: string; readonly errorCode: string; readonly detail: string }[];
  readonly nextCursor: string | null;
}

/**
 * Does the same with each signature request that fits, newest first, one after the other. Those for which it is refused are
 * named, and the others go on; a fault of the station ends it.
 */
export async function withEach<Result>(
  ports: Pick<UseCasePorts, 'persistence'>,
  { tenantId }: Caller,
  { filter, cursor }: ManyRequests,
  act: (id: string) => Promise<Result>,
): Promise<ManyDone<Result>> {
  const query = { tenantId, limit: PAGE, cursor };
  const page = await ports.persistence.listRequests(query, { ...filter, kind: 'Signature' });
  const done: Result[] = [];
  const skipped: ManyDone<Result>['skipped'] = [];
  for (const { request } of page.items) {
    try {
      done.push(await act(request.id));
    } catch (fault) {
      if (!(fault instanceof StationError) || fault.status >= 500) throw fault;
      skipped.push({ signatureId: request.id, errorCode: fault.code, detail: fault.message });
    }
  }
  return { done, skipped, nextCursor: page.nextCursor };
}
