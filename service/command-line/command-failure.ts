import { ERROR_CODES } from '../contract/vocabulary/error-catalogue.ts';
import { ERROR_EXIT, EXIT } from './exit-codes.ts';

interface SeenRequest {
  readonly id: string;
  readonly status: string;
}

/** A command that was understood and could not be carried out: a plain sentence, and how the program ends. */
export class CommandFailure extends Error {
  readonly exitCode: number;
  /** The station's error code; null where the failure is not the station's. */
  readonly errorCode: string | null;
  /** The request that the station has taken, as it was seen last; null where it took none. */
  readonly request: SeenRequest | null;

  constructor(message: string, exitCode: number, errorCode: string | null = null, request: SeenRequest | null = null) {
    super(message);
    this.name = 'CommandFailure';
    this.exitCode = exitCode;
    this.errorCode = errorCode;
    this.request = request;
  }

  /** The same failure, of a request that can be asked for. */
  about(request: SeenRequest): CommandFailure {
    return new CommandFailure(this.message, this.exitCode, this.errorCode, request);
  }
}

/** A failure that the station named by a code of its catalogue; a code that this build does not know ends with 1. */
export function stationFailure(errorCode: string | null, message: string): CommandFailure {
  const known = ERROR_CODES.find((code) => code === errorCode);
  return new CommandFailure(message, known === undefined ? EXIT.failed : ERROR_EXIT[known], errorCode);
}

/** Ctrl-C; `howFar` says what had been done by then. */
export function interrupted(howFar = ''): CommandFailure {
  return new CommandFailure(howFar === '' ? 'Interrupted.' : `Interrupted: ${howFar}.`, EXIT.interrupted);
}

/** Whether a stream or a call ended because of Ctrl-C, and of nothing that is wrong with it. */
export function isInterruption(fault: unknown): boolean {
  return fault instanceof Error && fault.name === 'AbortError';
}
