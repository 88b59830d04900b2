import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProblemDetails } from '../contract/http/problem-details.ts';
import { ERROR_CATALOGUE } from '../contract/vocabulary/error-catalogue.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../domain/station-error.ts';
import { toStationError } from '../domain/unexpected-fault.ts';
import { isWithoutRoom } from '../files/room-fault.ts';
import { errorFields, type Logger } from '../telemetry/logger.ts';
import { currentContext, freshTraceId } from '../telemetry/trace-context.ts';
import { factsOf, hasBody } from './request-facts.ts';

/** How long a refused upload is drained, so that its sender reads the answer instead of a reset connection. */
const DRAIN_MILLISECONDS = 1_500;

/** RFC 7807 body of an error. */
export function problemDetails(error: StationError): ProblemDetails {
  return {
    type: `https://httpstatuses.com/${error.status}`,
    title: ERROR_CATALOGUE[error.code].title,
    status: error.status,
    detail: error.message,
    sentence: error.sentence,
    errorCode: error.code,
    failureArea: error.area,
    traceId: currentContext()?.traceId ?? freshTraceId(),
  };
}

/**
 * What an error is answered with. Whatever is not expected becomes SIGNING_OPERATION_FAILED without its message: that
 * may quote paths, queries or documents. It goes to the log instead.
 */
export function answerable(error: unknown, logger: Logger): StationError {
  if (error instanceof StationError) {
    if (error.status >= 500)
      logger.warn('A request could not be served.', { ...errorFields(error.cause), errorCode: error.code });
    return error;
  }
  const { code, status } = partsOf(error);
  if (isDiskFull(error)) {
    logger.error('There is no space left for uploads.', errorFields(error));
    return new StationError('SERVICE_UNAVAILABLE', tell('DISK_FULL'));
  }
  if (code === 'EMFILE' || code === 'ENFILE') {
    logger.error('There are too few file handles.', errorFields(error));
    return new StationError('SERVICE_UNAVAILABLE', tell('TOO_MANY_FILES_OPEN'));
  }
  // The router refuses paths that it cannot decode with an error of status 400.
  if (status !== undefined && status >= 400 && status < 500) {
    return new StationError('SIGNATURE_REQUEST_INVALID', tell('REQUEST_UNREADABLE'), { status: 400 });
  }
  logger.error('A request failed unexpectedly.', errorFields(error));
  return toStationError(error, 'The request');
}

/** The disk, or what a person may have of it, has no space left. */
export function isDiskFull(error: unknown): boolean {
  const { code } = partsOf(error);
  return isWithoutRoom(code);
}

function partsOf(error: unknown): { code: unknown; status: number | undefined } {
  if (typeof error !== 'object' || error === null) return { code: undefined, status: undefined };
  const status = 'status' in error && typeof error.status === 'number' ? error.status : undefined;
  return { code: 'code' in error ? error.code : undefined, status };
}

/** Answers with Problem Details and, where the body was not read to its end, closes the connection gently. */
export function sendProblem(request: IncomingMessage, response: ServerResponse, error: StationError): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = Buffer.from(JSON.stringify(problemDetails(error)));
  const isUnread = hasBody(request) && !request.complete;
  response.statusCode = error.status;
  response.setHeader('Content-Type', 'application/problem+json; charset=utf-8');
  response.setHeader('Content-Length', body.length);
  if (error.status === 401) response.setHeader('WWW-Authenticate', 'ApiKey realm="signing-station"');
  if (error.status === 503) response.setHeader('Retry-After', '5');
  if (isUnread) response.setHeader('Connection', 'close');
  if (!isUnread || factsOf(request).awaitsContinue) {
    response.end(body);
    return;
  }
  response.write(body);
  drainThenEnd(request, response);
}

function drainThenEnd(request: IncomingMessage, response: ServerResponse): void {
  const finish = (): void => {
    clearTimeout(timer);
    request.off('end', finish).off('close', finish);
    response.end();
  };
  const timer = setTimeout(finish, DRAIN_MILLISECONDS);
  request.once('end', finish).once('close', finish);
  request.on('error', finish);
  request.resume();
}
