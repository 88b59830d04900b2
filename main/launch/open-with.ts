import { app } from 'electron';
import { errorFields, type Logger } from '../../service/telemetry/logger.ts';
import { readLaunchArguments } from './launch-arguments.ts';
import { readOpenedFiles, type OpenedFile } from './opened-files.ts';

export interface OpenWithOptions {
  /** Files that this program was started with. */
  readonly first: readonly string[];
  /** Not in a package: the word behind the program's name is its script. */
  readonly skipsEntry: boolean;
  readonly logger: Logger;
}

type Take = (files: readonly OpenedFile[]) => Promise<void>;

/** Documents that are opened with the program: at its start, by a second start, by macOS. They are shown, never signed. */
export class OpenWith {
  readonly #options: OpenWithOptions;
  #waiting: { readonly names: readonly string[]; readonly folder: string }[];
  #take: Take | undefined;

  constructor(options: OpenWithOptions) {
    this.#options = options;
    this.#waiting = [{ names: options.first, folder: process.cwd() }];
  }

  /** Before `ready`: macOS names a file before that. */
  listen(): void {
    app.on('open-file', (event, file) => {
      event.preventDefault();
      this.#open([file], '/');
    });
    app.on('second-instance', (_event, argv, folder) => {
      this.#open(readLaunchArguments(argv.slice(this.#options.skipsEntry ? 2 : 1)).files, folder);
    });
  }

  /** From now on files are handed over, those that came before first. */
  start(take: Take): void {
    this.#take = take;
    for (const { names, folder } of this.#waiting.splice(0)) this.#open(names, folder);
  }

  #open(names: readonly string[], folder: string): void {
    if (names.length === 0) return;
    if (this.#take === undefined) this.#waiting.push({ names, folder });
    else void this.#hand(names, folder, this.#take);
  }

  async #hand(names: readonly string[], folder: string, take: Take): Promise<void> {
    const { logger } = this.#options;
    try {
      const { files, refused } = await readOpenedFiles(names, folder);
      if (refused.length > 0) logger.warn('Files could not be opened.', { count: refused.length });
      if (files.length > 0) await take(files);
    } catch (fault) {
      logger.error('Opened files could not be shown.', errorFields(fault));
    }
  }
}
