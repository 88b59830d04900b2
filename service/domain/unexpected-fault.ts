import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { StationError } from './station-error.ts';

/**
 * What a fault is to the station; the one place that decides it, for jobs, calls between processes and HTTP. A
 * StationError says it itself. Faults of the machine (disk full, file handles) may pass: SIGNING_OPERATION_FAILED,
 * transient. Anything else is a defect of ours or of the document, and repeating it would only repeat it, on a token at the
 * cost of a signature or a try of its PIN: SIGNING_OPERATION_FAILED, permanent. The message of an unexpected fault is never
 * passed on, since it may hold paths or bytes of documents; `what` names what failed instead.
 */
export function toStationError(fault: unknown, what: string): StationError {
  if (fault instanceof StationError) return fault;
  const systemCode = systemErrorCode(fault);
  if (systemCode !== undefined) {
    const message = tell('FILE_OPERATION_REFUSED', { code: systemCode });
    return new StationError('SIGNING_OPERATION_FAILED', message, { kind: 'transient', area: 'station', cause: fault });
  }
  const message = tell('FAILED_UNEXPECTEDLY', { what });
  return new StationError('SIGNING_OPERATION_FAILED', message, { kind: 'permanent', area: 'station', cause: fault });
}

/** A database in a file says that the machine failed it by codes of its own, and names no system call. */
const FAILED_DATABASE = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|NOMEM|CANTOPEN)/u;

/** ENOSPC, EMFILE and their like; never the error's own text, which holds paths. */
function systemErrorCode(fault: unknown): string | undefined {
  if (!(fault instanceof Error) || !('code' in fault) || typeof fault.code !== 'string') return undefined;
  return 'syscall' in fault || FAILED_DATABASE.test(fault.code) ? fault.code : undefined;
}
