import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { safeName } from './download-names.ts';

export interface StagedLimits {
  readonly fileBytes: number;
  readonly files: number;
  readonly allBytes: number;
}

/**
 * Documents that may be dragged out of the window: files that this user alone can read, in a folder of their own, since
 * the system and the program they are dropped on read them when they like. They are gone with the program, and what a
 * killed one has left with its next start.
 */
export class StagedFiles {
  readonly #root: string;
  readonly #limits: StagedLimits;
  readonly #files = new Map<string, string>();
  #bytes = 0;

  constructor(root: string, limits: StagedLimits) {
    this.#root = root;
    this.#limits = limits;
    this.clear();
  }

  /** Lays a document ready under a safe form of its name. Answers its ticket; null where a limit is in the way. */
  async stage(name: string, bytes: Uint8Array): Promise<string | null> {
    const { fileBytes, files, allBytes } = this.#limits;
    const isTooMuch = bytes.length > fileBytes || this.#bytes + bytes.length > allBytes || this.#files.size >= files;
    if (isTooMuch) return null;
    this.#bytes += bytes.length;
    const ticket = randomUUID();
    const file = path.join(this.#root, ticket, safeName(name));
    // Counted before it is written: others may come meanwhile.
    this.#files.set(ticket, file);
    try {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(file, bytes, { mode: 0o600, flag: 'wx' });
    } catch (fault) {
      this.#files.delete(ticket);
      this.#bytes -= bytes.length;
      throw fault;
    }
    return ticket;
  }

  /** Where the document of a ticket lies; undefined for a ticket that was never given. */
  fileOf(ticket: string): string | undefined {
    return this.#files.get(ticket);
  }

  clear(): void {
    this.#files.clear();
    this.#bytes = 0;
    rmSync(this.#root, { recursive: true, force: true });
  }
}
