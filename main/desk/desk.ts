import { Notification } from 'electron';
import type { StateChange } from '../../service/contract/http/signatures.ts';
import { createBatchWatch } from './batch-watch.ts';
import type { WaitingForPerson } from '../../service/use-cases/count-waiting.ts';
import { batchText } from './desk-texts.ts';
import type { Notice } from './texts/desk-texts.ts';
import { openTray, type TrayOptions } from './tray.ts';

export interface DeskOptions extends TrayOptions {
  /** True while the window is in front: whoever looks at it needs no notification. */
  readonly isInFront: () => boolean;
  /** Somebody wants to see what waits for an approval. */
  readonly onReview: () => void;
}

export interface Desk {
  note(change: StateChange): void;
  /** So much waits for a person now; `isNew`: more to be approved than a moment ago. */
  waits(waiting: WaitingForPerson, isNew: boolean): void;
  readonly hasTray: boolean;
}

/** What of the station shows outside its window: the icon beside the clock, a word when a batch is done or somebody asks. */
export function openDesk(options: DeskOptions): Desk {
  const tray = openTray(options);
  const batch = createBatchWatch();
  // Held, or the garbage collector takes the notification together with its click.
  const shown = new Set<Notification>();
  const notify = (text: Notice, onClick: () => void): void => {
    if (options.isInFront() || !Notification.isSupported()) return;
    const notification = new Notification(text);
    shown.add(notification);
    notification.on('click', onClick);
    for (const name of ['click', 'close'] as const) notification.on(name as 'click', () => shown.delete(notification));
    notification.show();
  };
  let waiting: WaitingForPerson = { approvals: 0, pins: 0 };
  return {
    hasTray: tray !== undefined,
    note(change) {
      const ended = batch.note(change);
      tray?.show(batch.inProgress(), waiting);
      if (ended !== undefined) notify(batchText(options.texts, ended), options.onOpen);
    },
    waits(found, isNew) {
      waiting = found;
      tray?.show(batch.inProgress(), waiting);
      if (isNew) notify(options.texts.forApproval(found.approvals), options.onReview);
    },
  };
}
