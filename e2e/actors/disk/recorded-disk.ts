import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileLibrary } from './preloaded-library.ts';

/** A disk of which everything that is done to it is written down, for processes that are started with `environment`. Linux only. */
export interface RecordedDisk {
  readonly environment: Readonly<Record<string, string>>;
  /** The records, in the order in which they were made; see recorded-disk.c. */
  readonly log: string;
  /** Writes down between them what somebody was told: whatever stands before it was done before. */
  note(what: unknown): void;
}

const HEAD_BYTES = 32;

/** Compiles the library in `folder`; what is done below `root`, an empty folder, is recorded. Throws without a C compiler. */
export function makeRecordedDisk(folder: string, root: string): RecordedDisk {
  const log = path.join(folder, 'disk.log');
  writeFileSync(log, '');
  return {
    environment: {
      LD_PRELOAD: compileLibrary(folder, 'recorded-disk.c'),
      RECORDED_ROOT: root,
      RECORDED_LOG: log,
    },
    log,
    note(what) {
      const text = Buffer.from(JSON.stringify(what));
      const head = Buffer.alloc(HEAD_BYTES);
      head.writeUInt32LE(HEAD_BYTES - 4 + text.length, 0);
      head.write('A', 4, 'latin1');
      appendFileSync(log, Buffer.concat([head, text]));
    },
  };
}
