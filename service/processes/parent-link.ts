import { createBatchSender, messagesOf } from './message-batch.ts';
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

function parentPortLink(port: ParentPort): MessageLink {
  // A utility process is ended by Electron together with its parent; there is no close event to wait for.
  return {
    post: createBatchSender((batch) => port.postMessage(batch)),
    onMessage: (listener) => port.on('message', (event) => messagesOf(event.data).forEach(listener)),
    onClose: () => undefined,
    close: () => process.exit(0),
  };
}
