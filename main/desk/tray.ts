import { Menu, nativeImage, Tray } from 'electron';
import { trayText } from './desk-texts.ts';

export interface TrayOptions {
  readonly icon: string;
  readonly onOpen: () => void;
  readonly onQuit: () => void;
  readonly onShowLogs: () => void;
}

/** The icon beside the clock; undefined where the desktop has no place for one. */
export function openTray(options: TrayOptions): { show(inProgress: number): void } | undefined {
  try {
    const tray = new Tray(nativeImage.createFromPath(options.icon));
    tray.on('click', options.onOpen);
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Open Signing Station', click: options.onOpen },
        { label: 'Show the log folder', click: options.onShowLogs },
        { type: 'separator' },
        { label: 'Quit', click: options.onQuit },
      ]),
    );
    tray.setToolTip(trayText(0));
    return { show: (inProgress) => tray.setToolTip(trayText(inProgress)) };
  } catch {
    return undefined;
  }
}
