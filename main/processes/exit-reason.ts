import { constants } from 'node:os';
import type { ExitReason } from '../../service/processes/launcher.ts';

/** Added by waitpid when the ended process wrote a core file. */
const CORE_WAS_WRITTEN = 128;
/** Our own scripts end with 0, 1 or a code from here on (sysexits), so that none of them looks like a signal. */
const FIRST_OWN_CODE = 64;

/** Some signals have two names (SIGABRT, SIGIOT): the usual one comes first in the list. */
const SIGNALS: ReadonlyMap<number, string> = new Map(
  Object.entries(constants.signals)
    .reverse()
    .map(([name, number]) => [number, name]),
);

/**
 * Why a utility process ended. Electron reports what waitpid gave: the exit code of a process that ended by itself, but
 * the bare number of the signal, 9 for SIGKILL, of one that was killed. Windows has no signals and gives the exit code.
 */
export function exitReason(code: number, platform: NodeJS.Platform): ExitReason {
  if (platform === 'win32' || code <= 1) return { kind: 'exited', exitCode: code };
  const signal = code < FIRST_OWN_CODE ? code : code - CORE_WAS_WRITTEN;
  const name = signal > 1 && signal < FIRST_OWN_CODE ? SIGNALS.get(signal) : undefined;
  return name === undefined ? { kind: 'exited', exitCode: code } : { kind: 'killed', signal: name };
}
