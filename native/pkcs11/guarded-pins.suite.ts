import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { PinGuard } from './pin-guard.ts';
import { openPinLatchStore } from './pin-latch-store.ts';
import { holdLocks } from './token-locks.ts';

/** Flags of a token (PKCS#11 v2.40 table 7). */
export const COUNT_LOW = 0x10000;
export const FINAL_TRY = 0x20000;
export const LOCKED = 0x40000;

export const [PIN, OTHER_PIN] = ['1111', '2222'] as const;
export const PERMANENT = expect.objectContaining({ code: 'SIGNING_OPERATION_FAILED', kind: 'permanent' }) as Error;

let folder = '';

/** An empty folder for what guards remember, before each test of the file. */
export function rememberInAnEmptyFolder(): void {
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'pin-guard-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
}

export const remembered = (): string => folder;

/** A new guard over the same files, as after a restart. */
export const guard = (): PinGuard => new PinGuard(openPinLatchStore(folder, holdLocks));

export const token = (flags = 0, tokenId = 'maker|model|serial'): { tokenId: string; flags: number } => ({
  tokenId,
  flags,
});

/** A login that the token answers with this return value. */
export function answering(code: number): () => void {
  return () => {
    throw Object.assign(new Error('CKR'), { code });
  };
}
