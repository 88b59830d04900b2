import path from 'node:path';
import { app, BrowserWindow, dialog } from 'electron';
import type { DesktopShell } from './desktop.ts';
import { openMainWindow } from './windows/main-window.ts';

/** Electron's side of the program's life. */
export function createElectronShell(): DesktopShell {
  app.enableSandbox();
  return {
    requestSingleInstance: () => app.requestSingleInstanceLock(),
    whenReady: () => app.whenReady(),
    onSecondInstance: (listener) => void app.on('second-instance', listener),
    onActivate: (listener) => void app.on('activate', listener),
    onAllWindowsClosed: (listener) => void app.on('window-all-closed', listener),
    onBeforeQuit: (listener) => holdQuit(listener),
    async openWindow(url) {
      const [window] = BrowserWindow.getAllWindows();
      if (window === undefined) await openMainWindow(url, path.join(import.meta.dirname, 'preload.cjs'));
      else if (window.isMinimized()) window.restore();
      else window.focus();
    },
    showError: (title, text) => dialog.showErrorBox(title, text),
    quit: () => app.quit(),
  };
}

/** Electron does not wait for promises: the first quit is held back, the second one, after the stop, goes through. */
function holdQuit(stop: () => Promise<void>): void {
  let isStopped = false;
  app.on('before-quit', (event) => {
    if (isStopped) return;
    event.preventDefault();
    void stop().finally(() => {
      isStopped = true;
      app.quit();
    });
  });
}
