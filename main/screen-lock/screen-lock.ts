import { listenToBus, sessionBusPath, type Disconnect } from './bus-connection.ts';

export interface ScreenLockListener {
  readonly onLocked: () => void;
  readonly onUnlocked: () => void;
  /** Nothing is heard of the screen (any more); the sentence says why, without a place. */
  readonly onDeaf: (reason: string) => void;
}

/** Desktops that say on the bus of the session when they lock the screen: KDE and others, GNOME, Cinnamon, MATE, Xfce. */
const SCREENS = ['freedesktop', 'gnome', 'cinnamon', 'mate', 'xfce'].map((name) => `org.${name}.ScreenSaver`);

/**
 * Listens to whether the screen of this session is locked, on Linux, where Electron does not say it. Any program of the
 * person can say the same there; all that it gets is a PIN that is forgotten, or asked for. Answers what ends it.
 */
export function watchScreenLock(
  environment: Readonly<Record<string, string | undefined>>,
  { onLocked, onUnlocked, onDeaf }: ScreenLockListener,
): Disconnect {
  const place = sessionBusPath(environment);
  if (place === null) {
    onDeaf('This session has no bus at a socket.');
    return () => undefined;
  }
  return listenToBus(place, {
    rules: SCREENS.map((each) => `type='signal',interface='${each}',member='ActiveChanged'`),
    onSignal: ({ interface: screen, member, flag }) => {
      if (member !== 'ActiveChanged' || !SCREENS.includes(screen) || flag === null) return;
      if (flag) onLocked();
      else onUnlocked();
    },
    onEnd: (fault) => onDeaf('code' in fault ? `The bus of the session: ${String(fault.code)}.` : fault.message),
  });
}
