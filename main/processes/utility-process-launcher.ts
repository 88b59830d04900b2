import { utilityProcess, type UtilityProcess } from 'electron';
import {
  runtimeArguments,
  type ExitReason,
  type LaunchedProcess,
  type LaunchSpecification,
  type ProcessLauncher,
} from '../../service/processes/launcher.ts';
import { createBatchSender, messagesOf } from '../../service/processes/message-batch.ts';
import type { MessageLink } from '../../service/processes/message-link.ts';

/** Launches children as Electron utility processes: RunAsNode is fused off in packages, so `fork` would not work there. */
export function createUtilityProcessLauncher(): ProcessLauncher {
  return {
    launch(specification: LaunchSpecification): LaunchedProcess {
      const child = utilityProcess.fork(specification.entry, [...specification.args], {
        serviceName: specification.name,
        env: { ...specification.env },
        execArgv: runtimeArguments(specification),
        stdio: specification.discardsOutput === true ? 'ignore' : 'inherit',
      });
      const exited = new Promise<ExitReason>((resolve) => {
        child.once('exit', (exitCode) => resolve({ kind: 'exited', exitCode }));
      });
      return { pid: child.pid, link: utilityProcessLink(child), exited, kill: () => end(child) };
    },
  };
}

/**
 * Electron's own `kill` sends SIGTERM, which children leave to the host (a closing terminal sends it to all of them) and
 * which a stopped process never hears.
 */
function end(child: UtilityProcess): void {
  if (process.platform === 'win32' || child.pid === undefined) {
    child.kill();
    return;
  }
  try {
    process.kill(child.pid, 'SIGKILL');
  } catch {
    // It has ended in the meantime.
  }
}

function utilityProcessLink(child: UtilityProcess): MessageLink {
  let isClosed = false;
  const closeListeners: (() => void)[] = [];
  const markClosed = (): void => {
    if (isClosed) return;
    isClosed = true;
    for (const listener of closeListeners.splice(0)) listener();
  };
  child.once('exit', markClosed);
  return {
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
    // A utility process has no channel of its own to close: ending it is how its link closes.
    close: () => {
      end(child);
      markClosed();
    },
  };
}
