import { Menu, nativeImage, Tray, type MenuItemConstructorOptions } from 'electron';
import type { WaitingForPerson } from '../../service/use-cases/count-waiting.ts';
import type { Autostart } from './autostart.ts';
import { trayText } from './desk-texts.ts';

export interface TrayOptions {
  readonly icon: string;
  readonly onOpen: () => void;
  readonly onQuit: () => void;
  readonly onShowLogs: () => void;
  readonly onCopyReport: () => void;
  readonly onForgetPins: () => void;
  /** Absent where the program does not start with the session, as one that is no package. */
  readonly autostart?: Pick<Autostart, 'isOn' | 'set'>;
}

/** The icon beside the clock; undefined where the desktop has no place for one. */
export function openTray(
  options: TrayOptions,
): { show(inProgress: number, waiting: WaitingForPerson): void } | undefined {
  try {
    const tray = new Tray(nativeImage.createFromPath(options.icon));
    tray.on('click', options.onOpen);
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Open Signing Station', click: options.onOpen },
        { label: 'Show the log folder', click: options.onShowLogs },
        { label: 'Copy a report for the help desk', click: options.onCopyReport },
        { label: 'Forget the PINs kept here', click: options.onForgetPins },
        ...autostartItems(options.autostart),
        { type: 'separator' },
        { label: 'Quit', click: options.onQuit },
      ]),
    );
    const show = (inProgress: number, waiting: WaitingForPerson): void =>
      tray.setToolTip(trayText(inProgress, waiting));
    show(0, { approvals: 0, pins: 0 });
    return { show };
  } catch {
    return undefined;
  }
}

function autostartItems(autostart: TrayOptions['autostart']): MenuItemConstructorOptions[] {
  if (autostart === undefined) return [];
  return [
    {
      label: 'Start when I log in',
      type: 'checkbox',
      checked: autostart.isOn(),
      // Shown as it is and not as it was wanted.
      click: (item) => {
        autostart.set(item.checked);
        item.checked = autostart.isOn();
      },
    },
  ];
}
