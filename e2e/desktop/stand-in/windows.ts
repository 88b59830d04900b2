import { EventEmitter } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { app } from './app.ts';
import { sessionOf, type Session } from './sessions.ts';
import { refuse, StandInEvent, tell, wish } from './told.ts';

interface WebPreferences {
  readonly session?: Session;
  readonly partition?: string;
}

interface WindowFlags {
  isVisible: boolean;
  isMinimized: boolean;
  isDestroyed: boolean;
  isMaximized: boolean;
}

export class WebContents extends EventEmitter {
  readonly session: Session;
  readonly navigationHistory = { clear: (): void => undefined };
  /** The frame that Electron names as the sender of what the page sends. */
  readonly mainFrame = { url: '' };
  windowOpenHandler: ((details: { url: string }) => { action: string }) | undefined;

  constructor(session: Session) {
    super();
    this.session = session;
  }

  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.windowOpenHandler = handler;
  }
  getURL(): string {
    return this.mainFrame.url;
  }
  isDestroyed(): boolean {
    return false;
  }
  isLoading(): boolean {
    return false;
  }
  /** The system takes the file from here: it must be there, and macOS asks for an icon that is none. */
  startDrag({ file, icon }: { file: string; icon: { isEmpty: () => boolean } }): void {
    refuse(icon.isEmpty(), 'Must specify non-empty icon option');
    tell('drag', { file, mode: statSync(file).mode & 0o777, text: readFileSync(file, 'latin1').slice(0, 100) });
  }
  /** To the page's preload script. */
  send(channel: string, ...args: unknown[]): void {
    tell('send', { channel, args });
  }

  /** Asks as a page does that wants to go somewhere, by itself, in a frame, or sent on: tells whether all were held back. */
  isPrevented(url: string): boolean {
    return ['will-navigate', 'will-frame-navigate', 'will-redirect']
      .map((name) => this.#isHeld(name, url))
      .every(Boolean);
  }

  #isHeld(name: string, url: string): boolean {
    const navigation = Object.assign(new StandInEvent(), { url });
    this.emit(name, navigation);
    return navigation.isPrevented;
  }

  /** Loads over HTTP with what the session adds to the request; rejects as Electron does when nobody answers. */
  async load(url: string): Promise<void> {
    const status = await this.session.get(url).catch(() => {
      this.emit('did-fail-load', new StandInEvent(), -102, 'ERR_CONNECTION_REFUSED', url, true);
      throw new Error(`ERR_CONNECTION_REFUSED (-102) loading '${url}'`);
    });
    this.mainFrame.url = url;
    tell('load', { url, status });
  }
}

let loadsToFail = Number(wish('LOAD_FAILS') ?? 0);

export class BrowserWindow extends EventEmitter {
  readonly webContents: WebContents;
  readonly #state: WindowFlags = { isVisible: false, isMinimized: false, isDestroyed: false, isMaximized: false };
  #bounds: { x: number; y: number; width: number; height: number };

  static getAllWindows(): BrowserWindow[] {
    return [...app.windows] as unknown as BrowserWindow[];
  }

  constructor(options: Partial<Record<string, unknown>> & { webPreferences?: WebPreferences } = {}) {
    super();
    refuse(!app.isReady(), 'Cannot create BrowserWindow before app is ready');
    const { webPreferences = {} } = options;
    this.webContents = new WebContents(webPreferences.session ?? sessionOf(webPreferences.partition));
    const [x, y, width, height] = [options['x'], options['y'], options['width'], options['height']].map(Number);
    this.#bounds = { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 };
    app.windows.push(this);
    const { partition } = this.webContents.session;
    tell('window', { ...options, webPreferences: { ...webPreferences, session: undefined }, partition });
    app.emit('browser-window-created', new StandInEvent(), this);
  }

  async loadURL(url: string): Promise<void> {
    this.#mustLive();
    if (loadsToFail > 0) {
      loadsToFail--;
      throw new Error(`ERR_CONNECTION_REFUSED (-102) loading '${url}'`);
    }
    refuse(wish('NO_OWN_PAGES') !== undefined && !url.startsWith('http'), `ERR_FAILED (-2) loading '${url}'`);
    await this.webContents.load(url);
    if (!this.#state.isDestroyed) this.emit('ready-to-show');
  }
  show(): void {
    this.#tell('show', { isVisible: true });
  }
  showInactive(): void {
    this.#tell('show', { isVisible: true });
  }
  hide(): void {
    this.#tell('hide', { isVisible: false });
  }
  minimize(): void {
    this.#tell('minimize', { isMinimized: true });
  }
  restore(): void {
    this.#tell('restore', { isMinimized: false, isVisible: true });
  }
  maximize(): void {
    this.#tell('maximize', { isMaximized: true });
  }
  focus(): void {
    this.#tell('focus', {});
  }
  flashFrame(isOn: boolean): void {
    this.#tell(`flash ${isOn}`, {});
  }
  setMenuBarVisibility(): void {
    this.#mustLive();
  }
  setContentProtection(isOn: boolean): void {
    this.#tell(`content-protection ${isOn}`, {});
  }
  removeMenu(): void {
    this.#mustLive();
  }
  isMinimized(): boolean {
    this.#mustLive();
    return this.#state.isMinimized;
  }
  isVisible(): boolean {
    this.#mustLive();
    return this.#state.isVisible;
  }
  isMaximized(): boolean {
    this.#mustLive();
    return this.#state.isMaximized;
  }
  isFocused(): boolean {
    return this.#state.isVisible && !this.#state.isMinimized;
  }
  isDestroyed(): boolean {
    return this.#state.isDestroyed;
  }
  getNormalBounds(): { x: number; y: number; width: number; height: number } {
    this.#mustLive();
    return this.#bounds;
  }
  setBounds(bounds: { x: number; y: number; width: number; height: number }): void {
    this.#bounds = bounds;
    // Of the end of it ('resized', 'moved') Linux tells nothing.
    this.emit('move');
    this.emit('resize');
  }

  close(): void {
    const event = new StandInEvent();
    this.emit('close', event);
    if (!event.isPrevented) this.destroy();
  }
  destroy(): void {
    if (this.#state.isDestroyed) return;
    this.#state.isDestroyed = true;
    app.windows.splice(app.windows.indexOf(this), 1);
    this.emit('closed');
    tell('window-closed', null);
    app.windowClosed();
  }

  #tell(action: string, change: Partial<WindowFlags>): void {
    this.#mustLive();
    Object.assign(this.#state, change);
    tell(action, null);
  }

  #mustLive(): void {
    refuse(this.#state.isDestroyed, 'Object has been destroyed');
  }
}
