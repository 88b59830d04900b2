import type { ExtensionView } from '../../../service/contract/http/extensions.ts';
import { TERMINAL_SIGNATURE_STATUSES } from '../../../service/contract/vocabulary/states.ts';
import type { StationClient } from '../../api/station-client.ts';
import type { Live } from '../../state/live.svelte.ts';
import { throttle } from '../../state/throttle.ts';
import { createSingleRenewals } from './single-renewals.svelte.ts';

/** Many changes at once are one look. */
const REFRESH_MILLISECONDS = 1_000;
const NEWEST = 200;

export interface Renewals {
  /** The newest renewal of a signature, as far as it was asked for; null where none is known. */
  readonly of: (signatureId: string | null) => ExtensionView | null;
  /** Asks, once, for that of a signature where the newest renewals of all do not reach back to it. Never rejects. */
  readonly lookFor: (signatureId: string | null) => void;
  readonly isUnderWay: (signatureId: string) => boolean;
  /** Asks the station for the newest renewals. Never rejects: what is known stays. */
  readonly load: () => Promise<void>;
  /** Looks again as states change, until the function that it gives is called. */
  readonly follow: (live: Pick<Live, 'onChange' | 'onGap'>) => () => void;
}

/** The states of renewals; `onRenewed` is called when one that was under way has completed. */
export function createRenewals(
  client: Pick<StationClient, 'renewals' | 'renewalsOf'>,
  onRenewed: () => void,
): Renewals {
  let newest = $state.raw<Readonly<Record<string, ExtensionView>>>({});
  let hasOlder = $state(false);

  const isOpen = (renewal: ExtensionView | undefined): boolean =>
    renewal !== undefined && !TERMINAL_SIGNATURE_STATUSES.includes(renewal.status);
  const hasCompleted = (before: ExtensionView | undefined, after: ExtensionView): boolean =>
    after.status === 'Completed' && isOpen(before);
  const single = createSingleRenewals(client, (before, after) => {
    if (hasCompleted(before, after)) onRenewed();
  });
  const of = (signatureId: string): ExtensionView | undefined =>
    newest[signatureId] ?? single.of(signatureId) ?? undefined;

  async function load(): Promise<void> {
    try {
      const { items, nextCursor } = await client.renewals({ limit: NEWEST });
      const before = newest;
      // The newest comes first, and stays.
      newest = Object.fromEntries(items.toReversed().map((renewal) => [renewal.signatureId ?? '', renewal]));
      hasOlder = nextCursor !== null;
      if (Object.entries(newest).some(([id, renewal]) => hasCompleted(before[id], renewal))) onRenewed();
      await Promise.all(
        single
          .all()
          .filter(isOpen)
          .map(({ signatureId }) => single.ask(signatureId ?? '')),
      );
    } catch {
      // The next change asks again.
    }
  }

  return {
    of: (signatureId) => (signatureId === null ? null : (of(signatureId) ?? null)),
    lookFor(signatureId) {
      const isUnknown = signatureId !== null && newest[signatureId] === undefined;
      if (isUnknown && hasOlder && single.of(signatureId) === undefined) void single.ask(signatureId);
    },
    isUnderWay: (signatureId) => isOpen(of(signatureId)),
    load,
    follow(live) {
      const soon = throttle(() => void load(), REFRESH_MILLISECONDS);
      const isKnown = (id: string): boolean =>
        [...Object.values(newest), ...single.all()].some((renewal) => renewal.id === id);
      const ends = [
        live.onChange((change) => (isKnown(change.signatureId) ? soon.call() : undefined)),
        live.onGap(() => soon.call()),
      ];
      return () => {
        for (const end of ends) end();
        soon.cancel();
      };
    },
  };
}
