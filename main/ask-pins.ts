import path from 'node:path';
import { powerMonitor } from 'electron';
import { errorFields, type Logger } from '../service/telemetry/logger.ts';
import type { PinDesk } from '../service/use-cases/pin-desk.ts';
import type { RunningStation } from './life/desktop-shell.ts';
import type { KeptPins } from './pins/kept-pins.ts';
import { PinQuestions } from './pins/pin-questions.ts';
import { watchScreenLock } from './screen-lock/screen-lock.ts';
import { PinWindow } from './windows/pin-window.ts';

export interface AskedPins {
  readonly pins: PinDesk;
  readonly station: Pick<RunningStation, 'watch'>;
  /** Where the bundles lie. */
  readonly folder: string;
  readonly hasDeveloperTools: boolean;
  readonly kept: KeptPins;
  readonly logger: Logger;
}

/** Asks in the PIN window for what documents wait for, and forgets every PIN when nobody may be at the machine. */
export function askPinsInWindow({ pins, station, folder, hasDeveloperTools, kept, logger }: AskedPins): void {
  const window = new PinWindow({
    preload: path.join(folder, 'pin-preload.cjs'),
    folder: path.join(folder, 'pin-window'),
    question: () => questions.question(),
    answer: (reply) => questions.answer(reply),
    onClosed: () => questions.closed(),
    onFault: (reason) => logger.error('The PIN window failed.', { reason }),
    hasDeveloperTools,
  });
  const questions: PinQuestions = new PinQuestions({
    ...{ pins, window, kept },
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    onFault: (fault) => logger.warn('A PIN could not be asked for; documents wait.', errorFields(fault)),
  });
  pins.onChange(() => void questions.look());
  station.watch((change) => questions.note(change));
  powerMonitor.on('lock-screen', () => void questions.leave());
  powerMonitor.on('suspend', () => void questions.leave());
  powerMonitor.on('unlock-screen', () => void questions.comeBack());
  powerMonitor.on('resume', () => void questions.comeBack());
  // Another user of this machine takes the screen (macOS).
  powerMonitor.on('user-did-resign-active', () => void questions.leave());
  powerMonitor.on('user-did-become-active', () => void questions.comeBack());
  if (process.platform === 'linux') listenToDesktop(questions, logger);
  void questions.look();
}

/** Electron says nothing of a locked screen on Linux; desktops do. */
function listenToDesktop(questions: PinQuestions, logger: Logger): void {
  watchScreenLock(process.env, {
    onLocked: () => void questions.leave(),
    onUnlocked: () => void questions.comeBack(),
    onDeaf: (reason) => logger.warn('Nothing says when the screen is locked: PINs are not forgotten then.', { reason }),
  });
}
