import { shownPath } from './document-path.ts';
import type { FoundFile } from './look-for-files.ts';

interface Seen {
  readonly file: FoundFile;
  readonly since: number;
}

/** Tells which files have stayed as they are: the same bytes in number, the same time and the same file for `quietMilliseconds`. */
export class QuietFiles {
  readonly #quietMilliseconds: number;
  #seen = new Map<string, Seen>();

  constructor(quietMilliseconds: number) {
    this.#quietMilliseconds = quietMilliseconds;
  }

  /** Of what one look found at `now` (of a clock that never goes back), the files that are complete. */
  complete(files: readonly FoundFile[], now: number): FoundFile[] {
    const seen = new Map<string, Seen>();
    for (const file of files) {
      const place = shownPath(file.path);
      const before = this.#seen.get(place);
      const isSame =
        before?.file.size === file.size && before.file.modified === file.modified && before.file.inode === file.inode;
      seen.set(place, isSame ? before : { file, since: now });
    }
    this.#seen = seen;
    return [...seen.values()].filter(({ since }) => now - since >= this.#quietMilliseconds).map(({ file }) => file);
  }
}
