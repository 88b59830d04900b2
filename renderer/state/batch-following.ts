import type { StationClient } from '../api/station-client.ts';
import type { BatchList } from './batch-list.svelte.ts';
import { isTerminal, laterStatus } from './batch-model.ts';
import type { Live } from './live.svelte.ts';

/** What becomes of the documents that the station has accepted. */
export interface BatchFollower {
  /** Asks for the state of one of them. */
  readonly refresh: (id: string) => Promise<void>;
  readonly stop: () => void;
}

/** Follows the station's events, and asks where some were missed. */
export function followBatch(client: StationClient, live: Live, list: BatchList): BatchFollower {
  async function refresh(id: string): Promise<void> {
    const asked = list.findById(id)?.progress;
    try {
      const view = await client.signature(id);
      const document = list.findById(id);
      if (document?.progress.step !== 'accepted') return;
      // An event that came since knows better than an answer that was on its way.
      const isOvertaken = asked?.step === 'accepted' && asked.status !== document.progress.status;
      const current = document.progress.status;
      const status = isOvertaken && !isTerminal(view.status) ? current : laterStatus(current, view.status);
      document.progress = { ...document.progress, status, view };
    } catch {
      // The next event or reconnect asks again; the last known state stays on screen.
    }
  }

  const endChanges = live.onChange(({ signatureId, status }) => {
    const document = list.findById(signatureId);
    if (document?.progress.step !== 'accepted') return;
    // Queued again straight after it was begun: it waits for a card or a PIN now, and the answer says for what.
    const isParked = status === 'Queued' && document.progress.status === 'Processing';
    document.progress = { ...document.progress, status: laterStatus(document.progress.status, status) };
    if (isTerminal(status) || status === 'RetryScheduled' || isParked) void refresh(signatureId);
  });
  const endGaps = live.onGap(() => {
    for (const { progress } of list.documents) {
      if (progress.step === 'accepted' && !isTerminal(progress.status)) void refresh(progress.id);
    }
  });
  return {
    refresh,
    stop: () => {
      endChanges();
      endGaps();
    },
  };
}
