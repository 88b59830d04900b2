import type { ExtensionView } from '../../../service/contract/http/extensions.ts';
import type { StationClient } from '../../api/station-client.ts';

/** The newest renewals of signatures that were asked for by themselves. */
export interface SingleRenewals {
  /** Null where there is none, or no answer yet; undefined where nobody has asked. */
  readonly of: (signatureId: string) => ExtensionView | null | undefined;
  readonly all: () => readonly ExtensionView[];
  /** Asks the station, again where it was asked before. Never rejects: what is known stays. */
  readonly ask: (signatureId: string) => Promise<void>;
}

/** `onChange` is called with what was known of a renewal and what is known now. */
export function createSingleRenewals(
  client: Pick<StationClient, 'renewalsOf'>,
  onChange: (before: ExtensionView | undefined, after: ExtensionView) => void,
): SingleRenewals {
  let known = $state.raw<Readonly<Record<string, ExtensionView | null>>>({});

  async function ask(signatureId: string): Promise<void> {
    const before = known[signatureId] ?? null;
    known = { ...known, [signatureId]: before };
    try {
      const [renewal = null] = (await client.renewalsOf(signatureId, { limit: 1 })).items;
      known = { ...known, [signatureId]: renewal };
      if (renewal !== null) onChange(before ?? undefined, renewal);
    } catch {
      // Where it is shown it stays as it was; a page that is opened again asks again.
    }
  }

  return {
    of: (signatureId) => known[signatureId],
    all: () => Object.values(known).filter((renewal) => renewal !== null),
    ask,
  };
}
