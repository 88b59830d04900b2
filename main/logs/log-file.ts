import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

export interface LogFile {
  /** Appends one finished line. Never throws: a full disk must not end the program. */
  write(line: string): void;
  readonly folder: string;
  /** The lines of the present file, the newest last. */
  lines(): readonly string[];
}

export interface LogFileOptions {
  readonly folder: string;
  /** The file is moved aside when it is larger than this. */
  readonly maxBytes?: number;
  /** Older files that are kept besides. */
  readonly kept?: number;
}

/**
 * The log of a packaged program, which has no terminal: `station.log`, and `station.1.log` and so on of before, readable
 * by its user only. Lines are few (starts, ends, faults), so that each is written at once and none is lost by a crash.
 */
export function openLogFile({ folder, maxBytes = 5_000_000, kept = 4 }: LogFileOptions): LogFile {
  const named = (number: number): string => path.join(folder, number === 0 ? 'station.log' : `station.${number}.log`);
  let bytes = -1;
  const write = (line: string): void => {
    if (bytes < 0) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      bytes = statSync(named(0), { throwIfNoEntry: false })?.size ?? 0;
    }
    if (bytes > maxBytes) {
      for (let number = kept; number > 0; number--) moveIfThere(named(number - 1), named(number));
      bytes = 0;
    }
    appendFileSync(named(0), `${line}\n`, { mode: 0o600 });
    bytes += Buffer.byteLength(line) + 1;
  };
  return {
    folder,
    lines() {
      try {
        return readFileSync(named(0), 'utf8').split('\n').filter(Boolean);
      } catch {
        return [];
      }
    },
    write(line) {
      try {
        write(line);
      } catch {
        // There is no other place to say it; the size is read again with the next line.
        bytes = -1;
      }
    },
  };
}

function moveIfThere(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, to);
}
