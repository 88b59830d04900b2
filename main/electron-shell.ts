import { app, dialog, powerMonitor } from 'electron';
import type { DesktopShell } from './life/desktop-shell.ts';
import type { MainWindow } from './windows/main-window.ts';

/** Electron's side of the program's life. Call it before `ready`. */
export function createElectronShell(window: MainWindow): DesktopShell {
  app.enableSandbox();
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
    showError: (title, text) => dialog.showErrorBox(title, text),
    quit: () => app.quit(),
    exit: (code) => app.exit(code),
    startAgain: () => app.relaunch(),
  };
}

/** Linux and macOS say it through the power monitor; Windows asks each window, of which there may be none. */
function listenToSessionEnd(listener: () => void): void {
  powerMonitor.on('shutdown', () => listener());
  app.on('browser-window-created', (_event, created) => {
    created.on('query-session-end', () => listener());
    created.on('session-end', () => listener());
  });
}
