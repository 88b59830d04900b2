import { fork, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import {
  engineOptions,
  type ExitReason,
  type LaunchedProcess,
  type LaunchSpecification,
  type ProcessLauncher,
} from '../launcher.ts';
import { createBatchSender, messagesOf } from '../message-batch.ts';
import type { MessageLink } from '../message-link.ts';

/**
 * Launches children of plain Node. Every process writes whole JSON log lines: they go to `writeLine`, or to the parent's
 * own output. A process that keeps on while its log is not read needs `writeLine`: where a child is given the parent's
 * output, libuv makes that blocking for both, and a write to a pipe that nobody reads does not return.
 */
export function createForkLauncher(
  writeLine?: (line: string, isError: boolean) => void,
  start: typeof fork = fork,
): ProcessLauncher {
  const kept = writeLine === undefined ? 'inherit' : 'pipe';
  return {
    launch(specification: LaunchSpecification): LaunchedProcess {
      const output = specification.discardsOutput === true ? 'ignore' : kept;
      let child: ChildProcess;
      try {
        child = start(specification.entry, [...specification.args], {
          env: { ...specification.env },
          // The parent's own options (--inspect and the like) are not handed on.
          execArgv: ['--disable-sigusr1', ...engineOptions(specification)],
          serialization: 'advanced',
          stdio: ['ignore', output, output, 'ipc'],
        });
      } catch (fault) {
        return notStarted(fault);
      }
      if (writeLine !== undefined) passOn(child, writeLine);
      const exited = new Promise<ExitReason>((resolve) => {
        child.once('error', (error) => resolve({ kind: 'failed-to-start', message: error.message }));
        child.once('exit', (exitCode, signal) =>
          resolve(signal === null ? { kind: 'exited', exitCode: exitCode ?? 0 } : { kind: 'killed', signal }),
        );
      });
      return { pid: child.pid, link: childLink(child), exited, kill: () => void child.kill('SIGKILL') };
    },
  };
}

/** What Node does not tell by an event, as too little memory: whoever launches meets every failure in the same way. */
function notStarted(fault: unknown): LaunchedProcess {
  const message = fault instanceof Error ? fault.message : 'unknown';
  return {
    pid: undefined,
    link: {
      post: () => undefined,
      onMessage: () => undefined,
      onClose: (listener) => listener(),
      close: () => undefined,
    },
    exited: Promise.resolve({ kind: 'failed-to-start', message }),
    kill: () => undefined,
  };
}

/**
 * Lines of several children are not mixed up within one. Node gives a child for which there were no file handles no
 * streams at all, against what it says of itself.
 */
function passOn({ stdout, stderr }: Partial<ChildProcess>, writeLine: (line: string, isError: boolean) => void): void {
  if (stdout) createInterface({ input: stdout }).on('line', (line) => writeLine(line, false));
  if (stderr) createInterface({ input: stderr }).on('line', (line) => writeLine(line, true));
}

function childLink(child: ChildProcess): MessageLink {
  let isClosed = false;
  const closeListeners: (() => void)[] = [];
  const markClosed = (): void => {
    if (isClosed) return;
    isClosed = true;
    for (const listener of closeListeners.splice(0)) listener();
  };
  child.once('disconnect', markClosed);
  child.once('exit', markClosed);
  child.once('error', markClosed);
  return {
    post: createBatchSender((batch) => {
      // A child that dies between two sends is an ordinary event; `exited` and onClose report it.
      if (child.connected) child.send(batch, () => undefined);
    }),
    // What a dead child had sent may still arrive after its exit. By then its claims are given back: a late claim would
    // lock a job for nobody.
    onMessage: (listener) =>
      void child.on('message', (received) => {
        for (const message of messagesOf(received)) if (!isClosed) listener(message);
      }),
    onClose: (listener) => {
      if (isClosed) listener();
      else closeListeners.push(listener);
    },
    close: () => {
      if (child.connected) child.disconnect();
      markClosed();
    },
  };
}
