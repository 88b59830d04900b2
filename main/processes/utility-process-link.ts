import type { UtilityProcess } from 'electron';
import { CLOSE_SIGNAL, createBatchSender, messagesOf } from '../../service/processes/message-batch.ts';
import type { MessageLink } from '../../service/processes/message-link.ts';

/** How long a child may take to leave after its link was closed; longer than the stop of any role. */
const LEAVE_GRACE_MILLISECONDS = 15_000;

export interface UtilityProcessLink extends MessageLink {
  /** The process is gone. */
  markClosed(): void;
}

/**
 * The host's end of the link to a utility process. Such a process has no channel that could be closed: it is told to
 * leave, so that it can finish, log out of its token and unload the module, and `kill` ends it if it does not.
 */
export function utilityProcessLink(child: UtilityProcess, kill: () => void): UtilityProcessLink {
  let isClosed = false;
  const closeListeners: (() => void)[] = [];
  const markClosed = (): void => {
    if (isClosed) return;
    isClosed = true;
    for (const listener of closeListeners.splice(0)) listener();
  };
  child.once('exit', markClosed);
  return {
    markClosed,
    post: createBatchSender((batch) => {
      if (!isClosed) child.postMessage(batch);
    }),
    onMessage: (listener) =>
      void child.on('message', (received) => {
        for (const message of messagesOf(received)) if (!isClosed) listener(message);
      }),
    onClose: (listener) => {
      if (isClosed) listener();
      else closeListeners.push(listener);
    },
    close: () => {
      if (isClosed) return;
      child.postMessage(CLOSE_SIGNAL);
      const timer = setTimeout(kill, LEAVE_GRACE_MILLISECONDS).unref();
      child.once('exit', () => clearTimeout(timer));
      markClosed();
    },
  };
}
