import { Notification } from 'electron';
import type { StateChange } from '../../service/contract/http/signatures.ts';
import { createBatchWatch } from './batch-watch.ts';
import { batchText } from './desk-texts.ts';
import { openTray, type TrayOptions } from './tray.ts';

export interface DeskOptions extends TrayOptions {
  /** True while the window is in front: whoever looks at it needs no notification. */
  readonly isInFront: () => boolean;
}

export interface Desk {
  note(change: StateChange): void;
  readonly hasTray: boolean;
}

/** What of the station shows outside its window: the icon beside the clock and a word when a batch is done. */
export function openDesk(options: DeskOptions): Desk {
  const tray = openTray(options);
  const batch = createBatchWatch();
  // Held, or the garbage collector takes the notification together with its click.
  const shown = new Set<Notification>();
  const notify = (text: ReturnType<typeof batchText>): void => {
    const notification = new Notification(text);
    shown.add(notification);
    notification.on('click', options.onOpen);
    for (const name of ['click', 'close'] as const) notification.on(name as 'click', () => shown.delete(notification));
    notification.show();
  };
  return {
    hasTray: tray !== undefined,
    note(change) {
      const ended = batch.note(change);
      tray?.show(batch.inProgress());
      if (ended !== undefined && !options.isInFront() && Notification.isSupported()) notify(batchText(ended));
    },
  };
}
