import { createReadStream, type ReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ObjectNotFound, type LocalCopy, type ObjectStore } from './object-store.ts';

/** Objects as files of a folder, for tests. */
export class FolderStore implements ObjectStore {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  async putFile(key: string, path: string): Promise<void> {
    await mkdir(dirname(join(this.root, key)), { recursive: true });
    await rename(path, join(this.root, key));
  }

  async putOutput(path: string, { stagedKey }: { readonly stagedKey: string }): Promise<string> {
    await this.putFile(stagedKey, path);
    return stagedKey;
  }

  async stagingPath(key: string): Promise<string> {
    await mkdir(dirname(join(this.root, key)), { recursive: true });
    return join(this.root, `${key}.staging`);
  }

  async localCopy(key: string): Promise<LocalCopy> {
    return { path: join(this.root, key), size: await this.#mustExist(key), release: () => Promise.resolve() };
  }

  async read(key: string, range?: { start: number; end: number }): Promise<ReadStream> {
    await this.#mustExist(key);
    return createReadStream(join(this.root, key), range);
  }

  async size(key: string): Promise<number | undefined> {
    return (await stat(join(this.root, key)).catch(() => undefined))?.size;
  }

  async promote(stagedKey: string, key: string): Promise<void> {
    await copyFile(join(this.root, stagedKey), join(this.root, key));
    await rm(join(this.root, stagedKey));
  }

  leftovers(): never {
    throw new Error('No request looks for leftovers.');
  }

  async delete(key: string): Promise<boolean> {
    const exists = (await this.size(key)) !== undefined;
    await rm(join(this.root, key), { force: true });
    return exists;
  }

  ping(): Promise<void> {
    return Promise.resolve();
  }

  /** Keys of everything that is stored. */
  async keys(): Promise<string[]> {
    const entries = await readdir(this.root, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.root.length + 1));
  }

  content(key: string): Promise<Buffer> {
    return readFile(join(this.root, key));
  }

  async #mustExist(key: string): Promise<number> {
    const size = await this.size(key);
    if (size === undefined) throw new ObjectNotFound(key);
    return size;
  }
}
