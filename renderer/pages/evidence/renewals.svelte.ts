import type { ExtensionView } from '../../../service/contract/http/extensions.ts';
import { TERMINAL_SIGNATURE_STATUSES } from '../../../service/contract/vocabulary/states.ts';
import type { StationClient } from '../../api/station-client.ts';
import type { Live } from '../../state/live.svelte.ts';
import { throttle } from '../../state/throttle.ts';

/** Many changes at once are one look. */
const REFRESH_MILLISECONDS = 1_000;
const NEWEST = 200;

/** Renewals by the signatures that they are of. */
type Known = Readonly<Record<string, ExtensionView>>;

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
  let newest = $state.raw<Known>({});
  /** Of signatures that were asked for by themselves. */
  let single = $state.raw<Known>({});
  let hasOlder = $state(false);
  const asked = new Set<string>();

  const isOpen = (renewal: ExtensionView | undefined): boolean =>
    renewal !== undefined && !TERMINAL_SIGNATURE_STATUSES.includes(renewal.status);
  const known = (signatureId: string): ExtensionView | undefined => newest[signatureId] ?? single[signatureId];

  async function load(): Promise<void> {
    try {
      const { items, nextCursor } = await client.renewals({ limit: NEWEST });
      const before = newest;
      // The newest comes first, and stays.
      newest = Object.fromEntries(items.toReversed().map((renewal) => [renewal.signatureId ?? '', renewal]));
      hasOlder = nextCursor !== null;
      const open = Object.keys(single).filter((id) => isOpen(single[id]) && newest[id] === undefined);
      if (Object.entries(newest).some(([id, renewal]) => hasCompleted(before[id], renewal))) onRenewed();
      await Promise.all(open.map(ask));
    } catch {
      // The next change asks again.
    }
  }

  async function ask(signatureId: string): Promise<void> {
    asked.add(signatureId);
    try {
      const [renewal] = (await client.renewalsOf(signatureId, { limit: 1 })).items;
      const before = single[signatureId];
      if (renewal !== undefined) single = { ...single, [signatureId]: renewal };
      if (renewal !== undefined && hasCompleted(before, renewal)) onRenewed();
    } catch {
      asked.delete(signatureId);
    }
  }

  const hasCompleted = (before: ExtensionView | undefined, after: ExtensionView): boolean =>
    after.status === 'Completed' && isOpen(before);

  return {
    of: (signatureId) => (signatureId === null ? null : (known(signatureId) ?? null)),
    lookFor(signatureId) {
      if (signatureId !== null && hasOlder && known(signatureId) === undefined && !asked.has(signatureId)) {
        void ask(signatureId);
      }
    },
    isUnderWay: (signatureId) => isOpen(known(signatureId)),
    load,
    follow(live) {
      const soon = throttle(() => void load(), REFRESH_MILLISECONDS);
      const isKnown = (id: string): boolean =>
        [...Object.values(newest), ...Object.values(single)].some((renewal) => renewal.id === id);
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
