import { createHash, createHmac, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { HoldLocks } from './token-locks.ts';
import { syncFolder, writeDurably, writeTemporary } from '../../service/files/durable-file.ts';
import { isWithoutRoom } from '../../service/files/room-fault.ts';

const PinRecord = z.strictObject({
  /** HMAC-SHA-256 of the PIN under the key of this installation; says nothing without that key. */
  fingerprint: z.string(),
  /** `trying`: C_Login was about to be called, its outcome is not known. `refused`, `accepted`: the token's answer. */
  state: z.enum(['trying', 'refused', 'accepted']),
  tries: z.int().min(1),
  /** Path of the module through which it was tried. */
  module: z.string().optional(),
  /** Name of the return value that refused it. */
  answer: z.string().optional(),
  /** While it is tried: it had been accepted before. */
  wasAccepted: z.boolean().optional(),
  /** Refused before another PIN was accepted, which gave the token its tries back. */
  isSettled: z.boolean().optional(),
});
/** What is remembered of one PIN value on one token. */
export type PinRecord = z.infer<typeof PinRecord>;
const PinRecords = z.array(PinRecord);

const KEY_BYTES = 32;

/** Remembers PIN attempts over restarts and across processes. All calls are synchronous and durable on return. */
export interface PinLatchStore {
  fingerprint(tokenId: string, pin: string): string;
  recall(tokenId: string): readonly PinRecord[];
  /** Replaces what is known of the token; on disk (with its directory entry) before this returns. */
  remember(tokenId: string, records: readonly PinRecord[]): void;
  /**
   * No other process reads or changes what is known of these tokens for a login until the answered function is called.
   * Throws a transient SIGNING_PROVIDER_UNAVAILABLE when another one does so for long.
   */
  hold(tokenIds: readonly string[]): () => void;
}

/**
 * One small file for each token in `directory`, one that `holdLocks` locks, and the key of this installation. All calls
 * throw a StationError (PIN_UNCERTAIN) when a file is damaged, so that nothing is tried that may have been refused.
 */
export function openPinLatchStore(directory: string, holdLocks: HoldLocks): PinLatchStore {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  let key: Buffer | undefined;
  const nameOf = (tokenId: string): string => createHash('sha256').update(tokenId).digest('hex').slice(0, 32);
  const pathOf = (tokenId: string): string => join(directory, `${nameOf(tokenId)}.json`);
  return {
    fingerprint: (tokenId, pin) =>
      createHmac('sha256', (key ??= kept(directory, () => installationKey(directory))))
        .update(`${tokenId}\0${pin}`)
        .digest('hex'),
    recall: (tokenId) => {
      const path = pathOf(tokenId);
      return existsSync(path) ? readRecords(path) : [];
    },
    remember: (tokenId, records) => {
      kept(directory, () => writeDurably(pathOf(tokenId), JSON.stringify(records)));
    },
    hold: (tokenIds) =>
      kept(directory, () => holdLocks(tokenIds.map((tokenId) => join(directory, `${nameOf(tokenId)}.lock`)))),
  };
}

/** What the disk refuses is no fault of the token's, and is told in words that say what to do. */
function kept<Result>(folder: string, write: () => Result): Result {
  try {
    return write();
  } catch (cause) {
    if (cause instanceof StationError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    const isFull = isWithoutRoom(code);
    throw new StationError(
      'SIGNING_PROVIDER_UNAVAILABLE',
      isFull ? tell('DISK_FULL') : tell('PIN_MEMORY_NOT_KEPT', { folder }),
      { kind: 'transient', area: 'station', ...(isFull ? {} : { waitReason: 'PROVIDER_UNAVAILABLE' }), cause },
    );
  }
}

/** What cannot be read may hold a refusal: nothing is tried then until a person has put the file away. */
function readRecords(path: string): readonly PinRecord[] {
  try {
    return PinRecords.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new MemoryDamaged(path, cause);
  }
}

/** A file of the guard that cannot be read. */
export class MemoryDamaged extends StationError {
  readonly path: string;

  constructor(path: string, cause?: unknown) {
    super('SIGNING_OPERATION_FAILED', tell('PIN_MEMORY_DAMAGED', { file: path }), {
      kind: 'permanent',
      area: 'pin',
      waitReason: 'PIN_UNCERTAIN',
      cause,
    });
    this.path = path;
  }
}

/** What was remembered under a key that is gone says nothing any more, and a new one would have refused PINs tried again. */
function refuseWithoutKey(directory: string, key: string): void {
  const [record] = readdirSync(directory).filter((name) => name.endsWith('.json'));
  // Another process may have made the key meanwhile, and remembered something.
  if (record !== undefined && !existsSync(key)) throw new MemoryDamaged(join(directory, record));
}

/** Several token-hosts may start at once: whoever links its file first has made the key. */
function installationKey(directory: string): Buffer {
  const path = join(directory, 'installation.key');
  const hashFile = `${path}.sha256`;
  if (!existsSync(path)) {
    refuseWithoutKey(directory, path);
    rmSync(hashFile, { force: true });
    const temporary = writeTemporary(path, randomBytes(KEY_BYTES));
    try {
      linkSync(temporary, path);
    } catch {
      // Already made by another process, or a file system without links.
      if (!existsSync(path)) renameSync(temporary, path);
    }
    rmSync(temporary, { force: true });
    syncFolder(directory);
  }
  const key = readFileSync(path);
  if (key.length !== KEY_BYTES || !isAsMade(key, hashFile)) throw new MemoryDamaged(path);
  return key;
}

/**
 * Whether the key still is what it was: under a garbled one nothing that was refused would be known again, and a wrong PIN
 * tried once more. Its hash lies in a file of its own, which a station that had none gets now.
 */
function isAsMade(key: Buffer, hashFile: string): boolean {
  const expected = createHash('sha256').update(key).digest('hex');
  if (existsSync(hashFile)) return readFileSync(hashFile, 'latin1') === expected;
  writeDurably(hashFile, expected);
  return true;
}
