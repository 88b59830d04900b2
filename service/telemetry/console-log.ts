import { writeSync } from 'node:fs';

let isWatched = false;
/** More than a reader that is there leaves lying; a host of half a million lines would need a gigabyte otherwise. */
const MAX_UNREAD_BYTES = 1024 * 1024;
let dropped = 0;

/**
 * Writes one line to stdout, or to stderr for errors. A full disk or a reader that has gone costs lines, never the
 * process: nothing is thrown. One that has stopped to read costs lines as well, and no more memory than MAX_UNREAD_BYTES;
 * when it reads on, it is told how many are missing.
 */
export function writeToConsole(line: string, isError: boolean): void {
  keepRunningWithoutLog();
  const [stream, descriptor] = isError ? ([process.stderr, 2] as const) : ([process.stdout, 1] as const);
  if (stream.writable) {
    if (stream.writableLength > MAX_UNREAD_BYTES) dropped += 1;
    else stream.write(`${missingLines()}${line}\n`);
    return;
  }
  // A stream that failed once stays closed, while the disk may have room again.
  try {
    writeSync(descriptor, `${line}\n`);
  } catch {
    // There is no other place to say it.
  }
}

/** Writes text for a person to the same place: where nobody can read it, it costs no process either. */
export function tellPerson(text: string, isError = false): void {
  keepRunningWithoutLog();
  const stream = isError ? process.stderr : process.stdout;
  try {
    if (stream.writable) stream.write(text);
  } catch {
    // There is no other place to say it.
  }
}

function missingLines(): string {
  if (dropped === 0) return '';
  const line = {
    time: new Date().toISOString(),
    level: 'warn',
    message: 'Log lines were not read in time and dropped.',
  };
  const text = `${JSON.stringify({ ...line, pid: process.pid, count: dropped })}\n`;
  dropped = 0;
  return text;
}

/** Node ends a process for an error of these streams that nobody listens to. */
function keepRunningWithoutLog(): void {
  if (isWatched) return;
  isWatched = true;
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
