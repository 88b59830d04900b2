import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { compileLibrary } from './preloaded-library.ts';

/** A wall clock that can be set while a process that was started with `environment` runs. Linux only. */
export interface WanderingClock {
  readonly environment: Readonly<Record<string, string>>;
  /** From now on it is wrong by so many seconds. */
  setOff(seconds: number): void;
}

/** Compiles the library in `folder`. Throws when there is no C compiler. */
export function makeWanderingClock(folder: string): WanderingClock {
  const file = path.join(folder, 'clock-offset');
  const write = (seconds: number): void => {
    const bytes = Buffer.from(new BigInt64Array([BigInt(seconds)]).buffer);
    // In place: the process has the file in its memory.
    const descriptor = openSync(file, 'r+');
    writeSync(descriptor, bytes, 0, bytes.length, 0);
    closeSync(descriptor);
  };
  writeFileSync(file, Buffer.alloc(8));
  return {
    environment: { LD_PRELOAD: compileLibrary(folder, 'clock-offset.c'), CLOCK_OFFSET: file },
    setOff: write,
  };
}

/** The environment of a process whose wall clock stands still at `at`; `folder` takes the library. Linux only. */
export function stoppedClock(folder: string, at: Date): Readonly<Record<string, string>> {
  const CLOCK_STOPPED = String(Math.floor(at.getTime() / 1_000));
  return { LD_PRELOAD: compileLibrary(folder, 'clock-offset.c'), CLOCK_STOPPED };
}
