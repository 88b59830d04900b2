import { constants } from 'node:os';

/** What is open, the newest last. */
const open = new Set<() => void>();

/**
 * For what would outlive this process: `end` is called where the process ends before the answered function was, and may
 * wait for nothing. A command that is broken off leaves no server, station or folder so.
 */
export function endedWithUs(end: () => void): () => void {
  if (open.size === 0) process.on('exit', endAll);
  open.add(end);
  return () => {
    open.delete(end);
    if (open.size === 0) process.off('exit', endAll);
  };
}

/** For commands: a signal that asks for their end is one, with all that they have started. */
export function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

function endAll(): void {
  for (const end of [...open].reverse()) {
    try {
      end();
    } catch (fault) {
      console.error(`Something was left when this ended: ${String(fault)}`);
    }
  }
}
