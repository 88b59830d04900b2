import { app, BrowserWindow, dialog, powerMonitor } from 'electron';
import type { DesktopShell } from './life/desktop-shell.ts';
import { english } from './texts/english.ts';
import type { ProgramTexts } from './texts/program-texts.ts';
import { programTextsFor } from './texts/texts-for.ts';
import type { FaultWindow } from './windows/fault-window.ts';
import type { MainWindow } from './windows/main-window.ts';

export interface ShellParts {
  readonly window: MainWindow;
  /** Made when something has failed; only after `ready`. */
  readonly openFaultWindow: () => FaultWindow;
}

/** Electron's side of the program's life. Call it before `ready`. */
export function createElectronShell({ window, openFaultWindow }: ShellParts): DesktopShell {
  app.enableSandbox();
  let fault: FaultWindow | undefined;
  return {
    requestSingleInstance: () => app.requestSingleInstanceLock(),
    whenReady: () => app.whenReady(),
    onSecondInstance: (listener) => void app.on('second-instance', (_event, argv) => listener(argv)),
    onActivate: (listener) => void app.on('activate', listener),
    onAllWindowsClosed: (listener) => void app.on('window-all-closed', listener),
    onBeforeQuit: (listener) =>
      void app.on('before-quit', (event) => {
        if (!listener()) event.preventDefault();
      }),
    onSessionEnd: (listener) => void app.whenReady().then(() => listenToSessionEnd(listener)),
    openWindow: (url) => window.open(url),
    onPageGivenUp: (listener) => window.onGivenUp(listener),
    askAfterFault: (view) => {
      // Their pages have lost what they talk to; gone only once the other window is there, or the program would quit.
      const others = BrowserWindow.getAllWindows();
      fault ??= openFaultWindow();
      const chosen = fault.ask(view);
      for (const other of others) if (!other.isDestroyed()) other.destroy();
      return chosen;
    },
    raiseFault: () => fault?.raise() ?? false,
    closeFault: () => fault?.close(),
    showError: (title, text) => dialog.showErrorBox(title, text),
    quit: () => app.quit(),
    exit: (code) => app.exit(code),
    startAgain: () => {
      // What runs of an AppImage lies in a folder that goes with this process; its file stays.
      const { APPIMAGE: execPath } = process.env;
      app.relaunch(execPath === undefined ? {} : { execPath });
    },
  };
}

/** What the program says in boxes, in the language of the system; in English before Electron knows it. */
export function systemTexts(): ProgramTexts {
  return app.isReady() ? programTextsFor(app.getPreferredSystemLanguages()) : english;
}

/** Linux and macOS say it through the power monitor; Windows asks each window, of which there may be none. */
function listenToSessionEnd(listener: () => void): void {
  powerMonitor.on('shutdown', () => listener());
  app.on('browser-window-created', (_event, created) => {
    created.on('query-session-end', () => listener());
    created.on('session-end', () => listener());
  });
}
