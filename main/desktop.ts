import type { Logger } from '../service/telemetry/logger.ts';

/** The running station as the desktop program needs it. */
export interface RunningStation {
  readonly url: string;
  stop(): Promise<void>;
}

/** The parts of Electron that the program's life hangs on; the entry gives the real ones. */
export interface DesktopShell {
  /** False when another instance runs already: this one leaves, the other one is shown. */
  requestSingleInstance(): boolean;
  whenReady(): Promise<void>;
  onSecondInstance(listener: () => void): void;
  onActivate(listener: () => void): void;
  onAllWindowsClosed(listener: () => void): void;
  /** The listener's promise holds the quit back until the station has stopped. */
  onBeforeQuit(listener: () => Promise<void>): void;
  openWindow(url: string): Promise<void>;
  showError(title: string, text: string): void;
  quit(): void;
}

export interface DesktopOptions {
  readonly shell: DesktopShell;
  readonly startStation: () => Promise<RunningStation>;
  readonly logger: Logger;
}

/**
 * The life of the desktop program: one instance, a station inside, a window on it. Closing the window ends the program
 * after the station has finished or given back its work.
 */
export async function runDesktop({ shell, startStation, logger }: DesktopOptions): Promise<void> {
  if (!shell.requestSingleInstance()) {
    shell.quit();
    return;
  }
  await shell.whenReady();
  const station = await startStation().catch((fault: unknown) => {
    logger.error('The station did not start.', { errorName: fault instanceof Error ? fault.name : 'unknown' });
    shell.showError('Signing Station cannot start', fault instanceof Error ? fault.message : 'Unknown reason.');
    return undefined;
  });
  if (station === undefined) {
    shell.quit();
    return;
  }
  shell.onBeforeQuit(() => station.stop());
  shell.onAllWindowsClosed(() => shell.quit());
  const open = (): void => {
    shell.openWindow(station.url).catch(() => logger.error('The window could not be opened.'));
  };
  shell.onSecondInstance(open);
  shell.onActivate(open);
  await shell.openWindow(station.url);
}
