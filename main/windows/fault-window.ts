import { FAULT_CHANNELS } from '../ipc/fault-channels.ts';
import { FaultAction, type FaultOutcome, type FaultView } from '../ipc/fault-messages.ts';
import { OwnWindow } from './own-window.ts';

/** What the person wants the program to do now. */
export type FaultChoice = 'again' | 'quit';

export interface FaultWindowOptions {
  readonly preload: string;
  /** Where the files of the page lie. */
  readonly folder: string;
  /** Puts the report for the help desk into the clipboard. */
  readonly copyReport: () => Promise<void>;
  readonly openLogs: () => Promise<void>;
  /** Opens the page of another station in the person's browser. */
  readonly openPage: (url: string) => Promise<void>;
  /** The page does not come up: what it would have said is said otherwise. */
  readonly onNoPage: (view: FaultView) => void;
  readonly onFault: (reason: string) => void;
  readonly hasDeveloperTools: boolean;
}

interface Shown {
  readonly view: FaultView;
  readonly choose: (choice: FaultChoice) => void;
}

/** The window that says what has failed, when the station cannot say it any more. Only after Electron's `ready`. */
export class FaultWindow {
  readonly #options: FaultWindowOptions;
  readonly #window: OwnWindow;
  #shown: Shown | undefined;

  constructor(options: FaultWindowOptions) {
    this.#options = options;
    const { preload, folder, hasDeveloperTools } = options;
    this.#window = new OwnWindow({
      ...{ page: 'fault', preload, folder, hasDeveloperTools, isHiddenFromRecordings: false },
      frame: { width: 620, height: 480, minWidth: 360, minHeight: 360, title: 'Signing Station' },
      onClosed: () => this.#shown?.choose('quit'),
      onFault: (reason, isEnd) => this.#failed(reason, isEnd),
    });
    this.#window.handle(FAULT_CHANNELS.view, () => this.#view());
    this.#window.handle(FAULT_CHANNELS.act, (message) => this.#act(message));
  }

  /** Shows the page, and answers what the person chooses; `quit` where they close it, or it does not come up. */
  async ask(view: FaultView): Promise<FaultChoice> {
    const chosen = Promise.withResolvers<FaultChoice>();
    this.#shown = { view, choose: chosen.resolve };
    this.#window.show();
    return chosen.promise;
  }

  /** True where there is one to be brought up. */
  raise(): boolean {
    if (this.#window.isShown()) this.#window.show();
    return this.#window.isShown();
  }

  /** Nobody is to answer any more. */
  close(): void {
    this.#shown?.choose('quit');
    this.#window.close();
  }

  #view(): FaultView {
    if (this.#shown === undefined) throw new Error('Refused.');
    return this.#shown.view;
  }

  async #act(message: unknown): Promise<FaultOutcome> {
    const action = FaultAction.safeParse(message);
    if (!action.success) throw new Error('Refused.');
    if (action.data === 'again' || action.data === 'quit') {
      this.#shown?.choose(action.data);
      return 'done';
    }
    try {
      await this.#carryOut(action.data);
      return 'done';
    } catch {
      this.#options.onFault(`${action.data} failed`);
      return 'failed';
    }
  }

  async #carryOut(action: 'page' | 'report' | 'logs'): Promise<void> {
    const { copyReport, openLogs, openPage } = this.#options;
    if (action !== 'page') return action === 'report' ? copyReport() : openLogs();
    const { station } = this.#view();
    if (station === undefined) throw new Error('Refused.');
    await openPage(`${station}/`);
  }

  #failed(reason: string, isEnd: boolean): void {
    this.#options.onFault(reason);
    if (!isEnd || this.#shown === undefined) return;
    this.#options.onNoPage(this.#shown.view);
    this.#shown.choose('quit');
  }
}
