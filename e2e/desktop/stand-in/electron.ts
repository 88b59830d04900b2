/**
 * The parts of Electron that the desktop program uses, behaving as its documentation and source say, with real child
 * processes and no window. What the program asks of Electron is written to stdout as JSON lines for the test to read.
 */
export { app } from './app.ts';
export {
  clipboard,
  dialog,
  Menu,
  nativeImage,
  Notification,
  powerMonitor,
  safeStorage,
  screen,
  shell,
  Tray,
} from './desk.ts';
export { ipcMain } from './messages.ts';
export { protocol, session } from './sessions.ts';
export { utilityProcess } from './utility-process.ts';
export { BrowserWindow } from './windows.ts';
