import { EventEmitter } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { app } from './app.ts';
import { sendFrom } from './messages.ts';
import { Notification, powerMonitor, trayMenu, trays } from './desk.ts';
import { StandInEvent, tell } from './told.ts';
import { BrowserWindow } from './windows.ts';

/** What the person at the desk, the page and the system do, as the test says it: one JSON array a line on stdin. */
const COMMANDS: Readonly<Record<string, (...args: string[]) => void>> = {
  quit: () => app.quit(),
  'second-instance': (...argv) => void app.emit('second-instance', new StandInEvent(), argv, process.cwd(), null),
  'open-file': (file = '') => void app.emit('open-file', new StandInEvent(), file),
  'open-url': (url = '') => void app.emit('open-url', new StandInEvent(), url),
  activate: () => void app.emit('activate', new StandInEvent(), false),
  'close-window': () => window()?.close(),
  'minimize-window': () => window()?.minimize(),
  'destroy-window': () => window()?.destroy(),
  'move-window': (bounds = '{}') => window()?.setBounds(JSON.parse(bounds) as never),
  'session-end': () => {
    const query = new StandInEvent();
    window()?.emit('query-session-end', query);
    window()?.emit('session-end', new StandInEvent());
    tell('session-end', { isPrevented: query.isPrevented });
  },
  // The report itself asks for the names of all that is connected, which takes minutes where nobody answers.
  'tell-report': () => tell('report', { leavesOutEnvironment: process.report.excludeEnv }),
  navigate: (url = '') => tell('navigate', { url, isPrevented: window()?.webContents.isPrevented(url) }),
  'open-window': (url = '') => tell('open-window', window()?.webContents.windowOpenHandler?.({ url }).action),
  permission: (name = '', origin = '') => tell('permission', window()?.webContents.session.permits(name, origin)),
  'renderer-gone': () =>
    void window()?.webContents.emit('render-process-gone', new StandInEvent(), { reason: 'crashed' }),
  /** A fault of the program's own, which nobody catches. */
  'throw-fault': () =>
    void setTimeout(() => {
      throw new Error('MARKER-fault');
    }),
  /** What the page of the window at an address sends: channel, message as JSON, and from where: page, frame, elsewhere. */
  invoke: (address = '', channel = '', message = 'null', from = 'page') => sendFrom(address, channel, message, from),
  'close-window-at': (address = '') =>
    BrowserWindow.getAllWindows()
      .find(({ webContents }) => webContents.getURL() === address)
      ?.close(),
  download: (url = '', name = '') => download(url, name),
  power: (name = '') => {
    const event = new StandInEvent();
    powerMonitor.emit(name, event);
    tell('power', { name, isPrevented: event.isPrevented });
  },
  'click-tray': () => void trays[0]?.emit('click'),
  'choose-in-tray': (label) => trayMenu.find((item) => item.label === label)?.click?.(),
  'watch-loop': () => {
    loop = monitorEventLoopDelay({ resolution: 1 });
    loop.enable();
  },
  'tell-loop': () => tell('loop-delays', delaysOf(loop)),
  'click-notification': () => void Notification.shown.at(-1)?.emit('click'),
};

type Watched = ReturnType<typeof monitorEventLoopDelay>;
let loop: Watched | undefined;

/** In milliseconds; how late timers of this process were, as Node measures it. */
function delaysOf(watched: Watched | undefined): object | null {
  if (watched === undefined) return null;
  const milliseconds = (nanoseconds: number): number => nanoseconds / 1e6;
  const [p50, p99] = [50, 99].map((share) => milliseconds(watched.percentile(share)));
  return { p50, p99, max: milliseconds(watched.max) };
}

function window(): BrowserWindow | undefined {
  return BrowserWindow.getAllWindows()[0];
}

class DownloadItem extends EventEmitter {
  readonly #url: string;
  readonly #name: string;
  constructor(url: string, name: string) {
    super();
    this.#url = url;
    this.#name = name;
  }
  getURL(): string {
    return this.#url;
  }
  getFilename(): string {
    return this.#name;
  }
  setSavePath(file: string): void {
    tell('save-path', file);
  }
  setSaveDialogOptions(options: unknown): void {
    tell('save-dialog', options);
  }
  cancel(): void {
    tell('download-cancelled', null);
  }
}

function download(url: string, name: string): void {
  const event = new StandInEvent();
  window()?.webContents.session.emit('will-download', event, new DownloadItem(url, name), window()?.webContents);
  tell('download', { isPrevented: event.isPrevented });
}

export function listenToCommands(): void {
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const [command = '', ...args] = JSON.parse(line) as string[];
    const run = COMMANDS[command];
    if (run === undefined) throw new Error(`There is no command ${command}.`);
    run(...args);
  });
}
