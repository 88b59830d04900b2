import { closeSync, constants, openSync } from 'node:fs';
import koffi from 'koffi';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';

/** A login takes a token less than that, but for dialogs at its reader, which nobody waits for. */
const PATIENCE_MILLISECONDS = 2_000;
const RETRY_MILLISECONDS = 20;

/** flock(2), the same on Linux and macOS; the system ends such a lock with the process, however that ends. */
const [LOCK_EX, LOCK_NB, LOCK_UN] = [2, 4, 8];
const WOULD_BLOCK = new Set(['EAGAIN', 'EWOULDBLOCK']);

/** libuv's flag for a file of Windows that nobody else may open meanwhile. */
const EXCLUSIVE_ON_WINDOWS = 0x10000000;

/** Locks files for this process until the answered function is called. */
export type HoldLocks = (files: readonly string[]) => () => void;

interface Held {
  readonly free: () => void;
  holders: number;
}

/** In this process a second holder joins the first: what is synchronous cannot overlap, and dialogs see to that themselves. */
const held = new Map<string, Held>();

/**
 * Holds the files' locks for this process until the function it answers is called, so that no other process, a command
 * beside the station or a second station, decides over the same token's PINs meanwhile. Empty files remain. Throws a
 * transient SIGNING_PROVIDER_UNAVAILABLE when another process holds one for long, and PIN_UNCERTAIN where the file system
 * has no locks.
 */
export function holdLocks(files: readonly string[], patienceMilliseconds = PATIENCE_MILLISECONDS): () => void {
  const releases: (() => void)[] = [];
  const releaseAll = (): void => {
    for (const release of releases.splice(0)) release();
  };
  const deadline = performance.now() + patienceMilliseconds;
  try {
    // In one order for everybody, so that no two wait for each other.
    for (const file of [...new Set(files)].sort()) releases.push(hold(file, deadline));
  } catch (error) {
    releaseAll();
    throw error;
  }
  return releaseAll;
}

function hold(file: string, deadline: number): () => void {
  const known = held.get(file);
  if (known !== undefined) known.holders += 1;
  const mine = known ?? { free: waitFor(file, deadline), holders: 1 };
  held.set(file, mine);
  return () => {
    mine.holders -= 1;
    if (mine.holders > 0) return;
    held.delete(file);
    mine.free();
  };
}

function waitFor(file: string, deadline: number): () => void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    const free = process.platform === 'win32' ? openAlone(file) : lockFile(file);
    if (free !== undefined) return free;
    if (performance.now() >= deadline) {
      throw new StationError('SIGNING_PROVIDER_UNAVAILABLE', tell('TOKEN_BUSY_LOGIN'));
    }
    Atomics.wait(pause, 0, 0, RETRY_MILLISECONDS);
  }
}

type Flock = (descriptor: number, operation: number) => number;
let flock: Flock | undefined;

function lockFile(file: string): (() => void) | undefined {
  flock ??= koffi.load(null).func('int flock(int, int)') as Flock;
  const call = flock;
  const descriptor = openSync(file, 'a', 0o600);
  if (call(descriptor, LOCK_EX | LOCK_NB) === 0) {
    return () => {
      call(descriptor, LOCK_UN);
      closeSync(descriptor);
    };
  }
  const errno = koffi.errno();
  closeSync(descriptor);
  const name = Object.entries(koffi.os.errno).find(([, code]) => code === errno)?.[0] ?? String(errno);
  if (WOULD_BLOCK.has(name)) return undefined;
  throw new StationError(
    'SIGNING_OPERATION_FAILED',
    `The memory of the PIN guard cannot be locked (${name}): put the data directory on a file system that has locks.`,
    { kind: 'permanent', area: 'pin', waitReason: 'PIN_UNCERTAIN' },
  );
}

function openAlone(file: string): (() => void) | undefined {
  try {
    const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT | EXCLUSIVE_ON_WINDOWS, 0o600);
    return () => closeSync(descriptor);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EBUSY' || code === 'EPERM' || code === 'EACCES') return undefined;
    throw error;
  }
}
