import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';

/**
 * The parts of Electron that the desktop program uses, behaving as Electron documents them, with real child processes
 * and no window. What the program asks of a window is written to stdout as JSON lines for the test to read. SIGUSR2
 * stands for the person who quits.
 */
function tell(event: string, detail: unknown): void {
  process.stdout.write(`${JSON.stringify({ event, detail })}\n`);
}

class StandInEvent {
  readonly url: string;
  isPrevented = false;

  constructor(url: string) {
    this.url = url;
  }

  preventDefault(): void {
    this.isPrevented = true;
  }
}

class App extends EventEmitter {
  readonly isPackaged = false;
  enableSandbox(): void {
    tell('sandbox', true);
  }
  requestSingleInstanceLock(): boolean {
    return process.env['STAND_IN_SECOND_INSTANCE'] === undefined;
  }
  whenReady(): Promise<void> {
    return Promise.resolve();
  }
  /** As in Electron: `before-quit` may hold the quit back. */
  quit(): void {
    const quit = new StandInEvent('');
    this.emit('before-quit', quit);
    if (!quit.isPrevented) process.exit(0);
  }
}

export const app = new App();
process.on('SIGUSR2', () => app.quit());

class WebContents extends EventEmitter {
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    tell('window-open', handler({ url: 'https://example.org/' }).action);
  }
}

export class BrowserWindow extends EventEmitter {
  static readonly #windows: BrowserWindow[] = [];
  readonly webContents = new WebContents();

  static getAllWindows(): BrowserWindow[] {
    return BrowserWindow.#windows;
  }

  constructor(options: { webPreferences: unknown }) {
    super();
    BrowserWindow.#windows.push(this);
    tell('web-preferences', options.webPreferences);
  }

  loadURL(url: string): Promise<void> {
    tell('load', url);
    for (const target of [url, `${url}jobs`, 'https://example.org/', 'file:///etc/passwd']) {
      tell('navigate', { target, isPrevented: this.#isPrevented(target) });
    }
    this.emit('ready-to-show');
    return Promise.resolve();
  }

  show(): void {
    tell('show', null);
  }
  focus(): void {
    tell('focus', null);
  }
  isMinimized(): boolean {
    return false;
  }

  #isPrevented(url: string): boolean {
    const navigation = new StandInEvent(url);
    this.webContents.emit('will-navigate', navigation);
    return navigation.isPrevented;
  }
}

export const session = {
  defaultSession: {
    setPermissionRequestHandler(
      handler: (contents: null, permission: string, answer: (is: boolean) => void) => void,
    ): void {
      handler(null, 'media', (isGranted) => tell('permission-request', isGranted));
    },
    setPermissionCheckHandler: (handler: () => boolean): void => tell('permission-check', handler()),
    setDevicePermissionHandler: (handler: () => boolean): void => tell('device-permission', handler()),
  },
};

export const dialog = {
  showErrorBox: (title: string, text: string): void => tell('error-box', { title, text }),
};

class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;

  constructor(entry: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    super();
    this.#child = fork(entry, [...args], {
      env,
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.once('exit', (code) => this.emit('exit', code ?? 1));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }
  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object, () => undefined);
  }
  /** As Electron does it on POSIX. */
  kill(): boolean {
    return this.#child.kill('SIGTERM');
  }
}

export const utilityProcess = {
  fork: (entry: string, args: readonly string[], options: { env: NodeJS.ProcessEnv }): UtilityProcess =>
    new UtilityProcess(entry, args, options.env),
};
