import { errorFields, type Logger } from '../../service/telemetry/logger.ts';
import type { DesktopShell } from './desktop-shell.ts';

/** EX_SOFTWARE of sysexits, as in the station's other processes. */
const FAULT_EXIT_CODE = 70;

type Ending = Pick<DesktopShell, 'showError' | 'exit'>;

/**
 * The program cannot go on: says so in the log and in a box, then ends with exit code 70. The text of the fault stays
 * out of both, since drivers and parsers quote in it what they were given. `exit` and not `quit`: a quit asks windows
 * and listeners, and one of them is broken.
 */
export function endWith(fault: unknown, shell: Ending, logger: Logger): void {
  logger.error('The desktop program ended by a fault that nobody caught.', errorFields(fault));
  try {
    shell.showError('Signing Station has to close', 'Something unexpected happened; the log says where.');
  } finally {
    shell.exit(FAULT_EXIT_CODE);
  }
}

/** Electron's own handler would show the fault's text and stack in a dialog and let the program go on, broken. */
export function endOnFaults(shell: Ending, logger: Logger): void {
  const end = (fault: unknown): void => endWith(fault, shell, logger);
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
