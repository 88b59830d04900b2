import type { ExtensionView } from '../../../service/contract/http/extensions.ts';
import { TERMINAL_SIGNATURE_STATUSES } from '../../../service/contract/vocabulary/states.ts';
import type { StationClient } from '../../api/station-client.ts';
import type { Live } from '../../state/live.svelte.ts';
import { throttle } from '../../state/throttle.ts';

/** Many changes at once are one look. */
const REFRESH_MILLISECONDS = 1_000;
const NEWEST = 200;

export interface Renewals {
  /** The newest renewal of a signature among the newest of all; null where there is none. */
  readonly of: (signatureId: string | null) => ExtensionView | null;
  readonly isUnderWay: (signatureId: string) => boolean;
  /** Asks the station for the newest renewals. Never rejects: what is known stays. */
  readonly load: () => Promise<void>;
  /** Looks again as states change, until the function that it gives is called. */
  readonly follow: (live: Pick<Live, 'onChange' | 'onGap'>) => () => void;
}

/** The states of renewals; `onRenewed` is called when one that was under way has completed. */
export function createRenewals(client: Pick<StationClient, 'renewals'>, onRenewed: () => void): Renewals {
  let known = $state.raw<Readonly<Record<string, ExtensionView>>>({});

  const isOpen = (renewal: ExtensionView | undefined): boolean =>
    renewal !== undefined && !TERMINAL_SIGNATURE_STATUSES.includes(renewal.status);

  async function load(): Promise<void> {
    try {
      const { items } = await client.renewals({ limit: NEWEST });
      const before = known;
      // The newest comes first, and stays.
      known = Object.fromEntries(items.toReversed().map((renewal) => [renewal.signatureId ?? '', renewal]));
      const hasRenewed = Object.entries(known).some(([id, { status }]) => status === 'Completed' && isOpen(before[id]));
      if (hasRenewed) onRenewed();
    } catch {
      // The next change asks again.
    }
  }

  return {
    of: (signatureId) => (signatureId === null ? null : (known[signatureId] ?? null)),
    isUnderWay: (signatureId) => isOpen(known[signatureId]),
    load,
    follow(live) {
      const soon = throttle(() => void load(), REFRESH_MILLISECONDS);
      const isKnown = (id: string): boolean => Object.values(known).some((renewal) => renewal.id === id);
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
