/** A choice that nothing came of is forgotten: a later download is not to end in a folder that nobody thinks of any more. */
const FORGOTTEN_MILLISECONDS = 10 * 60_000;

/** Where downloads go: into the folder that was chosen for the next ones, else into the usual one. */
export class SaveFolder {
  readonly #usual: () => string;
  readonly #now: () => number;
  #chosen: { readonly folder: string; readonly left: number; readonly until: number } | undefined;

  /** `now` in milliseconds of a clock that never goes back. */
  constructor(usual: () => string, now: () => number) {
    this.#usual = usual;
    this.#now = now;
  }

  /** The next `files` downloads go to `folder`; an earlier choice ends. */
  choose(folder: string, files: number): void {
    this.#chosen = { folder, left: files, until: this.#now() + FORGOTTEN_MILLISECONDS };
  }

  /** The folder of a download that begins now. */
  next(): string {
    const chosen = this.#chosen;
    if (chosen === undefined || this.#now() > chosen.until) {
      this.#chosen = undefined;
      return this.#usual();
    }
    const left = chosen.left - 1;
    this.#chosen = left === 0 ? undefined : { ...chosen, left };
    return chosen.folder;
  }
}
