import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const STAGED = /^[0-9a-f-]{36}\.tmp$/;

/** Files on their way to and from the bucket, in a folder that only the station's user can read. */
export class LocalStaging {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async make(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
  }

  /** A path that nobody else is given. */
  newPath(): string {
    return join(this.#folder, `${randomUUID()}.tmp`);
  }

  /** Names of files that were last written before `time`: whoever wrote them is gone. */
  async *leftovers(time: Date): AsyncGenerator<string> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      if (!STAGED.test(name)) continue;
      const found = await stat(join(this.#folder, name)).catch(() => undefined);
      if (found !== undefined && found.mtime < time) yield name;
    }
  }

  /** True when there was such a file. */
  async delete(name: string): Promise<boolean> {
    if (!STAGED.test(name)) return false;
    const path = join(this.#folder, name);
    const isThere = await stat(path).then(
      () => true,
      () => false,
    );
    await rm(path, { force: true });
    return isThere;
  }
}
