import { BrowserWindow, ipcMain, session, type IpcMainInvokeEvent } from 'electron';
import { PIN_CHANNELS } from '../ipc/pin-channels.ts';
import { PinReply, type PinReaction } from '../ipc/pin-messages.ts';
import { isFromPage } from '../ipc/senders.ts';
import { lockPage, lockSession } from './lock-down.ts';
import { answerOwnPage, OWN_SCHEME, PIN_PAGE } from './own-pages.ts';

export interface PinWindowOptions {
  readonly preload: string;
  /** Where the files of the page lie. */
  readonly folder: string;
  readonly question: () => PinReaction;
  readonly answer: (reply: PinReply) => Promise<PinReaction>;
  /** The person closed the window. */
  readonly onClosed: () => void;
  readonly onFault: (reason: string) => void;
  readonly hasDeveloperTools: boolean;
}

const PARTITION = 'signing-station-pin';

/**
 * The window that PINs are typed into: alone in its session, with a page of the program's own files, hidden from
 * recordings of the screen, gone with what was typed as soon as it is closed. Only after Electron's `ready`.
 */
export class PinWindow {
  readonly #options: PinWindowOptions;
  #window: BrowserWindow | undefined;

  constructor(options: PinWindowOptions) {
    this.#options = options;
    const own = session.fromPartition(PARTITION);
    lockSession(own, PIN_PAGE);
    own.protocol.handle(OWN_SCHEME, (request) => answerOwnPage(options.folder, request));
    // The page needs nothing of the network, whatever it comes to think of.
    own.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !details.url.startsWith(PIN_PAGE) }));
    ipcMain.handle(PIN_CHANNELS.question, (event) => this.#checked(event, () => options.question()));
    ipcMain.handle(PIN_CHANNELS.answer, (event, reply: unknown) =>
      this.#checked(event, () => options.answer(parseReply(reply))),
    );
  }

  isShown(): boolean {
    return this.#window?.isDestroyed() === false;
  }

  /** Shows the window on the present question, in front of the others. */
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
    const { preload, hasDeveloperTools, onClosed, onFault } = this.#options;
    const window = new BrowserWindow({
      ...{ width: 560, height: 700, minWidth: 420, minHeight: 480, show: false, fullscreenable: false },
      title: 'Enter the PIN · Signing Station',
      webPreferences: {
        preload,
        session: session.fromPartition(PARTITION),
        ...{ sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false },
        ...{ spellcheck: false, devTools: hasDeveloperTools },
      },
    });
    window.setContentProtection(true);
    window.removeMenu();
    lockPage(window.webContents, PIN_PAGE);
    window.once('ready-to-show', () => window.show());
    window.once('closed', () => {
      if (this.#window !== window) return;
      this.#window = undefined;
      onClosed();
    });
    const fail = (reason: string): void => {
      onFault(reason);
      if (!window.isDestroyed()) window.destroy();
    };
    window.webContents.on('render-process-gone', (_event, { reason }) => fail(reason));
    window.loadURL(PIN_PAGE).catch(() => fail('load'));
    return window;
  }

  /** Electron hands the fault's text to the page: one text for all of them, in which nothing of the message stands. */
  async #checked(event: IpcMainInvokeEvent, handle: () => PinReaction | Promise<PinReaction>): Promise<PinReaction> {
    if (!isFromPage(event, this.#window?.webContents, PIN_PAGE)) {
      this.#options.onFault('A message that is not of the page of this window was refused.');
      throw new Error('Refused.');
    }
    return handle();
  }
}

/** What is wrong in a message stays unsaid: it may hold a PIN, which is overwritten. */
function parseReply(message: unknown): PinReply {
  const parsed = PinReply.safeParse(message);
  if (parsed.success) return parsed.data;
  if (typeof message === 'object' && message !== null && 'pin' in message && message.pin instanceof Uint8Array) {
    message.pin.fill(0);
  }
  throw new Error('Refused.');
}
