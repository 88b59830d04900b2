import { writeSync } from 'node:fs';

let isWatched = false;

/**
 * Writes one line to stdout, or to stderr for errors. A full disk or a reader that has gone costs lines, never the
 * process: nothing is thrown.
 */
export function writeToConsole(line: string, isError: boolean): void {
  keepRunningWithoutLog();
  const [stream, descriptor] = isError ? ([process.stderr, 2] as const) : ([process.stdout, 1] as const);
  if (stream.writable) {
    stream.write(`${line}\n`);
    return;
  }
  // A stream that failed once stays closed, while the disk may have room again.
  try {
    writeSync(descriptor, `${line}\n`);
  } catch {
    // There is no other place to say it.
  }
}

/** Node ends a process for an error of these streams that nobody listens to. */
function keepRunningWithoutLog(): void {
  if (isWatched) return;
  isWatched = true;
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
