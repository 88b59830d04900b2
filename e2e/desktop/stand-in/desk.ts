import { EventEmitter } from 'node:events';
import { app } from './app.ts';
import { refuse, tell, wish } from './told.ts';

/** The parts of Electron around the window: boxes, tray, notifications, power, screens. */
export const dialog = {
  showErrorBox: (title: string, text: string): void => tell('error-box', { title, text }),
  showMessageBox: (options: { message: string }): Promise<{ response: number }> => {
    tell('message-box', options);
    return Promise.resolve({ response: Number(wish('ANSWER') ?? 2) });
  },
  showOpenDialog: (): Promise<{ canceled: boolean; filePaths: string[] }> => {
    const file = wish('CHOSEN_FILE');
    return Promise.resolve({ canceled: file === undefined, filePaths: file === undefined ? [] : [file] });
  },
};

export class Tray extends EventEmitter {
  constructor() {
    super();
    refuse(!app.isReady(), 'Cannot create Tray before app is ready');
    tell('tray', null);
    trays.push(this);
  }
  setToolTip(text: string): void {
    tell('tray-text', text);
  }
  setContextMenu(menu: { items: MenuItem[] }): void {
    tell(
      'tray-menu',
      menu.items.map(({ label }) => label ?? '-'),
    );
    trayMenu.splice(0, trayMenu.length, ...menu.items);
  }
  destroy(): void {
    tell('tray-gone', null);
  }
  isDestroyed(): boolean {
    return false;
  }
}

interface MenuItem {
  readonly label?: string;
  readonly click?: () => void;
}
export const trays: Tray[] = [];
export const trayMenu: MenuItem[] = [];

export const Menu = {
  buildFromTemplate: (items: MenuItem[]): { items: MenuItem[] } => ({ items }),
  setApplicationMenu: (menu: unknown): void => tell('application-menu', menu === null ? null : 'menu'),
};

export class Notification extends EventEmitter {
  static readonly shown: Notification[] = [];
  readonly options: unknown;
  static isSupported(): boolean {
    return true;
  }
  constructor(options: unknown) {
    super();
    this.options = options;
  }
  show(): void {
    Notification.shown.push(this);
    tell('notification', this.options);
  }
}

class PowerMonitor extends EventEmitter {}
export const powerMonitor = new PowerMonitor();

export const screen = {
  getAllDisplays: (): { workArea: object }[] => {
    refuse(!app.isReady(), "The 'screen' module can't be used before the app 'ready' event");
    return [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }];
  },
};

/** Without a key ring unless the test wishes for one; what is sealed can be read by nobody who looks for its text. */
export const safeStorage = {
  isAsyncEncryptionAvailable: (): Promise<boolean> => Promise.resolve(app.isReady()),
  getSelectedStorageBackend: (): string => wish('KEY_STORE') ?? 'basic_text',
  encryptStringAsync: (text: string): Promise<Buffer> =>
    Promise.resolve(Buffer.from(Buffer.from(text).map((byte) => byte ^ 0xa5))),
  decryptStringAsync: (sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> =>
    Promise.resolve({
      result: Buffer.from(sealed.map((byte) => byte ^ 0xa5)).toString(),
      shouldReEncrypt: false,
    }),
};

export const nativeImage = {
  createFromPath: (file: string): { file: string; isEmpty: () => boolean } => ({ file, isEmpty: () => false }),
  createFromDataURL: (url: string): { url: string; isEmpty: () => boolean } => ({ url, isEmpty: () => false }),
};

export const clipboard = { writeText: (text: string): void => tell('clipboard', text) };

export const shell = {
  openPath: (target: string): Promise<string> => {
    tell('open-path', target);
    return Promise.resolve('');
  },
  openExternal: (url: string): Promise<void> => {
    tell('open-external', url);
    return Promise.resolve();
  },
  showItemInFolder: (target: string): void => tell('show-in-folder', target),
};
