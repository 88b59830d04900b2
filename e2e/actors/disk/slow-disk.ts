import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileLibrary } from './preloaded-library.ts';

/** A disk whose syncs take as long as one says, for processes that are started with `environment`. Linux only. */
export interface SlowDisk {
  readonly environment: Readonly<Record<string, string>>;
  /** From now on each sync takes so long. */
  delaySyncs(milliseconds: number): void;
  /** From now on syncs of files fail as on a broken disk where their path has this in it; null: none. */
  refuseSyncs(ofPath: string | null): void;
  /** Syncs since the last call: on main threads, where an event loop waits for them, and on others. */
  takeCounts(): { readonly onMainThread: number; readonly elsewhere: number };
}

/** Compiles the library in `folder`. Throws when there is no C compiler. */
export function makeSlowDisk(folder: string): SlowDisk {
  const library = compileLibrary(folder, 'slow-sync.c');
  const delay = path.join(folder, 'delay');
  const log = path.join(folder, 'syncs');
  const refused = path.join(folder, 'refused');
  return {
    environment: { LD_PRELOAD: library, SLOW_SYNC_DELAY: delay, SLOW_SYNC_LOG: log, SLOW_SYNC_REFUSED: refused },
    delaySyncs: (milliseconds) => writeFileSync(delay, String(milliseconds)),
    refuseSyncs: (ofPath) => (ofPath === null ? rmSync(refused, { force: true }) : writeFileSync(refused, ofPath)),
    takeCounts() {
      const letters = readOf(log);
      rmSync(log, { force: true });
      const onMainThread = letters.replaceAll('o', '').length;
      return { onMainThread, elsewhere: letters.length - onMainThread };
    },
  };
}

function readOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
