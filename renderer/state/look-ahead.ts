import type { WaitingDocument } from '../../service/contract/http/approvals.ts';
import type { StationClient } from '../api/station-client.ts';

export interface LookAhead {
  /** Looks at those of the requests that were not looked at yet, in their order. */
  want(ids: readonly string[]): void;
  stop(): void;
}

/**
 * Asks the station what the documents of waiting requests are before a person opens them, one request after the other, so that
 * what is opened does not wait behind forty. What cannot be told is told when the document is opened: nothing is asked twice.
 */
export function createLookAhead(
  client: Pick<StationClient, 'waitingDocuments'>,
  onLooked: (id: string, documents: readonly WaitingDocument[]) => void,
): LookAhead {
  const asked = new Set<string>();
  let left: readonly string[] = [];
  let isLooking = false;

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    for (let [id] = left; id !== undefined; [id] = left) {
      asked.add(id);
      left = left.slice(1);
      try {
        const { documents } = await client.waitingDocuments(id);
        onLooked(id, documents);
      } catch {
        // It waits no more, or the station has enough to do.
      }
    }
    isLooking = false;
  }

  return {
    want(ids) {
      left = ids.filter((id) => !asked.has(id));
      void look();
    },
    stop() {
      left = [];
    },
  };
}
