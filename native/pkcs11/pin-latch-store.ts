import { createHash, createHmac, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const PinRecord = z.strictObject({
  /** HMAC-SHA-256 of the PIN under the key of this installation; says nothing without that key. */
  fingerprint: z.string(),
  /** `trying`: C_Login was about to be called, its outcome is not known. `refused`: the token said no. */
  state: z.enum(['trying', 'refused']),
  tries: z.int().min(1),
});
/** What is remembered of one PIN value on one token. */
export type PinRecord = z.infer<typeof PinRecord>;
const PinRecords = z.array(PinRecord);

const MAX_RECORDS = 32;
const KEY_BYTES = 32;

/** Remembers PIN attempts over restarts and across processes. All calls are synchronous and durable on return. */
export interface PinLatchStore {
  fingerprint(tokenId: string, pin: string): string;
  recall(tokenId: string): readonly PinRecord[];
  /** Replaces what is known of the token; on disk (with its directory entry) before this returns. */
  remember(tokenId: string, records: readonly PinRecord[]): void;
}

/** One small file for each token in `directory`, and the key of this installation. */
export function openPinLatchStore(directory: string): PinLatchStore {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const key = installationKey(directory);
  const pathOf = (tokenId: string): string =>
    join(directory, `${createHash('sha256').update(tokenId).digest('hex').slice(0, 32)}.json`);
  return {
    fingerprint: (tokenId, pin) => createHmac('sha256', key).update(`${tokenId}\0${pin}`).digest('hex'),
    recall: (tokenId) => {
      const path = pathOf(tokenId);
      return existsSync(path) ? PinRecords.parse(JSON.parse(readFileSync(path, 'utf8'))) : [];
    },
    remember: (tokenId, records) => {
      const path = pathOf(tokenId);
      const temporary = writeTemporary(path, JSON.stringify(records.slice(-MAX_RECORDS)));
      renameSync(temporary, path);
      syncDirectory(directory);
    },
  };
}

/** Several token-hosts may start at once: whoever links its file first has made the key. */
function installationKey(directory: string): Buffer {
  const path = join(directory, 'installation.key');
  if (!existsSync(path)) {
    const temporary = writeTemporary(path, randomBytes(KEY_BYTES));
    try {
      linkSync(temporary, path);
    } catch {
      // Already made by another process, or a file system without links.
      if (!existsSync(path)) renameSync(temporary, path);
    }
    rmSync(temporary, { force: true });
    syncDirectory(directory);
  }
  const key = readFileSync(path);
  if (key.length !== KEY_BYTES) throw new Error('The installation key of the PIN guard is damaged.');
  return key;
}

function writeTemporary(path: string, content: string | Buffer): string {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  const file = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(file, Buffer.from(content));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return temporary;
}

function syncDirectory(directory: string): void {
  // Windows cannot open a directory for this; its file systems journal the rename.
  if (process.platform === 'win32') return;
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
