import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { refuse, StandInEvent, tell, wish } from './told.ts';

interface Closable {
  close(): void;
  destroy(): void;
}

class App extends EventEmitter {
  readonly isPackaged = wish('PACKAGED') !== undefined;
  readonly #ready = Promise.withResolvers<undefined>();
  readonly #switches = new Set(process.argv.filter((arg) => arg.startsWith('--')).map((arg) => arg.slice(2)));
  readonly windows: Closable[] = [];
  #isReady = false;
  #isQuitting = false;
  readonly commandLine = {
    hasSwitch: (name: string): boolean => [...this.#switches].some((known) => known.split('=')[0] === name),
    appendSwitch: (name: string): void => void this.#switches.add(name),
  };
  readonly dock = undefined;

  isReady(): boolean {
    return this.#isReady;
  }
  async whenReady(): Promise<void> {
    await this.#ready.promise;
  }
  /** Only the launcher calls it, once the entry has been evaluated. */
  emitReady(): void {
    this.#isReady = true;
    this.emit('ready');
    this.#ready.resolve(undefined);
  }
  enableSandbox(): void {
    refuse(this.#isReady, 'app.enableSandbox() can only be called before app is ready');
    tell('sandbox', true);
  }
  requestSingleInstanceLock(): boolean {
    return wish('SECOND_INSTANCE') === undefined;
  }
  /** Of the system: not before the program is ready, as the real one. */
  getPreferredSystemLanguages(): string[] {
    refuse(!this.#isReady, 'app.getPreferredSystemLanguages() before ready');
    return (wish('LANGUAGES') ?? 'en-GB').split(' ');
  }
  getVersion(): string {
    return '0.1.0';
  }
  getPath(name: string): string {
    const folder = path.join(wish('FOLDER') ?? '/nonexistent', name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }
  setAppUserModelId(id: string): void {
    tell('app-user-model-id', id);
  }
  setAsDefaultProtocolClient(protocol: string): boolean {
    tell('protocol-client', protocol);
    return true;
  }
  setAppLogsPath(folder: string): void {
    tell('logs-path', folder);
  }
  getLoginItemSettings(): { openAtLogin: boolean } {
    return { openAtLogin: false };
  }
  setLoginItemSettings(settings: unknown): void {
    tell('login-item', settings);
  }
  focus(): void {
    tell('app-focus', null);
  }

  /** Ignored while quitting; then `before-quit`, every window's `close`, `will-quit`, each of which may hold it back. */
  quit(): void {
    if (this.#isQuitting) return;
    this.#isQuitting = true;
    if (this.#isHeldBack('before-quit')) return;
    for (const window of [...this.windows]) window.close();
    if (this.windows.length > 0) this.#isQuitting = false;
    else this.#shutDown();
  }

  /** Asks nobody. Node's own `process.exit` is this, too. */
  exit(code = 0): void {
    tell('exit', code);
    for (const window of [...this.windows]) window.destroy();
    endProcess(code);
  }

  /** Takes effect once this process has ended; the test starts the next one. */
  relaunch(options: { execPath?: string } = {}): void {
    tell('relaunch', options);
  }

  windowClosed(): void {
    if (this.windows.length > 0 || this.#isQuitting) return;
    if (!this.emit('window-all-closed')) this.quit();
  }

  #shutDown(): void {
    if (this.#isHeldBack('will-quit')) return;
    tell('quit', null);
    endProcess(0);
  }

  #isHeldBack(name: string): boolean {
    const event = new StandInEvent();
    this.emit(name, event);
    if (event.isPrevented) this.#isQuitting = false;
    return event.isPrevented;
  }
}

const endProcess = process.exit.bind(process);
export const app = new App();
process.exit = ((code?: number) => app.exit(code)) as typeof process.exit;
