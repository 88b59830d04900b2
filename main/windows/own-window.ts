import { BrowserWindow, ipcMain, session, type BrowserWindowConstructorOptions, type Session } from 'electron';
import { isFromPage } from '../ipc/senders.ts';
import { lockPage, lockSession } from './lock-down.ts';
import { addressOf, answerOwnPage, OWN_SCHEME, type OwnPage } from './own-pages.ts';

export interface OwnWindowOptions {
  readonly page: OwnPage;
  readonly preload: string;
  /** Where the files of the page lie. */
  readonly folder: string;
  readonly frame: Pick<BrowserWindowConstructorOptions, 'width' | 'height' | 'minWidth' | 'minHeight' | 'title'>;
  readonly isHiddenFromRecordings: boolean;
  readonly hasDeveloperTools: boolean;
  /** The person closed the window. */
  readonly onClosed: () => void;
  /** Its page could not be loaded or ended, which ends the window, or a message that is not of this page was refused. */
  readonly onFault: (reason: string, isEnd: boolean) => void;
}

/**
 * A window with a page of the program's own files: alone in its session, without network, permissions and anywhere to go.
 * What its page sends is taken from exactly this page. One of each page; only after Electron's `ready`.
 */
export class OwnWindow {
  readonly #options: OwnWindowOptions;
  readonly #address: string;
  readonly #session: Session;
  #window: BrowserWindow | undefined;

  constructor(options: OwnWindowOptions) {
    this.#options = options;
    const { page, folder } = options;
    const address = addressOf(page);
    this.#address = address;
    // In memory: nothing of what it shows is kept on the disk.
    this.#session = session.fromPartition(`signing-station-${page}`);
    lockSession(this.#session, address);
    this.#session.protocol.handle(OWN_SCHEME, (request) => answerOwnPage(page, folder, request));
    // The page needs nothing of the network, whatever it comes to think of.
    this.#session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !details.url.startsWith(address) }));
  }

  /**
   * Answers what the page sends on `channel`. Electron hands the text of a fault to the page: one text for all of them, in
   * which nothing of the message stands.
   */
  handle(channel: string, answer: (message: unknown) => unknown): void {
    ipcMain.handle(channel, (event, message: unknown) => {
      if (isFromPage(event, this.#window?.webContents, this.#address)) return answer(message);
      this.#options.onFault('A message that is not of the page of this window was refused.', false);
      throw new Error('Refused.');
    });
  }

  isShown(): boolean {
    return this.#window?.isDestroyed() === false;
  }

  /** Shows the window, or brings it up. */
  show(): void {
    const known = this.#window;
    if (known !== undefined && !known.isDestroyed()) {
      if (known.isMinimized()) known.restore();
      known.focus();
      return;
    }
    this.#window = this.#create();
  }

  close(): void {
    const window = this.#window;
    this.#window = undefined;
    if (window?.isDestroyed() === false) window.destroy();
  }

  #create(): BrowserWindow {
    const { preload, frame, isHiddenFromRecordings, hasDeveloperTools, onClosed, onFault } = this.#options;
    const window = new BrowserWindow({
      ...frame,
      ...{ show: false, fullscreenable: false },
      webPreferences: {
        preload,
        session: this.#session,
        ...{ sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false },
        ...{ spellcheck: false, devTools: hasDeveloperTools },
      },
    });
    if (isHiddenFromRecordings) window.setContentProtection(true);
    window.removeMenu();
    lockPage(window.webContents, this.#address);
    window.once('ready-to-show', () => window.show());
    window.once('closed', () => {
      if (this.#window !== window) return;
      this.#window = undefined;
      onClosed();
    });
    const fail = (reason: string): void => {
      onFault(reason, true);
      if (!window.isDestroyed()) window.destroy();
    };
    window.webContents.on('render-process-gone', (_event, { reason }) => fail(reason));
    window.loadURL(this.#address).catch(() => fail('load'));
    return window;
  }
}
