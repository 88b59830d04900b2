import { errorFields, type Logger } from '../../service/telemetry/logger.ts';
import type { ProgramTexts } from '../texts/program-texts.ts';
import type { DesktopShell } from './desktop-shell.ts';

/** EX_SOFTWARE of sysexits, as in the station's other processes. */
const FAULT_EXIT_CODE = 70;

export interface Ending {
  readonly shell: Pick<DesktopShell, 'showError' | 'exit' | 'startAgain'>;
  readonly texts: () => ProgramTexts;
  /** Whether the program may start itself again. */
  readonly mayStartAgain: () => boolean;
  /** Has the next program say what happened and start nothing before the person says so; false where it can't be told. */
  readonly hold: () => boolean;
  readonly logger: Logger;
}

/**
 * The program cannot go on: says so in the log and ends with exit code 70. It comes back by itself; when that happened too
 * often, the next one shows the page of a failure, since nothing that this one shows could be relied on. Where neither can
 * be, a box says it. The text of the fault stays out, since drivers and parsers quote in it what they were given. `exit`
 * and not `quit`: a quit asks windows and listeners, and one of them is broken.
 */
export function endWith(fault: unknown, { shell, texts, mayStartAgain, hold, logger }: Ending): void {
  logger.error('The desktop program ended by a fault that nobody caught.', errorFields(fault));
  try {
    if (mayStartAgain() || hold()) shell.startAgain();
    else shell.showError(texts().hasToClose, texts().unexpected);
  } finally {
    shell.exit(FAULT_EXIT_CODE);
  }
}

/** Electron's own handler would show the fault's text and stack in a dialog and let the program go on, broken. */
export function endOnFaults(ending: Ending): void {
  const end = (fault: unknown): void => endWith(fault, ending);
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
