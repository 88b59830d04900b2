import { readFileSync, writeFileSync } from 'node:fs';
import { BrowserWindow, screen, session, type Session, type WebContents } from 'electron';
import { MAIN_CHANNELS } from '../ipc/main-channels.ts';
import type { OpenedFile } from '../launch/opened-files.ts';
import { lockPage, lockSession } from './lock-down.ts';
import { createRecoveryLimit, loadPatiently } from './recovery.ts';
import { MIN_HEIGHT, MIN_WIDTH, parseWindowState, placeWindow, type WindowState } from './window-state.ts';

export interface MainWindowOptions {
  readonly preload: string;
  /** Where the place of the window is remembered. */
  readonly stateFile: string;
  readonly onFault: (reason: string) => void;
  /** Called once for the session of the window, before anything is loaded. */
  readonly onSession: (target: Session, origin: string) => void;
  /** The person closes the window; the answer true hides it instead. */
  readonly staysHidden: () => boolean;
}

/** In memory: nothing of what the pages show, documents and answers among it, is kept in a cache on the disk. */
const PARTITION = 'signing-station';
/** After the last step of a move. */
const SETTLED_MILLISECONDS = 500;

/** The station's one window on its own address; it can go nowhere else and gets no permission of the machine. */
export class MainWindow {
  readonly #options: MainWindowOptions;
  readonly #recovery = createRecoveryLimit(() => performance.now());
  #window: BrowserWindow | undefined;
  #hasSession = false;
  #givenUp = (): void => undefined;

  constructor(options: MainWindowOptions) {
    this.#options = options;
  }

  /** The page died again and again and is not loaded any more. */
  onGivenUp(listener: () => void): void {
    this.#givenUp = listener;
  }

  /** Undefined while there is no window. */
  contents(): WebContents | undefined {
    return this.#window?.isDestroyed() === false ? this.#window.webContents : undefined;
  }

  isInFront(): boolean {
    return this.#window?.isDestroyed() === false && this.#window.isFocused();
  }

  /** Shows what is there, or opens it. Rejects when the page could not be loaded. */
  async open(url: string): Promise<void> {
    const known = this.#window;
    if (known?.isDestroyed() === false) {
      if (known.isMinimized()) known.restore();
      if (!known.isVisible()) known.show();
      known.focus();
      return;
    }
    await this.#create(url);
  }

  /** Has the page that is open show this page of the station, as a link in it would; what was typed stays. */
  show(address: '/review' | '/sign'): void {
    if (this.#window?.isDestroyed() === false) this.#window.webContents.send(MAIN_CHANNELS.show, address);
  }

  /** Gives the page documents to sign, as if they were dropped on it. */
  give(files: readonly OpenedFile[]): void {
    if (this.#window?.isDestroyed() !== false) return;
    const { webContents } = this.#window;
    const send = (): void => webContents.send(MAIN_CHANNELS.files, files);
    // The preload script listens once a page is there.
    if (webContents.isLoading()) webContents.once('did-finish-load', send);
    else send();
  }

  async #create(url: string): Promise<void> {
    const { origin } = new URL(url);
    const own = session.fromPartition(PARTITION);
    if (!this.#hasSession) {
      this.#hasSession = true;
      lockSession(own, origin);
      lockSession(session.defaultSession, origin);
      this.#options.onSession(own, origin);
    }
    const state = readState(this.#options.stateFile);
    const window = new BrowserWindow({
      ...placeWindow(
        state,
        screen.getAllDisplays().map(({ workArea }) => workArea),
      ),
      minWidth: MIN_WIDTH,
      minHeight: MIN_HEIGHT,
      show: false,
      webPreferences: {
        preload: this.#options.preload,
        session: own,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: false,
      },
    });
    this.#window = window;
    if (state?.isMaximized === true) window.maximize();
    lockPage(window.webContents, origin);
    this.#remember(window);
    this.#recover(window, url);
    window.once('ready-to-show', () => window.show());
    await loadPatiently(
      () => window.loadURL(url),
      () => !window.isDestroyed(),
    );
  }

  #remember(window: BrowserWindow): void {
    const save = (): void => {
      if (window.isDestroyed()) return;
      const state: WindowState = { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() };
      writeState(this.#options.stateFile, state);
    };
    window.on('close', (event) => {
      save();
      if (!this.#options.staysHidden()) return;
      event.preventDefault();
      window.hide();
    });
    // A logout ends the program without closing its window. Linux tells of no end of a move, only of each step of it.
    let quiet: NodeJS.Timeout | undefined;
    const saveLater = (): void => {
      clearTimeout(quiet);
      quiet = setTimeout(save, SETTLED_MILLISECONDS);
    };
    window.on('resize', saveLater);
    window.on('move', saveLater);
    window.on('closed', () => clearTimeout(quiet));
  }

  #recover(window: BrowserWindow, url: string): void {
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      this.#options.onFault(reason);
      if (reason === 'clean-exit' || window.isDestroyed()) return;
      if (!this.#recovery.mayRecover()) {
        this.#givenUp();
        return;
      }
      void loadPatiently(
        () => window.loadURL(url),
        () => !window.isDestroyed(),
      ).catch(() => this.#givenUp());
    });
  }
}

function readState(file: string): WindowState | undefined {
  try {
    return parseWindowState(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A place that can't be remembered is no reason to disturb anybody. */
function writeState(file: string, state: WindowState): void {
  try {
    writeFileSync(file, JSON.stringify(state), { mode: 0o600 });
  } catch {
    // The window opens in its default place next time.
  }
}
