import { BrowserWindow, session, type Session } from 'electron';

/** Opens the station's window on its own address; it can go nowhere else and gets no permission of the machine. */
export async function openMainWindow(url: string, preload: string): Promise<BrowserWindow> {
  denyPermissions(session.defaultSession);
  const window = new BrowserWindow({
    width: 1200,
    height: 820,
    minWidth: 480,
    show: false,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  stayAt(window, new URL(url).origin);
  window.once('ready-to-show', () => window.show());
  await window.loadURL(url);
  return window;
}

/** Electron grants every permission unless told otherwise. */
function denyPermissions(target: Session): void {
  target.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  target.setPermissionCheckHandler(() => false);
  target.setDevicePermissionHandler(() => false);
}

function stayAt(window: BrowserWindow, origin: string): void {
  const { webContents } = window;
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  for (const name of ['will-navigate', 'will-redirect'] as const) {
    webContents.on(name as 'will-navigate', (event) => {
      if (!isAt(event.url, origin)) event.preventDefault();
    });
  }
  webContents.on('will-frame-navigate', (event) => {
    if (!isAt(event.url, origin)) event.preventDefault();
  });
}

function isAt(url: string, origin: string): boolean {
  return URL.canParse(url) && new URL(url).origin === origin;
}
