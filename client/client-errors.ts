import type { ProblemDetails, SignatureView } from './answer-types.ts';

export type ErrorCode = ProblemDetails['errorCode'];
export type FailureArea = ProblemDetails['failureArea'];

/** The station has refused a call; `errorCode` is stable, the message is for people. */
export class StationRefusal extends Error {
  readonly status: number;
  readonly errorCode: ErrorCode;
  /** Where the cure lies. */
  readonly failureArea: FailureArea;
  /** By which the station's logs know the call. */
  readonly traceId: string;
  /** @param problem what the station has answered */
  constructor(problem: ProblemDetails) {
    super(problem.detail);
    this.name = 'StationRefusal';
    this.status = problem.status;
    this.errorCode = problem.errorCode;
    this.failureArea = problem.failureArea;
    this.traceId = problem.traceId;
  }
}

/** No answer of a station: it cannot be reached, or something else has answered. Whether the call was carried out is unknown. */
export class StationUnreachable extends Error {
  /**
   * @param message what has happened
   * @param cause the fault below
   */
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StationUnreachable';
  }
}

/** A request that has ended without a signature; `signature` says why. */
export class NotSigned extends Error {
  readonly signature: SignatureView;
  /** @param signature the request as it ended */
  constructor(signature: SignatureView) {
    super(signature.errorMessage ?? `The request has ended as ${signature.status}.`);
    this.name = 'NotSigned';
    this.signature = signature;
  }
}

/** The wait is over and the request goes on: wait again for its id. */
export class StillRunning extends Error {
  readonly signature: SignatureView;
  /** @param signature the request as it is */
  constructor(signature: SignatureView) {
    super(`The request is still ${signature.status}.`);
    this.name = 'StillRunning';
    this.signature = signature;
  }
}
