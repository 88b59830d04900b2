import { open, type FileHandle } from 'node:fs/promises';
import { SpentChunks } from '../spent-chunks.ts';

/** Large files are written in blocks of this size; what is smaller is for one call of whoever has it. */
export const BLOCK_BYTES = 256 * 1024;

/** So much is left to the system before the disk is asked for it, and the sync at the end finds little to do. */
const SYNC_BYTES = 64 * 1024 * 1024;

export type BlockFile = Pick<FileHandle, 'writev' | 'write' | 'datasync' | 'close'>;

function createFile(path: string): Promise<BlockFile> {
  return open(path, 'wx', 0o600);
}

/**
 * A new file that is written in blocks, each while the next one is received: nobody waits for the page cache. From time to
 * time what was written goes on to the disk, beside all else. What fails there is thrown by the next call, and by `close` at
 * the latest.
 */
export class BlockWriter {
  readonly #path: string;
  readonly #create: (path: string) => Promise<BlockFile>;
  readonly #spent = new SpentChunks();
  #file: BlockFile | undefined;
  #writing: Promise<void> = Promise.resolve();
  #syncing: Promise<void> | undefined;
  #unsyncedBytes = 0;

  constructor(path: string, create: (path: string) => Promise<BlockFile> = createFile) {
    this.#path = path;
    this.#create = create;
  }

  /** Whether anything was written: before that there is no file. */
  get isBegun(): boolean {
    return this.#file !== undefined;
  }

  /** Resolves when the block before is written; the chunks of this one are not to be read any more by anybody. */
  async write(block: readonly Buffer[], blockBytes: number): Promise<void> {
    await this.#writing;
    const file = (this.#file ??= await this.#create(this.#path));
    this.#writing = this.#written(file, block, blockBytes);
    // Thrown where it is awaited; until then it would count as a fault that nobody takes.
    this.#writing.catch(() => undefined);
  }

  /** Waits for what is on its way and closes the file, however that ends. */
  async close(): Promise<void> {
    try {
      await this.#writing;
      await this.#syncing;
    } finally {
      await this.#file?.close();
    }
  }

  async #written(file: BlockFile, block: readonly Buffer[], blockBytes: number): Promise<void> {
    await writeBlock(file, block, blockBytes);
    for (const chunk of block) this.#spent.spend(chunk);
    this.#unsyncedBytes += blockBytes;
    if (this.#unsyncedBytes < SYNC_BYTES) return;
    // A fault of the disk is told once, by the sync that meets it: it must not be lost, or a later one would call all well.
    await this.#syncing;
    this.#unsyncedBytes = 0;
    this.#syncing = file.datasync();
    this.#syncing.catch(() => undefined);
  }
}

/** A system may take less than it is given (a disk that is nearly full); the rest is offered again until it says why. */
export async function writeBlock(
  file: Pick<FileHandle, 'writev' | 'write'>,
  block: readonly Buffer[],
  blockBytes: number,
): Promise<void> {
  let { bytesWritten: written } = await file.writev([...block]);
  if (written === blockBytes) return;
  for (const whole = Buffer.concat(block); written < blockBytes;) {
    const { bytesWritten } = await file.write(whole, written, blockBytes - written);
    written += bytesWritten;
  }
}
