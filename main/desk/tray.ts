import { Menu, nativeImage, Tray, type MenuItemConstructorOptions } from 'electron';
import type { WaitingForPerson } from '../../service/use-cases/count-waiting.ts';
import type { Autostart } from './autostart.ts';
import { trayText } from './desk-texts.ts';
import type { DeskTexts } from './texts/desk-texts.ts';

export interface TrayOptions {
  readonly icon: string;
  /** In the language of the system. */
  readonly texts: DeskTexts;
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
  const { texts } = options;
  try {
    const tray = new Tray(nativeImage.createFromPath(options.icon));
    tray.on('click', options.onOpen);
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: texts.open, click: options.onOpen },
        { label: texts.showLogs, click: options.onShowLogs },
        { label: texts.copyReport, click: options.onCopyReport },
        { label: texts.forgetPins, click: options.onForgetPins },
        ...autostartItems(options),
        { type: 'separator' },
        { label: texts.quit, click: options.onQuit },
      ]),
    );
    const show = (inProgress: number, waiting: WaitingForPerson): void =>
      tray.setToolTip(trayText(texts, inProgress, waiting));
    show(0, { approvals: 0, pins: 0 });
    return { show };
  } catch {
    return undefined;
  }
}

function autostartItems({ autostart, texts }: TrayOptions): MenuItemConstructorOptions[] {
  if (autostart === undefined) return [];
  return [
    {
      label: texts.startAtLogin,
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
