import { CLOSE_SIGNAL, createBatchSender, messagesOf } from './message-batch.ts';
import type { MessageLink } from './message-link.ts';

/** The part of Electron's utility process `process.parentPort` that a link needs. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

/**
 * The link of a child to the process that launched it: Node's IPC channel or, in an Electron utility process, the
 * parent port. Throws when the process was not launched by a ProcessLauncher.
 */
export function connectParentLink(): MessageLink {
  const parentPort = electronParentPort();
  if (parentPort !== undefined) return parentPortLink(parentPort);
  if (process.send === undefined) throw new Error('This script is started by the station, not by hand.');
  return ipcLink();
}

/** A child has nothing to do without its parent: it leaves when the link closes. */
export function leaveWithParent(link: MessageLink): void {
  link.onClose(() => process.exit(0));
}

function electronParentPort(): ParentPort | undefined {
  return 'parentPort' in process ? process.parentPort : undefined;
}

function ipcLink(): MessageLink {
  return {
    post: createBatchSender((batch) => {
      if (process.connected) process.send?.(batch, undefined, undefined, () => undefined);
    }),
    onMessage: (listener) => void process.on('message', (received) => messagesOf(received).forEach(listener)),
    onClose: (listener) => {
      if (process.connected) process.once('disconnect', listener);
      else listener();
    },
    close: () => {
      if (process.connected) process.disconnect();
    },
  };
}

/** Electron ends a utility process together with its parent; an ordinary end is announced by a message. */
function parentPortLink(port: ParentPort): MessageLink {
  let isClosed = false;
  const closeListeners: (() => void)[] = [];
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    for (const listener of closeListeners.splice(0)) listener();
  };
  return {
    post: createBatchSender((batch) => {
      if (!isClosed) port.postMessage(batch);
    }),
    // The port holds messages back until it has a listener: the close comes this way, too, or one before would be lost.
    onMessage: (listener) =>
      port.on('message', (event) => {
        if (event.data === CLOSE_SIGNAL) close();
        else messagesOf(event.data).forEach(listener);
      }),
    onClose: (listener) => {
      if (isClosed) listener();
      else closeListeners.push(listener);
    },
    close: () => {
      close();
      process.exit(0);
    },
  };
}
