import { ERROR_CODES } from '../contract/vocabulary/error-catalogue.ts';
import { ERROR_EXIT, EXIT } from './exit-codes.ts';

/** A command that was understood and could not be carried out: a plain sentence, and how the program ends. */
export class CommandFailure extends Error {
  readonly exitCode: number;
  /** The station's error code; null where the failure is not the station's. */
  readonly errorCode: string | null;

  constructor(message: string, exitCode: number, errorCode: string | null = null) {
    super(message);
    this.name = 'CommandFailure';
    this.exitCode = exitCode;
    this.errorCode = errorCode;
  }
}

/** A failure that the station named by a code of its catalogue; a code that this build does not know ends with 1. */
export function stationFailure(errorCode: string | null, message: string): CommandFailure {
  const known = ERROR_CODES.find((code) => code === errorCode);
  return new CommandFailure(message, known === undefined ? EXIT.failed : ERROR_EXIT[known], errorCode);
}

/** Ctrl-C. */
export function interrupted(): CommandFailure {
  return new CommandFailure('Interrupted.', EXIT.interrupted);
}
